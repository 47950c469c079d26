import assert from "node:assert/strict";
import { adjustHolm } from "../../lib/stats/holm.ts";
import { assertClose, reference } from "./reference.ts";

for (const { p, adjusted } of reference.holm) {
  Deno.test(`adjustHolm: agrees with statsmodels for ${p}`, () => {
    adjustHolm(p).forEach((value, at) => assertClose(value!, adjusted[at]!));
  });
}

Deno.test("adjustHolm: a test that could not be made stays in the family", () => {
  const [first, missing, third] = adjustHolm([0.01, null, 0.02]);
  assertClose(first!, 0.03);
  assert.equal(missing, null);
  assertClose(third!, 0.04);
  assert.deepEqual(adjustHolm([]), []);
  assert.deepEqual(adjustHolm([null]), [null]);
});

Deno.test("adjustHolm: refuses what is no probability", () => {
  for (const p of [NaN, -0.1, 1.1]) {
    assert.throws(() => adjustHolm([p]), /need numbers in \[0, 1\]/);
  }
});
