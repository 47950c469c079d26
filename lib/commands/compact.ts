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
  ],
  operands: { name: "RECORDING", least: 1, most: Infinity },
  flags: {},
  examples: [
    { line: "merit compact runs/calls.sqlite", does: "ready for --replay" },
    { line: "merit compact data/recordings/bundled.sqlite", does: "ready to be committed" },
  ],
  run({ operands }, terminal) {
    for (const path of operands) {
      compactRecording(path);
      terminal.print(`${path}: ${Deno.statSync(path).size} bytes`);
    }
    return Promise.resolve(exitCodes.done);
  },
});
