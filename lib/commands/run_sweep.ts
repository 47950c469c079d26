/**
 * Running the cells of a sweep as processes of this machine.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { runPool } from "../experiment/run_pool.ts";
import { cellFiles, type SweepCell } from "../experiment/sweep_folder.ts";
import { readProgress, type RunProgress } from "../runs/run_progress.ts";
import { formatDuration } from "./format_numbers.ts";
import { createProgress, type ProgressOptions } from "./progress.ts";
import { programArguments } from "./program.ts";

/** What is run. */
export interface SweepRun {
  /** Folder of the sweep. */
  readonly folder: string;
  /** What it runs, in that order. */
  readonly cells: readonly SweepCell[];
  /** Cells at once. */
  readonly workers: number;
  /** Aborting it stops the processes in order. */
  readonly signal: AbortSignal;
}

/** How a sweep ended. */
export interface SweepEnd {
  /** Cells that are done. */
  readonly done: number;
  /** Run files of those that are not. */
  readonly failed: readonly string[];
}

const lookEveryMs = 1000;

/**
 * Runs every cell that is not done in a process of its own; one that fails stops no other.
 *
 * @param sweep cells and how many at once
 * @param display where progress is shown
 * @returns how many are done and which are not
 * @throws the signal's reason where it was aborted, after the last process has ended
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runSweep } from "./run_sweep.ts";
 * const terminal = { print() {}, printError() {}, isInteractive: false, columns: 80 };
 * const { signal } = new AbortController();
 * const end = await runSweep(
 *   { folder: "sweep", cells: [], workers: 4, signal },
 *   { terminal, silent: true, now: () => 0 },
 * );
 * assert.deepEqual(end, { done: 0, failed: [] });
 * ```
 */
export async function runSweep(
  { folder, cells, workers, signal }: SweepRun,
  display: Omit<ProgressOptions, "total">,
): Promise<SweepEnd> {
  const failed: string[] = [];
  /** Places of the cells that run now. */
  const active = new Set<number>();
  let done = 0;
  const parts = cells.map(({ run }) => readProgress(cellFiles(folder, run).run));
  const look = watchQuestions(parts, display);
  using progress = createProgress({ total: 0, ...display });
  const show = () =>
    progress.prepare(
      `${done} of ${cells.length} cells done, ${active.size} running, ${failed.length} failed, ` +
        `${look.left()}; questions`,
      look.part(),
    );
  let timer: ReturnType<typeof setTimeout>;
  const lookAgain = () => {
    const started = display.now();
    for (const at of active) parts[at] = readAgain(folder, cells[at]!) ?? parts[at]!;
    show();
    // Long runs take long to open: looking is to cost one part in twenty.
    timer = setTimeout(lookAgain, Math.max(lookEveryMs, 20 * (display.now() - started)));
  };
  timer = setTimeout(lookAgain, lookEveryMs);
  try {
    await runPool({
      items: cells.map((cell, at) => ({ ...cell, at })),
      workers,
      signal,
      run: async ({ run, at }, signal) => {
        active.add(at);
        const end = isWhole(parts[at]!) ? "" : await runProcess({ folder, run }, signal);
        active.delete(at);
        signal.throwIfAborted();
        parts[at] = readAgain(folder, { run }) ?? parts[at]!;
        const { failure } = cellFiles(folder, run);
        // Its file says whether a cell is done: another sweep may run it, too.
        if (isWhole(parts[at]!)) {
          done++;
          await forgetFailure(failure);
        } else {
          failed.push(run);
          await noteFailure(failure, end);
        }
        show();
      },
    });
  } finally {
    clearTimeout(timer);
  }
  return { done, failed };
}

function isWhole({ done, total }: RunProgress): boolean {
  return done === total;
}

/** Null where the file cannot be read just now. */
function readAgain(folder: string, { run }: Pick<SweepCell, "run">): RunProgress | null {
  try {
    return readProgress(cellFiles(folder, run).run);
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** Questions of all cells together, and the time that is left at the pace since the start. */
function watchQuestions(
  parts: readonly RunProgress[],
  { now }: Pick<ProgressOptions, "now">,
) {
  const sum = () => ({
    done: parts.reduce((sum, { done }) => sum + done, 0),
    total: parts.reduce((sum, { total }) => sum + total, 0),
  });
  const started = now(), before = sum().done;
  return {
    part: sum,
    left() {
      const { done, total } = sum();
      if (done === before) return "time left unknown";
      return `${formatDuration((now() - started) / (done - before) * (total - done))} left`;
    },
  };
}

/** By which code or signal it ended. */
async function runProcess(
  { folder, run }: { readonly folder: string; readonly run: string },
  signal: AbortSignal,
): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...programArguments, "sweep", "cell", folder, run],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const stop = () => {
    try {
      child.kill("SIGTERM");
    } catch {
      // It ended just before.
    }
  };
  signal.addEventListener("abort", stop, { once: true });
  const status = await child.status;
  signal.removeEventListener("abort", stop);
  return status.signal ?? `code ${status.code}`;
}

/** A process that was killed from outside could not say itself why it ended. */
async function noteFailure(path: string, end: string): Promise<void> {
  try {
    await Deno.writeTextFile(path, `Its process ended by ${end}\n`, { createNew: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
}

async function forgetFailure(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
