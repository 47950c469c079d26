/**
 * How far the cells of a sweep are, read from their files.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { runFileExists } from "../runs/run_file.ts";
import { isBeingWritten } from "../runs/run_lock.ts";
import { readProgress } from "../runs/run_progress.ts";
import { cellFiles } from "./sweep_folder.ts";

/** A cell is done, is run now, ended before its end, or is still to be run. */
export type CellState = "done" | "running" | "failed" | "waiting";

/** How far a cell is. */
export interface CellStatus {
  /** Its run file, relative to the sweep's folder. */
  readonly run: string;
  /** Whether it is done, and if not, why. */
  readonly state: CellState;
  /** Questions settled. */
  readonly done: number;
  /** Questions in all. */
  readonly total: number;
  /** Why it failed or waits; empty where there is nothing to say. */
  readonly reason: string;
}

/** What a queue of jobs says of a cell. */
export interface QueuedCell {
  /** Whether its job runs now, waits in the queue, or has left it. */
  readonly place: "running" | "waiting" | "gone";
  /** Why it waits, or how it ended; empty where that is not said. */
  readonly reason: string;
}

/**
 * Reads the state of a cell. Where a queue is known, it says what runs and what waits, and a cell
 * that is in it no more and not done has failed; else the lock and the note of the last failure do.
 *
 * @param folder the sweep's folder
 * @param run the cell's run file, relative to it
 * @param queued what the queue says; undefined without one
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readCellStatus } from "./sweep_status.ts";
 * assert.equal((await readCellStatus("missing", "a.run.sqlite")).state, "waiting");
 * ```
 */
export async function readCellStatus(
  folder: string,
  run: string,
  queued?: QueuedCell,
): Promise<CellStatus> {
  const files = cellFiles(folder, run);
  const status = (state: CellState, reason = "", part = { done: 0, total: 0 }): CellStatus => ({
    ...{ run, state, reason },
    ...part,
  });
  let part = { done: 0, total: 0 };
  try {
    if (runFileExists(files.run)) part = readProgress(files.run);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return status("failed", error.message);
  }
  if (part.total > 0 && part.done === part.total) return status("done", "", part);
  if (queued?.place === "running" || isBeingWritten(files.run)) return status("running", "", part);
  if (queued?.place === "waiting") return status("waiting", queued.reason, part);
  const failure = await readFailure(files.failure);
  if (failure !== null) return status("failed", failure, part);
  if (queued === undefined) return status("waiting", "", part);
  const how = queued.reason === "" ? "" : `: ${queued.reason}`;
  return status("failed", `It left the queue before its end${how}`, part);
}

async function readFailure(path: string): Promise<string | null> {
  try {
    return (await Deno.readTextFile(path)).trim();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
