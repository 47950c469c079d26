/**
 * `merit sweep status`: how far the cells of a sweep are.
 *
 * @module
 */
import { relative } from "node:path";
import { readEnds, readJobs, readQueue } from "../experiment/slurm.ts";
import { readSweep } from "../experiment/sweep_folder.ts";
import {
  type CellState,
  type CellStatus,
  type QueuedCell,
  readCellStatus,
} from "../experiment/sweep_status.ts";
import { type Command, exitCodes } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { findRuns } from "./find_runs.ts";
import { toLine } from "./printable.ts";

/** What `merit sweep status --json` prints. */
export interface SweepReport {
  /** Cells in each state. */
  readonly counts: Readonly<Record<CellState, number>>;
  /** Questions settled and in all, over the cells whose run files are there. */
  readonly questions: { readonly done: number; readonly total: number };
  /** State of the job that makes the run files, while it is in the queue; else empty. */
  readonly prepare: string;
  /** The cells, in their order. */
  readonly cells: readonly CellStatus[];
}

/**
 * Reads how far a sweep is: its run files, and what squeue says where there are jobs.
 *
 * @param folder a sweep's folder, or any with run files
 * @throws {InputError} where there is neither a sweep nor a run file
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readSweepReport } from "./sweep_status.ts";
 * await assert.rejects(readSweepReport("missing"), /there is no such file or folder/);
 * ```
 */
export async function readSweepReport(folder: string): Promise<SweepReport> {
  const sweep = await readSweep(folder), jobs = await readJobs(folder);
  const queue = jobs === null ? null : await readQueue(jobs);
  const ends = jobs === null || queue === null ? new Map<number, string>() : await readEnds(jobs);
  const runs = sweep !== null
    ? sweep.cells.map(({ run }) => run)
    : jobs !== null
    ? []
    : (await findRuns([folder])).map((path) => relative(folder, path));
  // Behind the cells of the jobs are those of earlier sweeps.
  const queued = (number: number): QueuedCell | undefined =>
    jobs === null || queue === null || number > jobs.count
      ? undefined
      : queue.cells.get(number) ?? { place: "gone", reason: ends.get(number) ?? "" };
  const cells: CellStatus[] = [];
  for (const [at, run] of runs.entries()) {
    cells.push(await readCellStatus(folder, run, queued(at + 1)));
  }
  const count = (state: CellState) => cells.filter((cell) => cell.state === state).length;
  // Before the first job has ended there is no list of the cells yet.
  const unlisted = sweep === null ? jobs?.count ?? 0 : 0;
  return {
    counts: {
      done: count("done"),
      running: count("running"),
      failed: count("failed"),
      waiting: count("waiting") + unlisted,
    },
    questions: {
      done: cells.reduce((sum, { done }) => sum + done, 0),
      total: cells.reduce((sum, { total }) => sum + total, 0),
    },
    prepare: queue?.prepare ?? "",
    cells,
  };
}

/**
 * The command `merit sweep status`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { sweepStatusCommand } from "./sweep_status.ts";
 * assert.match(sweepStatusCommand.usage, /merit sweep status/);
 * ```
 */
export const sweepStatusCommand: Command = defineCommand({
  name: "sweep status",
  summary: "how many cells of a sweep are done, running, failed, waiting",
  about: [
    "Reads the run files and, where the cells are jobs, squeue and sacct. Lists the cells that run or failed.",
    "A cell of a job array that has left the queue before its end has failed: the same merit sweep",
    "command, once more, goes on with it.",
  ],
  operands: { name: "DIR", least: 1, most: 1 },
  flags: { json: { kind: "boolean", help: "print JSON with every cell" } },
  examples: [
    { line: "merit sweep status runs/sweep", does: "counts, and what runs or failed" },
    { line: "merit sweep status runs/sweep --json", does: "for a program" },
  ],
  checkFailed: "a cell failed",
  async run({ flags, operands }, terminal) {
    const report = await readSweepReport(operands[0]!);
    const { counts: { done, running, failed, waiting }, questions, prepare, cells } = report;
    if (flags.json) terminal.print(JSON.stringify(report));
    else {
      if (prepare !== "") terminal.print(`preparing: ${prepare}`);
      terminal.print(
        `cells: ${done} done, ${running} running, ${failed} failed, ${waiting} waiting; ` +
          `questions: ${questions.done} of ${questions.total}`,
      );
      for (const { run, state, done, total, reason } of cells) {
        if (state !== "running" && state !== "failed") continue;
        terminal.print(toLine(`${state}: ${run}, ${done} of ${total}${reason && `: ${reason}`}`));
      }
    }
    return failed > 0 ? exitCodes.checkFailed : exitCodes.done;
  },
});
