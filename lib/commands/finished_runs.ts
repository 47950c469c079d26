/**
 * What of several runs can be compared.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { StoredRun } from "../runs/run_reader.ts";
import type { Terminal } from "./command.ts";

/**
 * Leaves out the runs that are not finished and names them on stderr: a replay may lack one arm of
 * several.
 *
 * @param runs in any order
 * @param options.terminal where to name what is left out
 * @param options.purpose what cannot be done where no run is left, such as `draw figures`
 * @returns the finished runs, in their order
 * @throws {InputError} where no run is finished
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { finishedRuns } from "./finished_runs.ts";
 * const notes: string[] = [], run = await exampleRun();
 * const printError = (line: string) => void notes.push(line);
 * const terminal = { print() {}, printError, isInteractive: false, columns: 80 };
 * const started = { ...run, path: "b.run.sqlite", episodes: [] };
 * assert.deepEqual(finishedRuns([started, run], { terminal, purpose: "compare" }), [run]);
 * assert.deepEqual(notes, ["Note: left out b.run.sqlite: 0 of 1 questions are finished"]);
 * ```
 */
export function finishedRuns(
  runs: readonly StoredRun[],
  { terminal, purpose }: { readonly terminal: Terminal; readonly purpose: string },
): readonly StoredRun[] {
  const isFinished = ({ episodes, stream }: StoredRun) => episodes.length === stream.length;
  const finished = runs.filter(isFinished);
  if (finished.length === 0) {
    throw new InputError(`Cannot ${purpose}: of ${runs.length} runs none is finished, need one`);
  }
  for (const { path, episodes, stream } of runs.filter((run) => !isFinished(run))) {
    terminal.printError(
      `Note: left out ${path}: ${episodes.length} of ${stream.length} questions are finished`,
    );
  }
  return finished;
}
