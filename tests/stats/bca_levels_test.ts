import assert from "node:assert/strict";
import { accelerationOfMean, bcaLevels } from "../../lib/stats/bca_levels.ts";
import { quantile } from "../../lib/stats/sample_statistics.ts";
import { assertClose, reference } from "./reference.ts";

/** Sums of all n^n resamples. */
const enumerate = (values: readonly number[]) =>
  values.reduce<number[]>(
    (sums) => sums.flatMap((sum) => values.map((value) => sum + value)),
    [0],
  );

for (const known of reference.bca_levels) {
  Deno.test(`bcaLevels: agrees with scipy over all resamples of ${known.values}`, () => {
    const { values, level } = known;
    const total = values.reduce((sum, value) => sum + value, 0);
    const sums = enumerate(values).sort((a, b) => a - b);
    const below = sums.reduce((sum, x) => sum + (x < total ? 1 : x === total ? 0.5 : 0), 0);
    assertClose(below / sums.length, known.below);
    const acceleration = accelerationOfMean(values)!;
    assertClose(acceleration, known.acceleration);
    const levels = bcaLevels({ below: below / sums.length, acceleration, level })!;
    assertClose(levels.low, known.low_level);
    assertClose(levels.high, known.high_level);
    assert.deepEqual(
      [quantile(sums, levels.low), quantile(sums, levels.high)],
      [known.low, known.high],
    );
  });
}

Deno.test("bcaLevels: null where all resamples lie on one side, or the acceleration is too large", () => {
  const plain = { acceleration: 0, level: 0.95 };
  assert.equal(bcaLevels({ ...plain, below: 0 }), null);
  assert.equal(bcaLevels({ ...plain, below: 1 }), null);
  assert.equal(bcaLevels({ ...plain, below: NaN }), null);
  assert.equal(bcaLevels({ below: 0.5, acceleration: 0.6, level: 0.95 }), null);
});

Deno.test("accelerationOfMean: null without spread, for equal thirds too", () => {
  assert.equal(accelerationOfMean([]), null);
  assert.equal(accelerationOfMean([1 / 3, 1 / 3, 1 / 3]), null);
});
