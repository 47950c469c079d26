/**
 * Rows as a table in a notebook.
 *
 * @module
 */
import { toLine, toPrintable } from "../commands/printable.ts";
import { type Bundle, escapeHtml, withoutMathematics } from "./bundle.ts";

/** A row: what each column holds. Null is undefined, and shown as a dash. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Lays out rows as HTML and as text. Columns are in order of first use; those that hold numbers only
 * (also written ones, such as `57.5 %`) are flush right.
 *
 * @param rows any values; models' texts are escaped
 * @param options `caption`: what stands above the table
 * @returns a value to show
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { table } from "./table.ts";
 * const { data } = table([{ method: "merit", "at 7": "62.5 %" }, { method: "stateless", "at 7": null }]);
 * assert.equal(data["text/plain"], "method       at 7\n---------  ------\nmerit      62.5 %\nstateless       –");
 * ```
 */
export function table(rows: readonly Row[], options: { readonly caption?: string } = {}): Bundle {
  const { caption = "" } = options;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => columns.map((column) => writeCell(row[column])));
  const numeric = columns.map((_, at) => cells.every((row) => isNumber(row[at]!)));
  const narrow = columns.map((column, at) =>
    [column, ...cells.map((row) => row[at]!)].every((text) => text.length <= 24)
  );
  const layout = { columns, cells, numeric, narrow, caption };
  return { data: { "text/html": toHtml(layout), "text/plain": toText(layout) } };
}

interface Layout {
  readonly columns: readonly string[];
  readonly cells: readonly (readonly string[])[];
  readonly numeric: readonly boolean[];
  /** Columns that are not broken to make place for wide ones. */
  readonly narrow: readonly boolean[];
  readonly caption: string;
}

function writeCell(value: Row[string] | undefined): string {
  return value === null ? "–" : String(value ?? "");
}

function isNumber(text: string): boolean {
  return text === "" || text === "–" || /^[-−+]?\d[\d.,]*(?:e[-+]\d+)?(?: ?%)?$/.test(text);
}

function toHtml({ columns, cells, numeric, narrow, caption }: Layout): string {
  const styles = columns.map((_, at) =>
    `text-align: ${numeric[at] ? "right" : "left"}${narrow[at] ? "; white-space: nowrap" : ""}`
  );
  const write = (name: "th" | "td") => (text: string, at: number) =>
    `<${name} style="${styles[at]}">${escapeHtml(text)}</${name}>`;
  const line = (texts: readonly string[], name: "th" | "td") =>
    `<tr>${texts.map(write(name)).join("")}</tr>`;
  return [
    // A caption element could not be wider than its table.
    ...(caption === "" ? [] : [`<p class="${withoutMathematics}">${escapeHtml(caption)}</p>`]),
    `<table class="${withoutMathematics}">`,
    `<thead>${line(columns, "th")}</thead>`,
    "<tbody>",
    ...cells.map((row) => line(row, "td")),
    "</tbody>",
    "</table>",
  ].join("\n");
}

function toText({ columns, cells, numeric, caption }: Layout): string {
  const lines = [columns, ...cells].map((row) => row.map((text) => toLine(text)));
  const widths = columns.map((_, at) => Math.max(...lines.map((row) => [...row[at]!].length)));
  const pad = (text: string, at: number) => {
    const blanks = " ".repeat(widths[at]! - [...text].length);
    return numeric[at] ? blanks + text : text + blanks;
  };
  const [header, ...others] = lines.map((row) => row.map(pad).join("  ").trimEnd());
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  return [...(caption === "" ? [] : [toPrintable(caption)]), header, rule, ...others].join("\n");
}
