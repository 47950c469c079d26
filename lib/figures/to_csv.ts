/**
 * From a table to CSV.
 *
 * @module
 */
import { formatCsv } from "./format_csv.ts";
import { requireWhole, type Table } from "./table.ts";

/**
 * Writes a table as RFC 4180 describes CSV, its numbers as data: fractions, not percent. A column
 * with intervals is followed by `NAME_low` and `NAME_high`. Caption and notes are left out,
 * and a true minus sign becomes the one of ASCII.
 *
 * @returns the text, a line feed after each row
 * @throws {RangeError} for a row that does not fit
 * @see {@link https://www.rfc-editor.org/rfc/rfc4180}
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { toCsv } from "./to_csv.ts";
 * const columns = [{ name: "accuracy", title: "", kind: "rate", hasInterval: true }] as const;
 * const rows = [[{ value: 0.5, low: 0.25, high: null }]];
 * const text = toCsv({ name: "t", caption: "", columns, rows, notes: [] });
 * assert.equal(text, "accuracy,accuracy_low,accuracy_high\n0.5,0.25,\n");
 * ```
 */
export function toCsv(table: Table): string {
  requireWhole(table);
  const { columns, rows } = table;
  const header = columns.flatMap(({ name, hasInterval }) =>
    hasInterval ? [name, `${name}_low`, `${name}_high`] : [name]
  );
  const cells = rows.map((row) =>
    row.flatMap(({ value, low, high }, at) =>
      columns[at]!.hasInterval ? [value, low ?? null, high ?? null] : [value]
    )
  );
  return formatCsv([header, ...cells].map((row) => row.map(toPlain)));
}

/** Programs that read numbers know no true minus sign. */
function toPlain(value: string | number | null): string | number | null {
  return typeof value === "string" ? value.replaceAll("−", "-") : value;
}
