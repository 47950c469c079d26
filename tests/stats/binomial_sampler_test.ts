import assert from "node:assert/strict";
import { createRandom, type Random } from "../../lib/random.ts";
import { binomialSampler } from "../../lib/stats/binomial_sampler.ts";
import { assertClose, reference } from "./reference.ts";

/** A generator whose next uniform number of 53 bits is the one given. */
function only(uniform: number): Random {
  const high = Math.floor(uniform * 2 ** 32) / 2 ** 32;
  const words = [high, (uniform - high) * 2 ** 32];
  return { ...createRandom(1), next: () => words.shift()! };
}

for (const { trials, probability, cumulative } of reference.binomial) {
  Deno.test(`binomialSampler: inverts scipy's binom.cdf, n = ${trials}, p = ${probability}`, () => {
    const draw = binomialSampler({ probability, most: trials });
    for (const [k, share] of cumulative) {
      // The count moves from k to k + 1 exactly where the uniform number passes P(X ≤ k).
      const step = 1e-11;
      assert.equal(draw(trials, only(share! - step)), k);
      if (share! + step < 1) assert.equal(draw(trials, only(share! + step)), k! + 1);
    }
  });
}

Deno.test("binomialSampler: any number of trials up to the largest", () => {
  const draw = binomialSampler({ probability: 0.25, most: 12 });
  for (let trials = 0; trials <= 12; trials++) {
    const shares = new Array<number>(trials + 1).fill(0);
    const steps = 20_000;
    for (let i = 0; i < steps; i++) shares[draw(trials, only((i + 0.5) / steps))]! += 1 / steps;
    const mean = shares.reduce((sum, share, k) => sum + k * share, 0);
    assertClose(mean, trials / 4, 2e-3);
    assertClose(shares[0]!, 0.75 ** trials, 2e-2);
  }
});

Deno.test("binomialSampler: certain events, and arguments out of range", () => {
  const random = createRandom(1);
  assert.equal(binomialSampler({ probability: 0, most: 5 })(5, random), 0);
  assert.equal(binomialSampler({ probability: 1, most: 5 })(5, random), 5);
  assert.throws(() => binomialSampler({ probability: 1.5, most: 5 }), /probability is 1.5/);
  assert.throws(() => binomialSampler({ probability: 0.5, most: -1 }), /trials is -1/);
});

Deno.test("binomialSampler: the largest uniform number gives a count that is possible", () => {
  for (const probability of [1e-9, 0.3, 1 - 1e-9]) {
    const count = binomialSampler({ probability, most: 3000 })(3000, only(1 - 2 ** -53));
    assert.ok(Number.isInteger(count) && count >= 0 && count <= 3000, `${count}`);
  }
});
