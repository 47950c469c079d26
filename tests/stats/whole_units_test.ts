import assert from "node:assert/strict";
import { toWholeUnits } from "../../lib/stats/whole_units.ts";

Deno.test("toWholeUnits: the smallest denominator that makes all whole", () => {
  const seen = (values: number[]) => {
    const { units, denominator, areWhole } = toWholeUnits(values);
    return [[...units], denominator, areWhole];
  };
  assert.deepEqual(seen([1, -1, 0]), [[1, -1, 0], 1, true]);
  assert.deepEqual(seen([1 / 3, 2 / 3, 1]), [[1, 2, 3], 3, true]);
  assert.deepEqual(seen([1 / 7, 0.5]), [[2, 7], 14, true]);
  assert.deepEqual(seen([]), [[], 1, true]);
  assert.deepEqual(seen([Math.SQRT2, 1]), [[Math.SQRT2, 1], 1, false]);
  assert.deepEqual(seen([1e7]), [[1e7], 1, false]);
});

Deno.test("toWholeUnits: thirds add up to 0 exactly, which they do not as doubles", () => {
  const values = [...Array(10).fill(1 / 3), ...Array(5).fill(-2 / 3)];
  assert.notEqual(values.reduce((sum, value) => sum + value, 0), 0);
  assert.equal(toWholeUnits(values).units.reduce((sum, unit) => sum + unit, 0), 0);
});

Deno.test("toWholeUnits: NaN is an error", () => {
  assert.throws(() => toWholeUnits([NaN]), /value 0 is NaN/);
});
