/**
 * `merit merge`: gathers the run files of several folders in one.
 *
 * @module
 */
import { basename, join, relative, resolve } from "node:path";
import { InputError } from "../errors.ts";
import { requireWritableFolder } from "../experiment/require_writable_folder.ts";
import { mergeRuns, type MergeSource } from "../runs/merge_runs.ts";
import { type Command, exitCodes } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { findRuns } from "./find_runs.ts";

/** Whether a path lies below a folder. */
function isInside(path: string, folder: string): boolean {
  const [first] = relative(folder, path).split(/[\\/]/);
  return first !== "" && first !== "..";
}

/** Run files of a folder, named by their place in it, or a run file by itself. */
async function listSources(from: string): Promise<readonly MergeSource[]> {
  const paths = await findRuns([from]);
  return paths.map((path) => ({
    path: resolve(path),
    name: relative(from, path) || basename(path),
  }));
}

/** What the merged folder holds already; nothing where it holds no run file. */
async function listMerged(out: string): Promise<readonly MergeSource[]> {
  return await listSources(out).catch((error) => {
    if (error instanceof InputError) return [];
    throw error;
  });
}

/** What is to be merged; the merged folder may lie in a folder whose files it gathers. */
async function listOthers(from: string, out: string): Promise<readonly MergeSource[]> {
  const sources = await listSources(from);
  return isInside(out, from) ? sources.filter(({ path }) => !isInside(path, out)) : sources;
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
    "Audits run files and copies each to the place that it has in its folder. The same cell in two folders is taken once where both hold the same results, or one",
    "goes on where the other stopped; where their results differ both are named and nothing is",
    "written. OUT/merge.json lists every file with its SHA-256. Recordings are not merged.",
  ],
  operands: { name: "DIR", least: 1, most: Infinity },
  flags: {
    out: { kind: "text", value: "DIR", required: true, help: "the merged folder" },
    json: { kind: "boolean", help: "print what OUT/merge.json holds" },
  },
  examples: [
    {
      line: "merit merge node1/runs node2/runs --out runs/all",
      does: "two machines' cells in one",
    },
    { line: "merit merge more --out runs/all", does: "adds to what the folder holds" },
  ],
  async run({ flags, operands }, terminal) {
    const { out } = flags;
    const sources = (await Promise.all(operands.map((from) => listOthers(from, out)))).flat();
    await requireWritableFolder(out);
    const runs = await mergeRuns([...await listMerged(out), ...sources], resolve(out));
    const listed = JSON.stringify({ runs: runs.map(({ from: _from, ...run }) => run) }, null, 1);
    await Deno.writeTextFile(join(out, "merge.json"), `${listed}\n`);
    if (flags.json) terminal.print(listed);
    else {
      const open = runs.filter(({ episodes, total }) => episodes < total).length;
      terminal.print(
        `${runs.length} ${runs.length === 1 ? "run" : "runs"} in ${out}${
          open === 0 ? "" : `, ${open} of them unfinished`
        }`,
      );
    }
    return exitCodes.done;
  },
});
