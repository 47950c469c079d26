/**
 * A glance at a result.
 *
 * @module
 */
import type { Cell, RowsOutcome } from "../domain.ts";

const previewRows = 3;
const longestText = 40;

/** The text where it is short, else its beginning and an ellipsis; never half a character. */
function cut(text: string): string {
  const characters = [...text];
  if (characters.length <= longestText) return text;
  return characters.slice(0, longestText - 1).join("") + "…";
}

function renderCell(cell: Cell): string {
  if (cell === null) return "NULL";
  if (typeof cell === "string") return cut(cell.replace(/\s+/g, " "));
  if (cell instanceof Uint8Array) return cut(`x'${cell.subarray(0, longestText).toHex()}'`);
  const digits = String(cell);
  return typeof cell === "number" && /^-?\d+$/.test(digits) ? `${digits}.0` : digits;
}

/**
 * Renders the first three rows of a result, a line each, cells as `a | b`: NULL is written so, REAL
 * keeps a decimal point, blanks collapse, and texts end after 40 characters.
 *
 * @param outcome rows of a query
 * @returns the lines, with a last line `… n rows in all` where there are more; empty for no rows
 *
 * @example
 * ```ts
 * import { renderPreview } from "./render_preview.ts";
 * const rows = [[1n, "Ann", null], [2n, "Bo", 1.5]];
 * const text = renderPreview({ kind: "rows", columns: ["a", "b", "c"], rows, invalidUtf8: false });
 * if (text !== "1 | Ann | NULL\n2 | Bo | 1.5") throw new Error(`Unexpected ${text}`);
 * ```
 */
export function renderPreview({ rows }: RowsOutcome): string {
  const lines = rows.slice(0, previewRows).map((row) => row.map(renderCell).join(" | "));
  if (rows.length > previewRows) lines.push(`… ${rows.length} rows in all`);
  return lines.join("\n");
}
