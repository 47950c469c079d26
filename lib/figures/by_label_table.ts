/**
 * Tables with a column an arm: accuracy by attempt, effect by database.
 *
 * @module
 */
import type { AttemptPoint } from "./attempts_figure.ts";
import type { DatabasePoint } from "./databases_figure.ts";
import type { Table, TableCell, TableColumn } from "./table.ts";
import { describeSetting, type TableSetting } from "./table_setting.ts";

/**
 * Accuracy by attempt, a line an attempt and a column an arm.
 *
 * @param rows a whole grid
 * @param setting what they share
 * @returns the table `attempts`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { attemptsTable } from "./by_label_table.ts";
 * const row = { label: "merit", attempt: 0, accuracy: 0.5, low: 0.4, high: 0.6 };
 * const setting = { benchmark: "b", model: "m", mode: "d", budget: 7, orders: [1], questions: 40 };
 * const table = attemptsTable([row], { ...setting, feedback: "full" });
 * assert.deepEqual(table.columns.map(({ title }) => title), ["repairs at most", "merit"]);
 * ```
 */
export function attemptsTable(rows: readonly AttemptPoint[], setting: TableSetting): Table {
  const labels = [...new Set(rows.map(({ label }) => label))];
  const lines = [...Map.groupBy(rows, ({ attempt }) => attempt)].sort(([a], [b]) => a - b);
  return {
    name: "attempts",
    caption: "Execution accuracy (%) if episodes had stopped after so many repairs, under oracle " +
      "feedback.",
    columns: [
      { name: "attempt", title: "repairs at most", kind: "count" },
      ...columnsOf(labels, "rate"),
    ],
    rows: lines.map(([attempt, points]) => [
      { value: attempt },
      ...cellsOf(labels, points, ({ accuracy, low, high }) => ({ value: accuracy, low, high })),
    ]),
    notes: [describeSetting(setting), "Intervals of 95 % are Wilson's."],
  };
}

/**
 * Effect by database, a line a database and a column an arm.
 *
 * @param rows differences to one base
 * @param options `setting`: what they share; `base`: what the arms are compared with
 * @returns the table `databases`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { databasesTable } from "./by_label_table.ts";
 * const row = { label: "merit", database: "zoo", n: 9, difference: 0.1, low: null, high: null };
 * const setting = { benchmark: "b", model: "m", mode: "d", budget: 7, orders: [1], questions: 40 };
 * const options = { setting: { ...setting, feedback: "full" }, base: "stateless" } as const;
 * assert.equal(databasesTable([row], options).rows.length, 1);
 * ```
 */
export function databasesTable(
  rows: readonly DatabasePoint[],
  { setting, base }: { readonly setting: TableSetting; readonly base: string },
): Table {
  const labels = [...new Set(rows.map(({ label }) => label))];
  return {
    name: "databases",
    caption:
      `Difference in execution accuracy to ${base} by database, in percentage points, under ` +
      "oracle feedback.",
    columns: [
      { name: "database", title: "database", kind: "text" },
      { name: "n", title: "n", kind: "count" },
      ...columnsOf(labels, "difference"),
    ],
    rows: [...Map.groupBy(rows, ({ database }) => database)].map(([database, points]) => [
      { value: database },
      { value: Math.max(...points.map(({ n }) => n)) },
      ...cellsOf(labels, points, ({ difference, low, high }) => ({ value: difference, low, high })),
    ]),
    notes: [
      describeSetting(setting),
      "Intervals of 95 % are paired bootstraps over the questions of a database; none where all " +
      "its differences are equal.",
    ],
  };
}

function columnsOf(
  labels: readonly string[],
  kind: TableColumn["kind"],
): readonly TableColumn[] {
  return labels.map((label) => ({ name: label, title: label, kind, hasInterval: true }));
}

function cellsOf<Point extends { readonly label: string }>(
  labels: readonly string[],
  points: readonly Point[],
  cellOf: (point: Point) => TableCell,
): readonly TableCell[] {
  return labels.map((label) => {
    const point = points.find((candidate) => candidate.label === label);
    return point === undefined ? { value: null } : cellOf(point);
  });
}
