import assert from "node:assert/strict";
import { type Judged, measureConfusion } from "../../lib/analysis/confusion.ts";
import { type FailureType, failureTypes } from "../../lib/domain.ts";

/**
 * The example of scikit-learn's `confusion_matrix`: true 2 0 2 2 0 1, predicted 0 0 2 2 0 2. Its
 * `precision_recall_fscore_support` gives precision 2/3, undefined, 2/3, recall 1, 0, 2/3 and F1 0.8,
 * 0, 2/3.
 */
const classes: readonly FailureType[] = ["result_mismatch", "schema_linking", "aggregation"];
const judged = [[2, 0], [0, 0], [2, 2], [2, 2], [0, 0], [1, 2]]
  .map(([actual, predicted]): Judged => ({
    actual: classes[actual!]!,
    predicted: classes[predicted!]!,
  }));

Deno.test("measureConfusion: scikit-learn's example", () => {
  const { matrix, types, n, correct, accuracy } = measureConfusion(judged);
  assert.deepEqual(matrix.slice(0, 3).map((row) => row.slice(0, 3)), [[2, 0, 0], [0, 0, 1], [
    1,
    0,
    2,
  ]]);
  const [zero, one, two] = types;
  assert.deepEqual([zero!.precision, zero!.recall, zero!.support], [2 / 3, 1, 2]);
  assert.deepEqual([one!.precision, one!.recall, one!.f1, one!.support], [null, 0, null, 1]);
  assert.deepEqual([two!.precision, two!.recall, two!.support], [2 / 3, 2 / 3, 3]);
  assert.equal(zero!.f1, 0.8);
  assert.equal(two!.f1, 2 / 3);
  assert.deepEqual([n, correct, accuracy], [6, 4, 4 / 6]);
});

Deno.test("measureConfusion: Wilson's interval of the accuracy", () => {
  // statsmodels 0.15.0: proportion_confint(4, 6, method="wilson")
  const { interval } = measureConfusion(judged);
  assert.ok(Math.abs(interval!.low - 0.29999332) < 1e-8, String(interval!.low));
  assert.ok(Math.abs(interval!.high - 0.90322859) < 1e-8, String(interval!.high));
});

Deno.test("measureConfusion: nothing measured is null, never 0 or NaN", () => {
  const { accuracy, interval, types, matrix } = measureConfusion([]);
  assert.deepEqual([accuracy, interval], [null, null]);
  assert.equal(types.length, failureTypes.length);
  for (const { precision, recall, f1, support } of types) {
    assert.deepEqual([precision, recall, f1, support], [null, null, null, 0]);
  }
  assert.ok(matrix.flat().every((count) => count === 0));
});

Deno.test("measureConfusion: a type that is always missed and often given has F1 0", () => {
  const { types } = measureConfusion([
    { actual: "syntax", predicted: "unknown" },
    { actual: "unknown", predicted: "syntax" },
  ]);
  assert.equal(types.find(({ type }) => type === "syntax")!.f1, 0);
});
