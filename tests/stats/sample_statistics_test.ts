import assert from "node:assert/strict";
import { mean, quantile, standardDeviation } from "../../lib/stats/sample_statistics.ts";
import { assertClose, reference } from "./reference.ts";

for (const { values, probability, quantile: expected } of reference.quantile) {
  Deno.test(`quantile: agrees with numpy for ${probability} of ${values}`, () => {
    assertClose(quantile(values, probability)!, expected);
    assertClose(quantile(Float64Array.from(values), probability)!, expected);
  });
}

Deno.test("mean, standardDeviation, quantile: null where undefined, never NaN", () => {
  assert.deepEqual([mean([]), quantile([], 0.5)], [null, null]);
  assert.deepEqual([standardDeviation([]), standardDeviation([3])], [null, null]);
  assert.deepEqual([mean([3]), standardDeviation([3, 3])], [3, 0]);
});
