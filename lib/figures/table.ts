/**
 * What a table is: cells with their meaning, so that each format writes them in its own way.
 *
 * @module
 */
import { undefinedMark, writeInterval, writePercent, writePoints } from "./format_values.ts";

/**
 * What the cells of a column are. `rate`: a fraction in [0, 1], written in percent; `difference`: one
 * in [−1, 1], written in percentage points with its sign; `mean`: any number, written with two
 * decimals; `p`: a p value.
 */
export type ColumnKind = "text" | "count" | "mean" | "rate" | "difference" | "p";

/** A column of a table. */
export interface TableColumn {
  /** Its name in a CSV file. */
  readonly name: string;
  /** Its heading for readers. */
  readonly title: string;
  /** What its cells are. */
  readonly kind: ColumnKind;
  /** Whether its cells have intervals: two more columns in a CSV file. */
  readonly hasInterval?: true;
}

/** A cell. */
export interface TableCell {
  /** As data; null where it is undefined. */
  readonly value: string | number | null;
  /** Lower end of its interval. */
  readonly low?: number | null;
  /** Upper end of its interval. */
  readonly high?: number | null;
  /** What readers see in the place of a value or an interval that is undefined, such as `none`. */
  readonly absent?: string;
  /** Whether readers should see it first. */
  readonly isBold?: boolean;
}

/** A table. */
export interface Table {
  /** Stem of its files' names. */
  readonly name: string;
  /** What it shows, in a sentence. */
  readonly caption: string;
  /** From left to right. */
  readonly columns: readonly TableColumn[];
  /** As many cells a row as there are columns. */
  readonly rows: readonly (readonly TableCell[])[];
  /** What a reader must know, below the table. */
  readonly notes: readonly string[];
}

/**
 * Writes a cell for readers, without markup.
 *
 * @param kind of its column
 * @param cell any cell
 * @returns the text, a dash where the value is undefined
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { writeCell } from "./table.ts";
 * assert.equal(writeCell("rate", { value: 0.625, low: 0.47, high: 0.758 }), "62.5 [47.0, 75.8]");
 * assert.equal(writeCell("p", { value: 0.0001 }), "< 0.001");
 * ```
 */
export function writeCell(kind: ColumnKind, cell: TableCell): string {
  const { value, low = null, high = null, absent } = cell;
  if (value === null) return absent ?? undefinedMark;
  const writeEnds = (write: (end: number) => string) =>
    writeInterval({ low, high }, write) || (cell.low === null && absent || "");
  if (typeof value === "string") return value.replace(/\s+/g, " ").trim();
  switch (kind) {
    case "text":
      return String(value);
    case "count":
      return writeNumber(value, 0);
    case "mean":
      return writeNumber(value, 2);
    case "rate":
      return `${writePercent(value)} ${writeEnds(writePercent)}`.trim();
    case "difference":
      return `${writePoints(value)} ${writeEnds(writePoints)}`.trim();
    case "p":
      return value < 0.001 ? "< 0.001" : value.toFixed(3);
  }
}

function writeNumber(value: number, decimals: number): string {
  return value.toLocaleString("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/**
 * Refuses a table whose rows do not fit its columns.
 *
 * @throws {RangeError} naming the row
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { requireWhole } from "./table.ts";
 * const table = { name: "t", caption: "", columns: [], rows: [[{ value: 1 }]], notes: [] };
 * assert.throws(() => requireWhole(table), /row 1 has 1 cells, need 0/);
 * ```
 */
export function requireWhole({ name, columns, rows }: Table): void {
  rows.forEach((row, at) => {
    if (row.length === columns.length) return;
    throw new RangeError(
      `Cannot write table ${name}: row ${at + 1} has ${row.length} cells, need ${columns.length}`,
    );
  });
}
