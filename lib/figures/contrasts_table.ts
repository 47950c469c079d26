/**
 * The table of differences with their tests.
 *
 * @module
 */
import { type ForestRow, writeFamily } from "./forest_figure.ts";
import type { Table } from "./table.ts";
import { describeSetting, type TableSetting } from "./table_setting.ts";

/** One contrast with its test. */
export interface ContrastTableRow extends ForestRow {
  /** Questions compared. */
  readonly n: number;
  /** Of them, those whose averaged correctness differs. */
  readonly discordant: number;
  /** Two-sided; null where it is undefined. */
  readonly p: number | null;
  /** Adjusted by Holm's rule over the table; null where it is undefined. */
  readonly pHolm: number | null;
}

/**
 * Differences in points with intervals, raw and adjusted p, what could have been detected, and how
 * many prompts the variant changed.
 *
 * @param rows one a contrast
 * @param options `setting`: what they share; `method`: how intervals and p were computed
 * @returns the table `contrasts`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { contrastsTable } from "./contrasts_table.ts";
 * const row = { label: "a − b", difference: 0.03, low: 0, high: 0.06, detectable: 0.028, bite: 0.5 };
 * const tested = { verdict: "not separated", family: 1, n: 40, discordant: 3, p: 0.2, pHolm: 0.2 } as const;
 * const setting = { benchmark: "b", model: "m", mode: "d", budget: 7, orders: [1], questions: 40 };
 * const options = { setting: { ...setting, feedback: "full" }, method: "BCa" } as const;
 * assert.equal(contrastsTable([{ ...row, ...tested }], options).rows.length, 1);
 * ```
 */
export function contrastsTable(
  rows: readonly ContrastTableRow[],
  { setting, method }: { readonly setting: TableSetting; readonly method: string },
): Table {
  return {
    name: "contrasts",
    caption: "Differences in execution accuracy, in percentage points, under oracle feedback.",
    columns: [
      { name: "contrast", title: "contrast", kind: "text" },
      { name: "n", title: "n", kind: "count" },
      { name: "discordant", title: "discordant", kind: "count" },
      { name: "difference", title: "points [95 %]", kind: "difference", hasInterval: true },
      { name: "p", title: "p", kind: "p" },
      { name: "p_holm", title: "p (Holm)", kind: "p" },
      { name: "detectable", title: "detectable", kind: "rate" },
      { name: "bite", title: "bite (%)", kind: "rate" },
      { name: "verdict", title: "verdict", kind: "text" },
    ],
    rows: rows.map((row) => [
      { value: row.label },
      { value: row.n },
      { value: row.discordant },
      {
        value: row.difference,
        low: row.low,
        high: row.high,
        isBold: row.verdict === "separated",
      },
      { value: row.p },
      { value: row.pHolm },
      { value: row.detectable, absent: "none" },
      { value: row.bite },
      { value: row.verdict },
    ]),
    notes: [
      describeSetting(setting),
      `${method} Bold: separated. Detectable: the points that this n shows with a power of 80 % ${
        writeFamily(rows)
      }. ` +
      "None: no difference could be shown. Bite: repair prompts that differ from the base's; below 10 % nothing was tested.",
    ],
  };
}
