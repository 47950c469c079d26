/**
 * `merit resume`: goes on with interrupted runs.
 *
 * @module
 */
import { InfrastructureError, InputError } from "../errors.ts";
import { requestOf } from "../experiment/stored_request.ts";
import { noGold } from "../loop/repair_episode.ts";
import { readRun } from "../runs/run_reader.ts";
import { type Command, exitCodes, type Terminal } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { explainError } from "./dispatch.ts";
import { findRuns } from "./find_runs.ts";
import { runRequest } from "./run.ts";

/** Whether nothing is left to run: an episode without a gold stays as it is. */
function isFinished(path: string): boolean {
  const { stream, episodes } = readRun(path);
  const settled = episodes.filter(({ outcome, note }) => outcome !== "unscored" || note === noGold);
  return settled.length === stream.length;
}

interface ResumeFlags {
  readonly model: string | undefined;
  readonly quiet: boolean;
  readonly json: boolean;
}

/** Goes on with one run; what stops it is told and need not stop the others. */
async function resumeRun(
  path: string,
  { flags, terminal }: { readonly flags: ResumeFlags; readonly terminal: Terminal },
): Promise<number> {
  try {
    if (isFinished(path)) {
      if (!flags.quiet) terminal.printError(`${path}: finished, nothing is left to run`);
      return exitCodes.done;
    }
    return await runRequest(requestOf(path, flags.model), { resume: true, ...flags }, terminal);
  } catch (error) {
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
    "that broken machinery left unscored. Finished runs are left alone. Refuses a run where",
    "configuration, data, order or memory differ, and goes on with the others; the exit code is the",
    "gravest of all.",
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
  checkFailed: "broken machinery left questions unscored again",
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
