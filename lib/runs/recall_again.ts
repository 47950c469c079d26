/**
 * What another method would have been shown, had it stood where a run stood.
 *
 * @module
 */
import type { Retrieved, Task } from "../domain.ts";
import { estimateTokens } from "../llm/estimate_tokens.ts";
import { isLengthMatched } from "../loop/match_lengths.ts";
import { methodNamed } from "../loop/methods.ts";
import { promptSets } from "../loop/prompts.ts";
import { renderEntry } from "../loop/render_prompt.ts";
import { rebuildMemory } from "./rebuild_memory.ts";
import type { StoredRun } from "./run_reader.ts";

/** Entries of one repair prompt and what they take. */
export interface Precedents {
  /** In the prompt's order. */
  readonly retrieved: readonly Retrieved[];
  /** Estimated tokens of all of them as the prompt renders them. */
  readonly tokens: number;
}

/** One repair of a run, beside another recall for it. */
export interface RecalledAgain {
  /** The question. */
  readonly task: Task;
  /** Number of the repair, from 1. */
  readonly attempt: number;
  /** What the run's prompt shows. */
  readonly shown: Precedents;
  /** What the method recalls from the run's memory as it stood then. */
  readonly recalled: Precedents;
  /** As many entries of each polarity are shown as recalled, and as long in all, within 10 %. */
  readonly matched: boolean;
}

/**
 * Lets a method recall for each repair of a run, from the run's own failures and its own memory as it
 * stood at that time.
 *
 * @param run a run as read from its file
 * @param method name of the method that recalls
 * @returns one row a repair, in the order of finalization
 * @throws {RangeError} where the run keeps no vector for a text that the method compares
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { recallAgain } from "./recall_again.ts";
 * import { exampleRun } from "./examples.ts";
 * const [repair] = await recallAgain(await exampleRun(), "merit");
 * assert.deepEqual([repair!.attempt, repair!.recalled.tokens, repair!.matched], [1, 0, true]);
 * ```
 */
export async function recallAgain(
  run: StoredRun,
  method: string,
): Promise<readonly RecalledAgain[]> {
  const { configuration } = run.manifest;
  const prompts = promptSets[configuration.prompts], { polarity } = configuration.memory;
  const weigh = (retrieved: readonly Retrieved[]): Precedents => ({
    retrieved,
    tokens: retrieved
      .map(({ entry }) => estimateTokens(renderEntry(entry, { prompts, polarity })))
      .reduce((sum, tokens) => sum + tokens, 0),
  });
  const { recall } = methodNamed(method);
  const { memory, store } = rebuildMemory(run);
  const rows: RecalledAgain[] = [];
  for (const { task, position, steps, entries } of run.episodes) {
    for (const [i, { attempt, retrieved }] of steps.entries()) {
      const failed = steps[i - 1]?.attempt, failure = failed?.failure;
      if (!failed || !failure) continue;
      const context = { task, position, failed, failure, memory, configuration };
      const shown = weigh(retrieved), recalled = weigh(await recall(context));
      const matched = polaritiesOf(shown) === polaritiesOf(recalled) &&
        isLengthMatched(shown.tokens, recalled.tokens);
      rows.push({ task, attempt: attempt.number, shown, recalled, matched });
    }
    store.add(entries);
  }
  return rows;
}

function polaritiesOf({ retrieved }: Precedents): string {
  return retrieved.map(({ entry }) => entry.polarity).sort().join();
}
