import assert from "node:assert/strict";
import { tokensFigure } from "../../lib/figures/tokens_figure.ts";

const rows = [
  { label: "b", tokens: 2000, accuracy: 0.6, low: 0.5, high: 0.7, isOnFront: true },
  { label: "a", tokens: 1000.26, accuracy: 0.5, low: null, high: null, isOnFront: true },
  { label: "c", tokens: 3000, accuracy: 0.55, low: null, high: null, isOnFront: false },
];

Deno.test("tokensFigure: the front runs from cheap to dear through its own points, on to the dearest arm", () => {
  const [front, interval, dot] = tokensFigure(rows).spec.layer;
  const steps = front!.data.values.map(({ tokens, accuracy }) => [tokens, accuracy]);
  assert.deepEqual(steps, [[1000.3, 50], [2000, 60], [3000, 60]]);
  assert.equal(front!.mark.interpolate, "step-after");
  assert.deepEqual(interval!.data.values, [{ label: "b", tokens: 2000, low: 50, high: 70 }]);
  assert.deepEqual(dot!.data.values[1], { label: "a", tokens: 1000.3, accuracy: 50 });
});

Deno.test("tokensFigure: rows without a front are refused", () => {
  assert.throws(() => tokensFigure([rows[2]!]), /no rows for "front"/);
});
