/**
 * Notebook files (nbformat 4.5), and the one form in which the repository stores them.
 *
 * @module
 */

/** What a cell left behind. */
export interface Output {
  readonly output_type: "display_data" | "execute_result" | "stream" | "error";
  /** Of the first two: by media type. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Of `error`. */
  readonly ename?: string;
  readonly evalue?: string;
  /** Of `stream`. */
  readonly name?: string;
  readonly text?: string | readonly string[];
}

/** A code or Markdown cell. */
export interface Cell {
  readonly cell_type: string;
  readonly id?: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly source: string | readonly string[];
  readonly outputs?: readonly Output[];
  readonly execution_count?: number | null;
}

/** A whole notebook. */
export interface Notebook {
  readonly cells: readonly Cell[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly nbformat: number;
  readonly nbformat_minor: number;
}

/** What every notebook says about its kernel; versions would change with each Deno. */
const metadata = {
  kernelspec: { display_name: "Deno", language: "typescript", name: "deno" },
  language_info: {
    codemirror_mode: "typescript",
    file_extension: ".ts",
    mimetype: "text/x.typescript",
    name: "typescript",
    nbconvert_exporter: "script",
    pygments_lexer: "typescript",
  },
};

/**
 * Reads a notebook.
 *
 * @throws {SyntaxError} for what is no notebook of nbformat 4.5
 */
export function parseNotebook(text: string): Notebook {
  const notebook: Notebook = JSON.parse(text);
  const { nbformat, nbformat_minor: minor } = notebook ?? {};
  if (nbformat !== 4 || minor < 5 || !Array.isArray(notebook.cells)) {
    throw new SyntaxError(`Cannot read a notebook of nbformat ${nbformat}.${minor}, need 4.5`);
  }
  return notebook;
}

/** Its code cells; the first is cell 1, as its execution count shows. */
export function codeCells(notebook: Notebook): readonly Cell[] {
  return notebook.cells.filter((cell) => cell.cell_type === "code");
}

/** Joins a text that may be stored as lines. */
export function joinText(text: string | readonly string[]): string {
  return typeof text === "string" ? text : text.join("");
}

/**
 * Takes out what changes from run to run: execution counts become 1, 2, …, cells keep their tags,
 * outputs their data.
 *
 * @param notebook as stored or as executed
 * @returns what to store
 */
export function cleanNotebook(notebook: Notebook): Notebook {
  let count = 0;
  const cells = notebook.cells.map(({ cell_type, id, metadata, source, outputs = [] }): Cell => ({
    cell_type,
    ...(id === undefined ? {} : { id }),
    metadata: metadata.tags === undefined ? {} : { tags: metadata.tags },
    source: splitLines(joinText(source)),
    ...(cell_type === "code"
      ? { execution_count: ++count, outputs: outputs.map(cleanOutput) }
      : {}),
  }));
  return { cells, metadata, nbformat: 4, nbformat_minor: 5 };
}

function cleanOutput(output: Output): Output {
  const { output_type, data } = output;
  if (data === undefined) return output;
  const store = (
    [type, value]: [string, unknown],
  ) => [type, isText(value) ? splitLines(joinText(value)) : value];
  return { output_type, data: Object.fromEntries(Object.entries(data).map(store)), metadata: {} };
}

/** Text of a media bundle is a string or lines; anything else is JSON. */
export function isText(value: unknown): value is string | readonly string[] {
  return typeof value === "string" ||
    (Array.isArray(value) && value.every((line) => typeof line === "string"));
}

function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Writes a notebook as Jupyter does: sorted keys, indented by 1. */
export function writeNotebook(notebook: Notebook): string {
  return `${JSON.stringify(sortKeys(notebook), null, 1)}\n`;
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);
  return Object.fromEntries(entries.map(([key, part]) => [key, sortKeys(part)]));
}
