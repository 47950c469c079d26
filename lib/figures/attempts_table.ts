/**
 * Accuracy by attempt as a table.
 *
 * @module
 */
import type { AttemptPoint } from "./attempts_figure.ts";
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
 * import { attemptsTable } from "./attempts_table.ts";
 * const row = { label: "merit", attempt: 0, accuracy: 0.5, low: 0.4, high: 0.6 };
 * const setting = { benchmark: "b", model: "m", mode: "d", budget: 7, orders: [1], questions: 40 };
 * const table = attemptsTable([row], { ...setting, feedback: "full" });
 * assert.deepEqual(table.columns.map(({ title }) => title), ["repairs", "merit"]);
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
      { name: "attempt", title: "repairs", kind: "count" },
      ...labels.map((label): TableColumn => ({
        name: label,
        title: label,
        kind: "rate",
        hasInterval: true,
      })),
    ],
    rows: lines.map(([attempt, points]) => [
      { value: attempt },
      ...labels.map((label) => cellOf(points.find((point) => point.label === label))),
    ]),
    notes: [describeSetting(setting), "Intervals of 95 % are Wilson's."],
  };
}

function cellOf(point: AttemptPoint | undefined): TableCell {
  if (point === undefined) return { value: null };
  const { accuracy, low, high } = point;
  return { value: accuracy, low, high };
}
