/**
 * Effect by database as a table.
 *
 * @module
 */
import type { DatabasePoint } from "./databases_figure.ts";
import type { Table } from "./table.ts";
import { describeSetting, type TableSetting } from "./table_setting.ts";

/** What an arm gains over the base on one database, with its test. */
export interface DatabaseTableRow extends DatabasePoint {
  /** How the interval was found; null where there is none. */
  readonly method: "bca" | "percentile" | null;
  /** Questions on which the arm is right more often than the base. */
  readonly wins: number;
  /** Questions on which the base is. */
  readonly losses: number;
  /** Two-sided, not corrected; null where it is undefined. */
  readonly p: number | null;
}

/**
 * Effect by database, a line an arm and database: the difference with its interval, the questions
 * that speak for and against the arm, and the p value of that split.
 *
 * @param rows differences to one base
 * @param options `setting`: what they share; `base`: what the arms are compared with
 * @returns the table `databases`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { databasesTable } from "./databases_table.ts";
 * const row = { label: "merit", database: "zoo", n: 40, difference: -0.1, low: null, high: null };
 * const tested = { ...row, method: null, wins: 0, losses: 4, p: 0.125 };
 * const setting = { benchmark: "b", model: "m", mode: "d", budget: 7, orders: [1], questions: 40 };
 * const options = { setting: { ...setting, feedback: "full" }, base: "stateless" } as const;
 * assert.match(databasesTable([tested], options).notes.join(), /Exploratory/);
 * ```
 */
export function databasesTable(
  rows: readonly DatabaseTableRow[],
  { setting, base }: { readonly setting: TableSetting; readonly base: string },
): Table {
  const methods = new Set(rows.map(({ method }) => method));
  return {
    name: "databases",
    caption:
      `Difference in execution accuracy to ${base} by database, in percentage points, under ` +
      "oracle feedback; exploratory.",
    columns: [
      { name: "database", title: "database", kind: "text" },
      { name: "method", title: "method", kind: "text" },
      { name: "n", title: "n", kind: "count" },
      { name: "difference", title: "points [95 %]", kind: "difference", hasInterval: true },
      { name: "wins", title: "wins", kind: "count" },
      { name: "losses", title: "losses", kind: "count" },
      { name: "p", title: "p (raw)", kind: "p" },
    ],
    rows: rows.toSorted((a, b) => a.database < b.database ? -1 : Number(a.database > b.database))
      .map(({ database, label, n, difference, low, high, wins, losses, p }) => [
        { value: database },
        { value: label },
        { value: n },
        { value: difference, low, high, absent: "[–]*" },
        { value: wins },
        { value: losses },
        { value: p },
      ]),
    notes: [
      describeSetting(setting),
      `Exploratory: ${rows.length} comparisons, p not corrected for their number. ` +
      `Wins, losses: questions that only the method or only ${base} solves` +
      (setting.orders.length === 1
        ? "; p: McNemar's exact test."
        : ", averaged over the orders; p: sign flips over these averages."),
      ...(methods.has("bca") || methods.has("percentile")
        ? [
          "Intervals of 95 %: paired bootstrap over the questions of a database, " +
          (!methods.has("percentile")
            ? "BCa."
            : methods.has("bca")
            ? "BCa or, where that is undefined, percentile."
            : "percentile, since BCa is undefined."),
        ]
        : []),
      ...(methods.has(null)
        ? [
          "* No interval: no question differs, or all that do differ in one direction, and no " +
          "resample of them crosses 0. Read p.",
        ]
        : []),
    ],
  };
}
