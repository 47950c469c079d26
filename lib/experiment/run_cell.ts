/**
 * Running one cell: one method over one stream into one run file.
 *
 * @module
 */
import type { Episode, MemoryEntry, Task } from "../domain.ts";
import { InfrastructureError, ReplayMissError } from "../errors.ts";
import type { LanguageModel } from "../llm/language_model.ts";
import type { LoopSetting } from "../loop/repair_episode.ts";
import { noGold, repairEpisode } from "../loop/repair_episode.ts";
import { methodNamed } from "../loop/methods.ts";
import { createMemory } from "../memory/memory.ts";
import { createVectorBook } from "../memory/vector_book.ts";
import type { RunManifest } from "../runs/manifest.ts";
import { openRunWriter } from "../runs/run_writer.ts";
import type { RunRequest } from "./run_request.ts";
import type { Embedder } from "../scorer/embedder.ts";

/** What a cell is run with. */
export interface CellSetting {
  /** The run file. */
  readonly path: string;
  /** What determines the run. */
  readonly manifest: RunManifest;
  /** Tasks in stream order. */
  readonly stream: readonly Task[];
  /** Entries that memory starts with. */
  readonly initialMemory: readonly MemoryEntry[];
  /** Goes on with run files that are there already. */
  readonly resume: boolean;
  /** What the user asked for, kept in the file. */
  readonly request: RunRequest | null;
  /** The model that answers. */
  readonly model: LanguageModel;
  /** The embedder of retrieval. */
  readonly embedder: Embedder;
  /** The oracle. */
  readonly observe: LoopSetting["observe"];
  /** Attempt 0 from elsewhere. */
  readonly initialSql?: LoopSetting["initialSql"];
  /** Whether a task has a gold to judge by; all have where it is left out. */
  readonly isScorable?: (task: Task) => boolean;
  /** Called after each finalized episode. */
  readonly onEpisode?: (episode: Episode, progress: CellProgress) => void;
  /** Questions that are not run now, asked before each. */
  readonly isLeftOut?: (task: Task) => boolean;
  /** Takes a call that a recording lacks, and the cell goes on without that question. */
  readonly onMiss?: (task: Task, miss: ReplayMissError) => void;
  /** Aborting it leaves the running episode out and the file resumable. */
  readonly signal?: AbortSignal;
  /** Aborting it lets the running episode end and begins no other. */
  readonly closing?: AbortSignal;
}

/** How far a cell is. */
export interface CellProgress {
  /** Those done. */
  readonly done: number;
  /** Those there are. */
  readonly total: number;
}

/** Episodes in a row that broken machinery may leave unscored before the run stops. */
const patience = 3;

/**
 * Runs a cell to the end of its stream, one finalized episode after the other.
 *
 * @param setting stream, method, model, oracle and the file
 * @returns the number of episodes run now
 * @throws {InfrastructureError} after three unscored episodes in a row: the machinery is gone
 * @throws {ReplayMissError} when a recording lacks a call, without an `onMiss`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runCell } from "./run_cell.ts";
 * import { exampleCell } from "./examples.ts";
 * assert.equal(await runCell(exampleCell()), 1);
 * ```
 */
export async function runCell(setting: CellSetting): Promise<number> {
  const { manifest, stream, signal } = setting;
  using writer = openRunWriter(setting);
  const vectors = createVectorBook(setting.embedder);
  for (const [text, vector] of writer.vectors()) vectors.remember(text, vector);
  const loop: LoopSetting = {
    method: methodNamed(manifest.method),
    configuration: manifest.configuration,
    memory: createMemory({ store: writer.store, vectors }),
    model: setting.model,
    observe: setting.observe,
    ...(setting.initialSql ? { initialSql: setting.initialSql } : {}),
    ...(signal ? { signal } : {}),
  };
  const pending = writer.pending(), before = stream.length - pending.length;
  let done = before, unscoredInRow = 0;
  for (const position of pending) {
    if (setting.closing?.aborted) break;
    signal?.throwIfAborted();
    const task = stream[position]!;
    if (setting.isLeftOut?.(task)) continue;
    const episode = await repairEpisode(task, position, loop).catch((error) => {
      if (!(error instanceof ReplayMissError) || setting.onMiss === undefined) throw error;
      setting.onMiss(task, error);
      return null;
    });
    signal?.throwIfAborted();
    if (episode === null) continue;
    writer.finalize(episode, vectors.takeFresh());
    done++;
    setting.onEpisode?.(episode, { done, total: stream.length });
    unscoredInRow = episode.outcome === "unscored" && episode.note !== noGold
      ? unscoredInRow + 1
      : 0;
    if (unscoredInRow === patience) {
      throw new InfrastructureError(
        `Stopped after ${patience} unscored episodes in a row; the last: ${episode.note}`,
      );
    }
  }
  return done - before;
}
