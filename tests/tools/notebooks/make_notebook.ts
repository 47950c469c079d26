/** Notebooks for tests. */
import type { Notebook, Output } from "../../../tools/notebooks/notebook_file.ts";
import { originKey } from "../../../tools/notebooks/watch_kernel.ts";

/** A notebook of code cells that were not executed. */
export function makeNotebook(sources: readonly string[]): Notebook {
  const cells = sources.map((source, at) => ({
    cell_type: "code",
    id: `cell-${at + 1}`,
    metadata: {},
    source,
    outputs: [],
    execution_count: null,
  }));
  return { cells, metadata: {}, nbformat: 4, nbformat_minor: 5 };
}

/** The same notebook with outputs, a list a cell. */
export function withOutputs(notebook: Notebook, outputs: readonly Output[][]): Notebook {
  const cells = notebook.cells.map((cell, at) => ({ ...cell, outputs: outputs[at] ?? [] }));
  return { ...notebook, cells };
}

/** What `show` sends for a text in a watched kernel. */
export function shown(text: string, cell?: number): Output {
  const metadata = cell === undefined ? {} : { [originKey]: { cell } };
  return { output_type: "display_data", data: { "text/plain": text }, metadata };
}
