/**
 * `merit compact`: makes a recording one small file.
 *
 * @module
 */
import { compactRecording } from "../llm/open_recording.ts";
import { type Command, exitCodes } from "./command.ts";
import { defineCommand } from "./define_command.ts";

/**
 * The command `merit compact`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { compactCommand } from "./compact.ts";
 * assert.match(compactCommand.usage, /merit compact/);
 * ```
 */
export const compactCommand: Command = defineCommand({
  name: "compact",
  summary: "make a recording one small file, to keep or to commit",
  about: [
    "Merges the write-ahead log into the file and gives back unused pages. A recording must be",
    "compacted before it is replayed; nobody may be writing to it.",
    "A recording over data that may not be passed on must not hold it either: --without-prompts drops",
    "what was asked and keeps what was answered, which is all that a replay needs. Such a recording takes",
    "no prompt in any more.",
  ],
  operands: { name: "RECORDING", least: 1, most: Infinity },
  flags: {
    "without-prompts": {
      kind: "boolean",
      help: "drop the prompts; a miss is no longer explained, nor can the model be asked again",
    },
  },
  examples: [
    { line: "merit compact runs/calls.sqlite", does: "ready for --replay" },
    { line: "merit compact data/recordings/bundled.sqlite", does: "ready to be committed" },
    {
      line: "merit compact part.sqlite --without-prompts",
      does: "ready to be passed on without the benchmark's texts",
    },
  ],
  run({ flags, operands }, terminal) {
    for (const path of operands) {
      compactRecording(path, { prompts: !flags["without-prompts"] });
      terminal.print(`${path}: ${Deno.statSync(path).size} bytes`);
    }
    return Promise.resolve(exitCodes.done);
  },
});
