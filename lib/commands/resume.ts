/**
 * `merit resume`: goes on with interrupted runs.
 *
 * @module
 */
import { InfrastructureError, InputError, ReplayMissError } from "../errors.ts";
import { requestOf } from "../experiment/stored_request.ts";
import { readProgress } from "../runs/run_progress.ts";
import { type Command, exitCodes, type Terminal } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { explainError } from "./dispatch.ts";
import { findRuns } from "./find_runs.ts";
import { toPrintable } from "./printable.ts";
import { runRequest } from "./run.ts";

/** What a resume may be told. */
export interface ResumeFlags {
  /** The same model at another address; undefined keeps the one that the run was started with. */
  readonly model: string | undefined;
  /** No progress. */
  readonly quiet: boolean;
  /** One JSON line a finished run. */
  readonly json: boolean;
}

/**
 * Goes on with one run; what stops it is told and need not stop the others.
 *
 * @param path the run file
 * @param options what the resume is told; where to print
 * @returns an exit code; 1 where questions stay unscored, or a replay lacks calls
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { resumeRun } from "./resume.ts";
 * const lines: string[] = [];
 * const printError = (line: string) => void lines.push(line);
 * const terminal = { print() {}, printError, isInteractive: false, columns: 80 };
 * const flags = { model: undefined, quiet: true, json: false };
 * assert.equal(await resumeRun("missing.run.sqlite", { flags, terminal }), 2);
 * assert.match(lines[0]!, /no such file/);
 * ```
 */
export async function resumeRun(
  path: string,
  { flags, terminal }: { readonly flags: ResumeFlags; readonly terminal: Terminal },
): Promise<number> {
  try {
    const { done, total } = readProgress(path);
    if (done === total) {
      if (!flags.quiet) terminal.printError(`${path}: finished, nothing is left to run`);
      return exitCodes.done;
    }
    return await runRequest(requestOf(path, flags.model), { resume: true, ...flags }, terminal);
  } catch (error) {
    if (error instanceof ReplayMissError) {
      terminal.printError(
        `${path}: not recorded further; the command that made it asks for the rest where it is given ` +
          `--model SPEC: ${toPrintable(error.message)}`,
      );
      return exitCodes.checkFailed;
    }
    if (!(error instanceof InputError || error instanceof InfrastructureError)) throw error;
    return explainError(error, { terminal, about: path });
  }
}

/**
 * The command `merit resume`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { resumeCommand } from "./resume.ts";
 * assert.match(resumeCommand.usage, /merit resume runs/);
 * ```
 */
export const resumeCommand: Command = defineCommand({
  name: "resume",
  summary: "go on with interrupted runs",
  about: [
    "Reads from each run file what it was started with and runs the questions that are missing or",
    "that broken machinery left unscored. Finished runs are left alone, and a replay goes as far as its",
    "recording. Refuses a run where configuration, data, order or memory differ, and goes on with the",
    "others; the exit code is the gravest of all.",
  ],
  operands: { name: "RUN", least: 1, most: Infinity },
  flags: {
    model: { kind: "text", value: "SPEC", help: "the same model at another address" },
    quiet: { kind: "boolean", help: "no progress" },
    json: { kind: "boolean", help: "print one JSON line a finished run" },
  },
  examples: [
    { line: "merit resume runs", does: "every unfinished run of a folder" },
    { line: "merit resume runs/bundled-merit-order1-seed1.run.sqlite", does: "one run" },
  ],
  checkFailed: "a recording lacks calls, or broken machinery left questions unscored again",
  async run({ flags, operands }, terminal) {
    let gravest: number = exitCodes.done;
    for (const path of await findRuns(operands)) {
      const code = await resumeRun(path, { flags, terminal });
      if (code === exitCodes.interrupted) return code;
      gravest = Math.max(gravest, code);
    }
    return gravest;
  },
});
