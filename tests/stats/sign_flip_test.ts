import assert from "node:assert/strict";
import { mcnemarExact } from "../../lib/stats/mcnemar.ts";
import { signFlipTest } from "../../lib/stats/sign_flip.ts";
import { assertClose, reference } from "./reference.ts";

const fill = (...parts: readonly (readonly [number, number])[]) =>
  parts.flatMap(([value, count]) => Array<number>(count).fill(value));

for (const { values, p } of reference.sign_flip) {
  Deno.test(`signFlipTest: agrees with scipy's permutation_test for ${values.join(" ")}`, () => {
    const result = signFlipTest(values);
    assert.equal(result.method, "exact");
    assertClose(result.p!, p);
  });
}

Deno.test("signFlipTest: G8-01 exact p of eight wins is 2/256", () => {
  const { p, method, nonzero, draws } = signFlipTest(fill([1, 8]));
  assert.deepEqual([p, method, nonzero, draws], [2 / 256, "exact", 8, null]);
});

Deno.test("signFlipTest: G8-01 drawn p is at least 1 / (1 + draws), never 0", () => {
  const values = Array.from({ length: 40 }, (_, i) => 1 + Math.SQRT2 * i);
  const { p, method, draws } = signFlipTest(values, { draws: 999 });
  assert.deepEqual([p, method, draws], [1 / 1000, "monte carlo", 999]);
});

Deno.test("signFlipTest: differences of ±1 give McNemar's exact p, far beyond enumeration", () => {
  for (const [wins, losses] of [[76, 44], [3, 12], [400, 380]]) {
    const { p, method } = signFlipTest(fill([1, wins!], [-1, losses!], [0, 900]));
    assert.equal(method, "exact");
    assertClose(p!, mcnemarExact(wins!, losses!), 1e-10);
  }
});

Deno.test("signFlipTest: more than a thousand wins do not make p 0", () => {
  const { p } = signFlipTest(fill([1, 2000]));
  assert.ok(p! > 0);
});

Deno.test("signFlipTest: drawing agrees with counting, within its error", () => {
  const values = fill([0.37, 9], [-0.37 * Math.PI, 4], [0.02, 3]);
  const exact = signFlipTest(values);
  const drawn = signFlipTest([...values, 1e-13], { draws: 20_000 });
  assert.deepEqual([exact.method, drawn.method], ["exact", "monte carlo"]);
  assert.ok(Math.abs(exact.p! - drawn.p!) < 4 * Math.sqrt(exact.p! / 20_000), `${drawn.p}`);
});

Deno.test("signFlipTest: equal seeds give equal bytes, another seed another p", () => {
  const values = Array.from({ length: 60 }, (_, i) => Math.sin(i) + 0.2);
  const p = (seed: number) => signFlipTest(values, { draws: 2000, seed }).p;
  assert.equal(p(1), p(1));
  assert.notEqual(p(1), p(2));
});

Deno.test("signFlipTest: thirds count like whole numbers", () => {
  const whole = fill([1, 30], [2, 12], [3, 9], [-1, 20], [-2, 11], [-3, 8]);
  const thirds = whole.map((value) => value / 3);
  assert.equal(signFlipTest(thirds).p, signFlipTest(whole).p);
});

Deno.test("signFlipTest: p is 1 where all are 0, null for fewer than two, never NaN", () => {
  assert.equal(signFlipTest([0, 0, 0]).p, 1);
  for (const values of [[], [1]]) {
    const { p, why } = signFlipTest(values);
    assert.deepEqual([p, why], [
      null,
      `the test needs at least 2 differences, not ${values.length}`,
    ]);
  }
  assert.throws(() => signFlipTest([1, NaN]), /value 1 is NaN/);
});
