import assert from "node:assert/strict";
import { accuracyFigure, type AccuracyPoint } from "../../lib/figures/accuracy_figure.ts";

const measured: AccuracyPoint = {
  label: "merit",
  accuracy: 0.575,
  low: 0.422,
  high: 0.715,
  first: 0.5,
  source: "measured",
};
const reported: AccuracyPoint = {
  label: "merit (paper)",
  accuracy: 0.6979,
  low: null,
  high: null,
  first: null,
  source: "reported",
};
const layersOf = (rows: readonly AccuracyPoint[]) =>
  Object.fromEntries(
    accuracyFigure(rows, { budget: 7, reportedBy: "another model" }).spec.layer
      .map(({ name, data }) => [name, data.values]),
  );

Deno.test("accuracyFigure: percent, attempt 0 beside K, the interval in words", () => {
  assert.deepEqual(layersOf([measured]), {
    interval: [{ label: "merit", low: 42.2, high: 71.5 }],
    dot: [
      { label: "merit", kind: "attempt 0", accuracy: 50 },
      { label: "merit", kind: "after at most 7 repairs", accuracy: 57.5 },
    ],
    number: [{ label: "merit", text: "57.5 [42.2, 71.5]" }],
  });
});

Deno.test("accuracyFigure: reported results have a look and a name of their own", () => {
  const { dot, number, interval } = layersOf([measured, reported]);
  assert.deepEqual(dot!.at(-1), {
    label: "merit (paper)",
    kind: "reported for another model",
    accuracy: 69.79,
  });
  assert.deepEqual(number!.at(-1), { label: "merit (paper)", text: "69.8" });
  assert.equal(interval!.length, 1);
});

Deno.test("accuracyFigure: without intervals there is no layer for them", () => {
  assert.deepEqual(Object.keys(layersOf([reported])), ["dot", "number"]);
});

Deno.test("accuracyFigure: no rows are refused", () => {
  assert.throws(() => accuracyFigure([], { budget: 7 }), /no rows/);
});
