/**
 * Executes notebooks with nbconvert, watched.
 *
 * @module
 */
import { dirname, join, resolve } from "node:path";
import { InfrastructureError } from "../../lib/errors.ts";
import { jupyter } from "./environment.ts";
import {
  type Cell,
  cleanNotebook,
  codeCells,
  type Notebook,
  type Output,
  parseNotebook,
} from "./notebook_file.ts";
import type { StoredNotebook } from "./check_types.ts";
import type { KernelReport, Patience } from "./watch_kernel.ts";

/** A notebook as it came out. */
export interface Execution {
  /** With new outputs, as nbconvert stored them. */
  readonly notebook: Notebook;
  /** What the kernel saw; null where a cell took it along. */
  readonly report: KernelReport | null;
}

const watcher = new URL("watch_kernel.ts", import.meta.url).href;

function hiddenCell(call: string, at: number): Cell {
  const source = `await (await import("${watcher}")).${call};`;
  return {
    cell_type: "code",
    id: `hidden-${at}`,
    metadata: {},
    source,
    outputs: [],
    execution_count: null,
  };
}

/**
 * Executes a copy of a notebook in its folder with a fresh kernel, from the first cell to the last,
 * also after an error.
 *
 * @param stored where it is and what it holds; old outputs are dropped
 * @param patience how long it may leave something behind
 * @returns the notebook with what its cells put out
 * @throws {InfrastructureError} where nbconvert or the kernel breaks down, with nbconvert's last words
 */
export async function executeNotebook(
  { path, notebook }: StoredNotebook,
  patience: Patience,
): Promise<Execution> {
  // The kernel's temporary files go here too, so that they go with it, whatever happens to the kernel.
  const folder = await Deno.makeTempDir();
  try {
    const process = jupyter("nbconvert", [
      ...["--stdin", "--to", "notebook", "--execute", "--allow-errors"],
      ...[`--ExecutePreprocessor.timeout=600`, "--output-dir", folder, "--output", "out"],
    ], {
      cwd: dirname(resolve(path)),
      env: { TMPDIR: folder },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = process.stdin.getWriter();
    await writer.write(new TextEncoder().encode(JSON.stringify(surround(notebook, patience))));
    await writer.close();
    const { stderr } = await process.output();
    const text = await Deno.readTextFile(join(folder, "out.ipynb")).catch(() => null);
    if (text === null) {
      const words = new TextDecoder().decode(stderr).trim().split("\n").slice(-8).join("\n");
      throw new InfrastructureError(`Cannot execute ${path}: ${words}`);
    }
    return takeOut(parseNotebook(text));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Puts a hidden cell before every code cell, and one at the end. */
function surround(notebook: Notebook, patience: Patience): Notebook {
  let count = 0;
  const cells = notebook.cells.flatMap((cell) => {
    if (cell.cell_type !== "code") return [cell];
    count++;
    return [hiddenCell(`enterCell(${count})`, count), {
      ...cell,
      outputs: [],
      execution_count: null,
    }];
  });
  return {
    ...notebook,
    cells: [...cells, hiddenCell(`handOut(${JSON.stringify(patience)})`, 0)],
    metadata: cleanNotebook(notebook).metadata,
  };
}

function takeOut(executed: Notebook): Execution {
  const isHidden = (cell: Cell) => cell.id?.startsWith("hidden-") ?? false;
  const last: Output | undefined = codeCells(executed).at(-1)?.outputs?.find(({ evalue }) =>
    evalue?.startsWith("{")
  );
  return {
    notebook: { ...executed, cells: executed.cells.filter((cell) => !isHidden(cell)) },
    report: last === undefined ? null : JSON.parse(last.evalue!),
  };
}
