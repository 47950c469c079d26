import assert from "node:assert/strict";
import { createRandom } from "../../lib/random.ts";
import { resampleTotals } from "../../lib/stats/resample_totals.ts";

/** Shares of each total over every resample of the values, all n^n of them. */
function enumerate(values: readonly number[]): Map<number, number> {
  let sums = new Map([[0, 1]]);
  for (let i = 0; i < values.length; i++) {
    const longer = new Map<number, number>();
    for (const [sum, share] of sums) {
      for (const value of values) {
        const key = sum + value;
        longer.set(key, (longer.get(key) ?? 0) + share / values.length);
      }
    }
    sums = longer;
  }
  return sums;
}

const samples = [[-1, 0, 0, 1], [0, 0, 0, 1, 1], [3, 3, 2, -1, -1, 0], [-2, -1, 0, 1, 2, 3, 3]];
const paths = { "as counts": 16, "one by one": 0 };

for (const [path, mostDistinct] of Object.entries(paths)) {
  for (const values of samples) {
    Deno.test(`resampleTotals: ${path}, the exact distribution for ${values.join(" ")}`, () => {
      const draws = 100_000;
      const [totals] = resampleTotals([Float64Array.from(values)], {
        draws,
        random: createRandom(5),
        mostDistinct,
      });
      const expected = enumerate(values);
      const seen = new Map<number, number>();
      for (const total of totals!) seen.set(total, (seen.get(total) ?? 0) + 1);
      let chiSquare = 0;
      for (const [total, share] of expected) {
        chiSquare += ((seen.get(total) ?? 0) - share * draws) ** 2 / (share * draws);
        seen.delete(total);
      }
      assert.equal(seen.size, 0, "a total that no resample has");
      // With k degrees of freedom mean k and variance 2k: six standard deviations.
      const degrees = expected.size - 1;
      assert.ok(chiSquare < degrees + 6 * Math.sqrt(2 * degrees), `${chiSquare} of ${degrees}`);
    });
  }

  Deno.test(`resampleTotals: ${path}, one discordant question of 1,000 is missed by 36.77 %`, () => {
    const values = new Float64Array(1000);
    values[400] = 1;
    const draws = path === "as counts" ? 1_000_000 : 20_000;
    const random = createRandom(1);
    const [totals] = resampleTotals([values], { draws, random, mostDistinct });
    const share = totals!.filter((total) => total === 0).length / draws;
    const closedForm = 0.999 ** 1000;
    assert.equal(closedForm.toFixed(4), "0.3677");
    assert.ok(Math.abs(share - closedForm) < 4 * Math.sqrt(0.3677 * 0.6323 / draws), `${share}`);
  });
}

Deno.test("resampleTotals: columns stay together, item by item and as counts", () => {
  const first = Float64Array.of(1, 2, 5, 5), second = first.map((value) => 10 * value + 1);
  for (const mostDistinct of Object.values(paths)) {
    const random = createRandom(3);
    const [a, b] = resampleTotals([first, second], { draws: 200, random, mostDistinct });
    assert.deepEqual([...b!], [...a!].map((total) => 10 * total + 4));
    assert.ok(new Set(a).size > 5);
  }
});

Deno.test("resampleTotals: seventeen distinct items are drawn one by one", () => {
  const resample = (count: number, mostDistinct?: number) => {
    const values = Float64Array.from({ length: count }, (_, i) => i);
    const options = { draws: 20, random: createRandom(1) };
    return resampleTotals(
      [values],
      mostDistinct === undefined ? options : {
        ...options,
        mostDistinct,
      },
    );
  };
  assert.deepEqual(resample(17), resample(17, 0));
  assert.notDeepEqual(resample(16), resample(16, 0));
});
