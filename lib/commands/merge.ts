/**
 * `merit merge`: gathers the run files of several folders in one.
 *
 * @module
 */
import { join, relative, resolve } from "node:path";
import { InputError } from "../errors.ts";
import { requireWritableFolder } from "../experiment/require_writable_folder.ts";
import { mergeRuns, type MergeSource } from "../runs/merge_runs.ts";
import { type Command, exitCodes } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { findRuns } from "./find_runs.ts";

/** The run files of a folder, named by their place in it; none where it holds none. */
async function listSources(folder: string, mayBeEmpty: boolean): Promise<readonly MergeSource[]> {
  const paths = await findRuns([folder]).catch((error) => {
    if (mayBeEmpty && error instanceof InputError) return [];
    throw error;
  });
  return paths.map((path) => ({ path: resolve(path), name: relative(folder, path) }));
}

/**
 * The command `merit merge`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mergeCommand } from "./merge.ts";
 * assert.match(mergeCommand.usage, /merit merge DIR… --out DIR/);
 * ```
 */
export const mergeCommand: Command = defineCommand({
  name: "merge",
  summary: "gather the run files of several folders in one",
  about: [
    "Copies run files, each to the place that it has in its folder, after computing its chain of",
    "digests anew. The same cell in two folders is taken once where both hold the same results, or one",
    "goes on where the other stopped; where their results differ both are named and nothing is",
    "written. OUT/merge.json lists every file with its SHA-256. Recordings are not merged.",
  ],
  operands: { name: "DIR", least: 1, most: Infinity },
  flags: {
    out: { kind: "text", value: "DIR", required: true, help: "the merged folder" },
    json: { kind: "boolean", help: "print what OUT/merge.json holds" },
  },
  examples: [
    { line: "merit merge node1/runs node2/runs --out runs", does: "two machines' cells in one" },
    { line: "merit merge more --out runs", does: "adds to what the folder holds" },
  ],
  async run({ flags, operands }, terminal) {
    const { out } = flags;
    const sources = (await Promise.all(operands.map((folder) => listSources(folder, false))))
      .flat();
    await requireWritableFolder(out);
    const runs = await mergeRuns([...await listSources(out, true), ...sources], resolve(out));
    const listed = JSON.stringify({ runs: runs.map(({ from: _from, ...run }) => run) }, null, 1);
    await Deno.writeTextFile(join(out, "merge.json"), `${listed}\n`);
    if (flags.json) terminal.print(listed);
    else {
      const open = runs.filter(({ episodes, total }) => episodes < total).length;
      terminal.print(
        `${runs.length} runs in ${out}${open === 0 ? "" : `, ${open} of them unfinished`}`,
      );
    }
    return exitCodes.done;
  },
});
