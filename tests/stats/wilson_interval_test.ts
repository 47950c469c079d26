import assert from "node:assert/strict";
import { wilsonInterval } from "../../lib/stats/wilson_interval.ts";
import { assertClose, reference } from "./reference.ts";

for (const { successes, n, level, low, high } of reference.wilson) {
  Deno.test(`wilsonInterval: agrees with statsmodels for ${successes} of ${n} at ${level}`, () => {
    const interval = wilsonInterval(successes, n, level)!;
    assertClose(interval.low, low);
    assertClose(interval.high, high);
  });
}

Deno.test("wilsonInterval: G8-04 has a width at 0 % and at 100 %", () => {
  const ends = [[0, 25], [25, 25], [0, 5000]].map(([successes, n]) => {
    const { low, high } = wilsonInterval(successes!, n!)!;
    return [low, high].map((end) => Number(end.toFixed(5)));
  });
  assert.deepEqual(ends, [[0, 0.13319], [0.86681, 1], [0, 0.00077]]);
});

Deno.test("wilsonInterval: null for no trials; refuses more successes than trials", () => {
  assert.equal(wilsonInterval(0, 0), null);
  assert.throws(() => wilsonInterval(2, 1), /successes are 2, need at most n, 1/);
  assert.throws(() => wilsonInterval(1, 2, 95), /level is 95/);
});
