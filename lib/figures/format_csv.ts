/**
 * CSV as RFC 4180 describes it.
 *
 * @module
 */

/**
 * Writes rows as CSV: cells with a comma, a quote or a line break are quoted, quotes doubled.
 *
 * @param rows the header first; null becomes an empty cell
 * @returns the file's text, a line feed after each row
 * @see {@link https://www.rfc-editor.org/rfc/rfc4180}
 *
 * @example
 * ```ts
 * import { formatCsv } from "./format_csv.ts";
 * const text = formatCsv([["sql", "rows"], ['SELECT "a", b', 2]]);
 * if (text !== 'sql,rows\n"SELECT ""a"", b",2\n') throw new Error(`Expected quotes, got ${text}`);
 * ```
 */
export function formatCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  const write = (cell: string | number | null) => {
    const text = cell === null ? "" : String(cell);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => row.map(write).join(",") + "\n").join("");
}
