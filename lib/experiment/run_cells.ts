/**
 * Running the cells of a request, several at once where asked.
 *
 * @module
 */
import type { Episode } from "../domain.ts";
import { ReplayMissError } from "../errors.ts";
import { prefetchFirst } from "./prefetch_first.ts";
import { openRunWriter } from "../runs/run_writer.ts";
import type { PreparedCells } from "./prepare_cells.ts";
import { type CellProgress, type CellSetting, runCell } from "./run_cell.ts";
import { runPool } from "./run_pool.ts";

/** How cells are run. */
export interface RunCellsOptions {
  /** Cells at once, at least 1. */
  readonly parallel: number;
  /** Asks attempt 0 of all tasks first, database by database: servers keep the common prefix. */
  readonly prefetch: boolean;
  /** Aborting it stops the work. */
  readonly signal?: AbortSignal;
  /** Aborting it lets running episodes end and begins no other. */
  readonly closing?: AbortSignal;
  /** Called after each answer. */
  readonly onPrefetch?: (progress: CellProgress) => void;
  /** Called after each finalized episode. */
  readonly onEpisode?: (cell: CellSetting, episode: Episode, progress: CellProgress) => void;
  /** Takes a cell whose recording lacks a call; the others go on. Left out, a miss stops all. */
  readonly onMiss?: (cell: CellSetting, miss: ReplayMissError) => void;
}

/**
 * Runs all cells. Each writes a file of its own, so that their interleaving changes nothing.
 *
 * @param prepared cells and what they share
 * @param options parallelism and progress
 * @returns nothing; the run files hold the results
 * @throws {InputError} where a run file exists that is not to be resumed, before any call
 * @throws whatever a cell throws first; the other cells stop at their next episode
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runCells } from "./run_cells.ts";
 * import { exampleCell } from "./examples.ts";
 * const cell = exampleCell();
 * const seen: string[] = [];
 * await runCells(
 *   { cells: [cell], model: cell.model },
 *   { parallel: 1, prefetch: true, onEpisode: (_, episode) => seen.push(episode.outcome) },
 * );
 * assert.deepEqual(seen, ["solved"]);
 * ```
 */
export async function runCells(
  prepared: Pick<PreparedCells, "cells" | "model">,
  options: RunCellsOptions,
): Promise<void> {
  const { cells, model } = prepared;
  // All files are there before the first call, so that a resume of the folder misses no cell.
  for (const cell of cells) openRunWriter(cell)[Symbol.dispose]();
  if (options.prefetch) await prefetchFirst({ ...options, cells, model });
  await runPool({
    items: cells,
    workers: options.parallel,
    ...(options.signal ? { signal: options.signal } : {}),
    run: async (cell, signal) => {
      try {
        await runCell({
          ...cell,
          resume: true,
          signal,
          ...(options.closing ? { closing: options.closing } : {}),
          onEpisode: (episode, progress) => options.onEpisode?.(cell, episode, progress),
        });
      } catch (error) {
        if (!(error instanceof ReplayMissError) || options.onMiss === undefined) throw error;
        options.onMiss(cell, error);
      }
    },
  });
}
