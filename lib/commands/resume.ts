/**
 * `merit resume`: goes on with interrupted runs.
 *
 * @module
 */
import { requestOf } from "../experiment/stored_request.ts";
import { type Command, exitCodes } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { findRuns } from "./find_runs.ts";
import { runRequest } from "./run.ts";

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
    "that broken machinery left unscored. Refuses where configuration, data, order or memory differ.",
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
  async run({ flags, operands }, terminal) {
    for (const path of await findRuns(operands)) {
      const request = requestOf(path, flags.model);
      const code = await runRequest(request, { resume: true, ...flags }, terminal);
      if (code !== exitCodes.done) return code;
    }
    return exitCodes.done;
  },
});
