import assert from "node:assert/strict";
import { cumulativeNormal, normalQuantile } from "../../lib/stats/normal.ts";
import { assertClose, reference } from "./reference.ts";

for (const [probability, z] of reference.normal_quantile) {
  Deno.test(`normalQuantile: agrees with scipy at ${probability}`, () => {
    assertClose(normalQuantile(probability!), z!, 1e-12);
  });
}

for (const [z, area] of reference.cumulative_normal) {
  Deno.test(`cumulativeNormal: agrees with scipy at ${z}`, () => {
    assertClose(cumulativeNormal(z!), area!, 1e-12);
  });
}

Deno.test("cumulativeNormal: joins the series and the fraction, and ends at 0 and 1", () => {
  for (const z of [-3, 3]) {
    assertClose(cumulativeNormal(z - 1e-9), cumulativeNormal(z + 1e-9), 1e-8);
  }
  assert.deepEqual([-Infinity, Infinity].map(cumulativeNormal), [0, 1]);
});

Deno.test("normalQuantile: no probability is an error, not NaN", () => {
  for (const probability of [0, 1, -0.1, NaN]) {
    assert.throws(() => normalQuantile(probability), /need more than 0 and less than 1/);
  }
});
