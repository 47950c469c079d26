import assert from "node:assert/strict";
import {
  exactDetectableDifference,
  exactPower,
  exactQuestionsNeeded,
} from "../../lib/stats/exact_power.ts";
import { normalQuantile } from "../../lib/stats/normal.ts";

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

Deno.test("exactPower: questions lost beside a difference cost power, as scipy's sums say", () => {
  const cases = [
    [80, 0.075, 0.01, 0.125, 0.025, 0.4690270439231137],
    [107, 0.04, 0.01, 0.1, 0.0187, 0.5299070576951237],
    [40, 0.05, 0.05, 0.2, 0.05, 0.5673783358492219],
  ] as const;
  for (const [n, discordantShare, alpha, difference, lostShare, expected] of cases) {
    const power = exactPower({ n, discordantShare, lostShare, alpha, difference });
    assert.ok(Math.abs(power - expected) < 1e-9, `n ${n}: ${power}, need ${expected}`);
  }
  const plan = { n: 80, discordantShare: 0.075, lostShare: 0.025, alpha: 0.01 };
  assert.equal(exactDetectableDifference(plan), 0.1803);
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
  const normal = (normalQuantile(0.975) + normalQuantile(0.8)) * Math.sqrt(0.1 / 1534);
  assert.ok(exact > normal && exact < normal * 1.06, `${exact} against ${normal}`);
});

Deno.test("exactQuestionsNeeded: the power is reached there and not by one question less", () => {
  const cases = [[0.075, 0.05, 0.025, 0.8], [0.1, 0.01, 0.05, 0.9], [
    0.02,
    0.05,
    0.3,
    0.8,
  ]] as const;
  for (const [discordantShare, alpha, difference, power] of cases) {
    const plan = { discordantShare, alpha, difference };
    const n = exactQuestionsNeeded({ ...plan, power });
    assert.ok(exactPower({ n, ...plan }) >= power, `${n}`);
    assert.ok(exactPower({ n: n - 1, ...plan }) < power, `${n}`);
  }
  // Six wins of six are the fewest with p < 0.05, and a difference of 1 wins all.
  assert.equal(exactQuestionsNeeded({ discordantShare: 0, alpha: 0.05, difference: 1 }), 6);
});

Deno.test("exactQuestionsNeeded: arguments out of range are named, and what needs too many", () => {
  const plan = { discordantShare: 0.1, alpha: 0.05 };
  assert.throws(() => exactQuestionsNeeded({ ...plan, difference: 0 }), /difference is 0/);
  assert.throws(() => exactQuestionsNeeded({ ...plan, difference: 2 }), /difference is 2/);
  assert.throws(
    () => exactQuestionsNeeded({ ...plan, difference: 1e-9 }),
    /more than \d+ questions/,
  );
});

Deno.test("exactPower: arguments out of range are named", () => {
  const plan = { n: 10, discordantShare: 0.1, alpha: 0.05, difference: 0.1 };
  assert.throws(() => exactPower({ ...plan, n: 0 }), RangeError);
  assert.throws(() => exactPower({ ...plan, alpha: 1.5 }), RangeError);
  assert.throws(() => exactPower({ ...plan, discordantShare: -0.1 }), /discordant share is -0.1/);
  assert.throws(() => exactPower({ ...plan, lostShare: 0.6 }), /lost share is 0.6/);
  assert.throws(() => exactPower({ ...plan, difference: 2 }), /difference is 2/);
});
