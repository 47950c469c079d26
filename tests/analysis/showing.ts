import type { Arm } from "../../lib/analysis/group_arms.ts";
import type { MemoryEntry, Retrieved } from "../../lib/domain.ts";

const found = (entry: MemoryEntry): Retrieved => ({
  entry,
  rank: 1,
  score: { dense: 1, lexical: 0, lexicalRaw: 0, total: 0.75 },
  poolSize: 1,
});

/**
 * Puts entries into the repair prompts of questions, by id, and a memory into every run: entries from
 * before, and those that the first episode leaves.
 */
export const showing =
  (memory: { readonly before: readonly MemoryEntry[]; readonly learnt: readonly MemoryEntry[] }) =>
  (arm: Arm, shown: Readonly<Record<string, readonly MemoryEntry[]>>): Arm => ({
    ...arm,
    runs: arm.runs.map((run) => ({
      ...run,
      initialMemory: memory.before,
      episodes: run.episodes.map((episode, at) => ({
        ...episode,
        steps: episode.steps.map((step) => ({
          ...step,
          retrieved: step.attempt.number === 0 ? [] : (shown[episode.task.id] ?? []).map(found),
        })),
        entries: at === 0 ? memory.learnt : [],
      })),
    })),
  });
