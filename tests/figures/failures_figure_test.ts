import assert from "node:assert/strict";
import { type FailureCell, failuresFigure } from "../../lib/figures/failures_figure.ts";

const cell = (before: string, after: string, count: number, share: number): FailureCell => ({
  before,
  after,
  count,
  share,
});
const grid = [
  cell("syntax", "solved", 3, 0.75),
  cell("syntax", "filter_value", 1, 0.25),
  cell("filter_value", "solved", 0, 0),
  cell("filter_value", "filter_value", 1 + 2 / 3, 1),
];
const valuesOf = (rows: readonly FailureCell[]) =>
  failuresFigure(rows, { label: "merit" }).spec.layer[1]!.data.values;

Deno.test("failuresFigure: rows carry their totals, means one decimal, types no underscore", () => {
  assert.deepEqual(valuesOf(grid).map(({ before, after, text }) => [before, after, text]), [
    ["syntax (4)", "solved", "3"],
    ["syntax (4)", "filter value", "1"],
    ["filter value (1.7)", "solved", "0"],
    ["filter value (1.7)", "filter value", "1.7"],
  ]);
});

Deno.test("failuresFigure: text is light on dark cells and quiet where nothing is", () => {
  assert.deepEqual(valuesOf(grid).map(({ ink }) => ink), ["light", "dark", "none", "light"]);
});

Deno.test("failuresFigure: a cell missing or twice is refused", () => {
  assert.throws(() => valuesOf(grid.slice(1)), /3 cells, 3 of them different, need .* 2 × 2/);
  assert.throws(() => valuesOf([...grid, grid[0]!]), /5 cells, 4 of them different/);
});
