import assert from "node:assert/strict";
import { detectableDifference, powerOfDifference, questionsNeeded } from "../../lib/stats/power.ts";
import { assertClose, reference } from "./reference.ts";

for (const { n, share, difference, level, power } of reference.power) {
  Deno.test(`powerOfDifference: agrees with statsmodels for ${difference} at n = ${n}`, () => {
    assertClose(powerOfDifference({ n, discordantShare: share, difference, level }), power, 1e-10);
  });
}

for (const { n, share, power, level, difference } of reference.detectable) {
  Deno.test(`detectableDifference: agrees with statsmodels at n = ${n}, power ${power}`, () => {
    // statsmodels counts the other tail too, which at this power holds less than 1 in 100,000.
    const seen = detectableDifference({ n, discordantShare: share, level, power });
    assertClose(seen, difference, 1e-5);
  });
}

Deno.test("detectableDifference: 2.8 points at n = 1,034 and 2.3 at 1,534 with 10 % discordant", () => {
  const points = [1034, 1534].map((n) =>
    (100 * detectableDifference({ n, discordantShare: 0.1 })).toFixed(1)
  );
  assert.deepEqual(points, ["2.8", "2.3"]);
});

Deno.test("questionsNeeded: the first n whose detectable difference is small enough", () => {
  const n = questionsNeeded({ discordantShare: 0.1, difference: -0.03 });
  const detectable = (n: number) => detectableDifference({ n, discordantShare: 0.1 });
  assert.ok(detectable(n) <= 0.03 && detectable(n - 1) > 0.03);
});

Deno.test("power: a difference of 0 has the power of the level; nothing gives NaN", () => {
  const plan = { n: 100, discordantShare: 0.1 };
  assertClose(powerOfDifference({ ...plan, difference: 0 }), 0.05, 1e-12);
  assert.equal(detectableDifference({ n: 100, discordantShare: 0 }), 0);
  assert.throws(() => detectableDifference({ n: 0, discordantShare: 0.1 }), /n is 0/);
  assert.throws(() => detectableDifference({ n: 9, discordantShare: 10 }), /share is 10/);
  assert.throws(() => powerOfDifference({ n: 9, discordantShare: 0, difference: 1 }), /share is 0/);
  assert.throws(() => questionsNeeded({ discordantShare: 0.1, difference: 0 }), /other than 0/);
});
