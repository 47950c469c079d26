import assert from "node:assert/strict";
import { exactDetectableDifference, exactPower } from "../../lib/stats/exact_power.ts";
import { detectableDifference } from "../../lib/stats/power.ts";

/** By sums of scipy.stats.binom (1.17.1): n, discordant share, alpha, difference, power. */
const powers = [
  [40, 0.05, 0.05, 0.0992, 0.20117363478465972],
  [40, 0.05, 0.01, 0.0992, 0.04023512133395988],
  [80, 0.075, 0.05, 0.086, 0.6949009030697872],
  [80, 0.075, 0.01, 0.086, 0.3824883602737294],
  [160, 0.1, 0.05, 0.07, 0.782332102022495],
  [200, 0.3, 0.05 / 3, 0.1, 0.5346269771893901],
  [300, 0.1, 0.05, 0.05, 0.7444711848556712],
] as const;

Deno.test("exactPower: equals sums of scipy's binomial probabilities", () => {
  for (const [n, discordantShare, alpha, difference, expected] of powers) {
    const power = exactPower({ n, discordantShare, alpha, difference });
    assert.ok(Math.abs(power - expected) < 1e-9, `n ${n}: ${power}, need ${expected}`);
  }
});

Deno.test("exactDetectableDifference: the smallest step of 1e-4 with the power, or none", () => {
  const cases = [
    [40, 0.05, 0.05, 0.1905],
    [40, 0.05, 0.01, 0.2454],
    [80, 0.075, 0.05, 0.0971],
    [80, 0.075, 0.01, 0.1254],
    [160, 0.1, 0.01, 0.0836],
    [5, 0.05, 0.05, null],
  ] as const;
  for (const [n, discordantShare, alpha, expected] of cases) {
    assert.equal(exactDetectableDifference({ n, discordantShare, alpha }), expected, `n ${n}`);
  }
});

Deno.test("exactDetectableDifference: comes near the normal approximation as n grows", () => {
  const exact = exactDetectableDifference({ n: 1534, discordantShare: 0.1, alpha: 0.05 })!;
  const normal = detectableDifference({ n: 1534, discordantShare: 0.1 });
  assert.ok(exact > normal && exact < normal * 1.06, `${exact} against ${normal}`);
});

Deno.test("exactPower: arguments out of range are named", () => {
  const plan = { n: 10, discordantShare: 0.1, alpha: 0.05, difference: 0.1 };
  assert.throws(() => exactPower({ ...plan, n: 0 }), RangeError);
  assert.throws(() => exactPower({ ...plan, alpha: 1.5 }), RangeError);
  assert.throws(() => exactPower({ ...plan, discordantShare: -0.1 }), /discordant share is -0.1/);
  assert.throws(() => exactPower({ ...plan, difference: 2 }), /difference is 2/);
});
