import assert from "node:assert/strict";
import { bootstrapMean } from "../../lib/stats/bootstrap_mean.ts";
import { reference, spread } from "./reference.ts";

for (const { name, values, level, percentile, bca } of reference.bootstrap) {
  Deno.test(`bootstrapMean: agrees with scipy.stats.bootstrap, ${name}`, () => {
    const sample = spread(values);
    const seen = bootstrapMean(sample, { level, draws: 20_000 });
    const distinct = new Set(sample).size;
    // Ends on a grid may lie a step apart.
    const step = distinct <= 7 ? Math.min(...sample.filter((x) => x > 0)) / sample.length : 0;
    const check = (end: number, known: typeof percentile, at: number) => {
      const allowed = 4 * known.deviation[at]! + step + 1e-12;
      assert.ok(Math.abs(end - known.mean[at]!) <= allowed, `${end}, not ${known.mean[at]}`);
    };
    check(seen.percentile!.low, percentile, 0);
    check(seen.percentile!.high, percentile, 1);
    check(seen.bca!.low, bca, 0);
    check(seen.bca!.high, bca, 1);
    assert.equal(seen.why, "");
  });
}

for (const { values, level, low, high } of reference.bca_levels) {
  Deno.test(`bootstrapMean: the BCa interval of scipy over all resamples of ${values}`, () => {
    const { bca } = bootstrapMean(values, { level, draws: 200_000 });
    assert.deepEqual(bca, { low: low / values.length, high: high / values.length });
  });
}

/** G8-02: the first arm solves questions 1 to 20 of 40, the second 1 to 22. */
const paired = Array.from({ length: 40 }, (_, i) => Number(i < 22) - Number(i < 20));

Deno.test("bootstrapMean: G8-02 keeps the pairs together", () => {
  const { mean, percentile } = bootstrapMean(paired);
  assert.deepEqual([mean, percentile], [0.05, { low: 0, high: 0.125 }]);
});

Deno.test("bootstrapMean: the same draws twice give the same bytes, another seed others", () => {
  const values = [...paired, ...paired.map((value) => -value / 3)];
  assert.equal(JSON.stringify(bootstrapMean(values)), JSON.stringify(bootstrapMean(values)));
  const continuous = Array.from({ length: 25 }, (_, i) => Math.sin(i));
  const bytes = (seed: string) => JSON.stringify(bootstrapMean(continuous, { seed }).bca);
  assert.equal(bytes("a"), bytes("a"));
  assert.notEqual(bytes("a"), bytes("b"));
});

Deno.test("bootstrapMean: thirds give a third of what whole numbers give, bit for bit", () => {
  const whole = [3, 3, 2, 1, 1, -1, -2, ...new Array<number>(30).fill(0)];
  const scaled = bootstrapMean(whole), thirds = bootstrapMean(whole.map((value) => value / 3));
  assert.equal(thirds.p, scaled.p);
  assert.equal(thirds.bca!.high, scaled.bca!.high * whole.length / (3 * whole.length));
});

Deno.test("bootstrapMean: p is 1 for a mean of 0 and at least 1 / (1 + draws)", () => {
  assert.equal(bootstrapMean([1, -1, 0, 0]).p, 1);
  const far = Array.from({ length: 200 }, (_, i) => 1 + (i % 2) / 10);
  assert.equal(bootstrapMean(far, { draws: 99 }).p, 1 / 100);
});

Deno.test("bootstrapMean: p by the closed form, two of 40", () => {
  // The resampled count is binomial, n = 40 and p = 1/20; as far from 2 as 2 is from 0: all but 1 to 3.
  const choose = [1, 40, 780, 9880];
  const inside = [1, 2, 3].reduce((sum, k) => sum + choose[k]! * 0.05 ** k * 0.95 ** (40 - k), 0);
  const { p, draws } = bootstrapMean(paired, { draws: 200_000 });
  assert.ok(Math.abs(p! - (1 - inside)) < 4 * Math.sqrt(0.25 / draws), `${p}, not ${1 - inside}`);
});

Deno.test("bootstrapMean: G8-06 nothing for fewer than two values, never NaN", () => {
  for (const values of [[], [1]]) {
    const { n, percentile, bca, p, why } = bootstrapMean(values);
    assert.deepEqual([n, percentile, bca, p], [values.length, null, null, null]);
    assert.equal(why, `resampling needs at least 2 values, not ${values.length}`);
  }
  assert.deepEqual([bootstrapMean([]).mean, bootstrapMean([1]).mean], [null, 1]);
  const two = bootstrapMean([0, 1]);
  assert.deepEqual(two.percentile, { low: 0, high: 1 });
  assert.ok(!JSON.stringify(two).includes("null"));
});

Deno.test("bootstrapMean: equal values have a percentile interval without width, no BCa, no p", () => {
  for (const value of [0, 1, 1 / 3, Math.PI]) {
    const { percentile, bca, p, why } = bootstrapMean([value, value, value]);
    assert.ok(Math.abs(percentile!.low - value) < 1e-12 && percentile!.low === percentile!.high);
    assert.deepEqual([bca, p], [null, null]);
    assert.match(why, /all values are equal/);
  }
});

Deno.test("bootstrapMean: refuses NaN, no draws and a level in percent", () => {
  assert.throws(() => bootstrapMean([NaN, 1]), /value 0 is NaN/);
  assert.throws(() => bootstrapMean([0, 1], { draws: 0 }), /draws is 0/);
  assert.throws(() => bootstrapMean([0, 1], { level: 95 }), /level is 95/);
});
