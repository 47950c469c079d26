import assert from "node:assert/strict";
import { exactChanceDifference } from "../../lib/stats/chance_difference.ts";

/** n, discordant share, level, |wins − losses|: by trinomial probabilities as exact fractions. */
const cases = [
  [80, 0.025, 0.95, 3],
  [80, 0.05, 0.95, 4],
  [80, 0.1, 0.95, 6],
  [40, 0.3, 0.8, 4],
  [7, 1.0, 0.99, 7],
  [1, 1.0, 0.5, 1],
  [200, 0.5, 0.99, 26],
] as const;

for (const [n, discordantShare, level, size] of cases) {
  Deno.test(`exactChanceDifference: ${size} of ${n} where ${discordantShare} flip, at ${level}`, () => {
    assert.equal(exactChanceDifference({ n, discordantShare, level }), size / n);
  });
}

Deno.test("exactChanceDifference: nothing flips, nothing differs; arguments are checked", () => {
  const plan = { n: 80, discordantShare: 0.1 };
  assert.equal(exactChanceDifference({ ...plan, discordantShare: 0 }), 0);
  assert.equal(exactChanceDifference(plan), exactChanceDifference({ ...plan, level: 0.95 }));
  assert.throws(() => exactChanceDifference({ ...plan, n: 0 }), /n is 0/);
  assert.throws(() => exactChanceDifference({ ...plan, n: 1e6 }), /n is 1000000/);
  assert.throws(() => exactChanceDifference({ ...plan, level: 1 }), /level is 1/);
  assert.throws(() => exactChanceDifference({ ...plan, discordantShare: 2 }), /share is 2/);
});
