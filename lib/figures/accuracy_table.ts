/**
 * The main table: accuracy and cost of each arm.
 *
 * @module
 */
import type { Table } from "./table.ts";
import { describeSetting, type TableSetting } from "./table_setting.ts";

/** One arm. Fractions are in [0, 1]. */
export interface AccuracyTableRow {
  /** The arm. */
  readonly label: string;
  /** Scored questions. */
  readonly n: number;
  /** Questions that are not. */
  readonly unscored: number;
  /** Execution accuracy at attempt 0. */
  readonly first: number;
  /** At the end, after at most K repairs. */
  readonly accuracy: number;
  /** Ends of its interval. */
  readonly low: number;
  /** See `low`. */
  readonly high: number;
  /** Model calls a question. */
  readonly calls: number;
  /** Tokens a question. */
  readonly tokens: number;
}

/**
 * Accuracy at attempt 0 beside accuracy at K with its interval, calls and tokens.
 *
 * @param rows one an arm
 * @param options `setting`: what they share; `best`: the arm whose accuracy is separated from that of
 * every other one and so stands in bold, null where none is
 * @returns the table `accuracy`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { accuracyTable } from "./accuracy_table.ts";
 * const row = { label: "merit", n: 40, unscored: 0, first: 0.5, accuracy: 0.6, low: 0.5, high: 0.7 };
 * const setting = { benchmark: "b", model: "m", mode: "d", budget: 7, orders: [1], questions: 40 };
 * const options = { setting: { ...setting, feedback: "full" }, best: null } as const;
 * const table = accuracyTable([{ ...row, calls: 4, tokens: 2000 }], options);
 * assert.equal(table.columns.length, table.rows[0]!.length);
 * ```
 */
export function accuracyTable(
  rows: readonly AccuracyTableRow[],
  { setting, best }: { readonly setting: TableSetting; readonly best: string | null },
): Table {
  const { budget } = setting;
  const unscored = rows.filter((row) => row.unscored > 0);
  return {
    name: "accuracy",
    caption:
      `Execution accuracy (%) at attempt 0 and after at most ${budget} repairs under oracle ` +
      "feedback, with 95 % intervals, and what a question costs.",
    columns: [
      { name: "method", title: "method", kind: "text" },
      { name: "n", title: "n", kind: "count" },
      { name: "attempt_0", title: "attempt 0", kind: "rate" },
      { name: "accuracy", title: `at ${budget} [95 %]`, kind: "rate", hasInterval: true },
      { name: "calls", title: "calls", kind: "mean" },
      { name: "tokens", title: "tokens", kind: "count" },
    ],
    rows: rows.map(({ label, n, first, accuracy, low, high, calls, tokens }) => [
      { value: label },
      { value: n },
      { value: first },
      { value: accuracy, low, high, isBold: label === best },
      { value: calls },
      { value: tokens },
    ]),
    notes: [
      describeSetting(setting),
      "Intervals are Wilson's, over questions averaged over the orders. " +
      (best === null
        ? "None is bold: the best is not separated from all others."
        : "Bold: separated from all others (Holm, 5 %)."),
      ...(unscored.length === 0 ? [] : [
        `Left out as unscored: ${
          unscored.map((row) => `${row.label} ${row.unscored}`).join(", ")
        }.`,
      ]),
    ],
  };
}
