/**
 * Efron's correction of a bootstrap interval for bias and skewness (BCa).
 *
 * @module
 */
import { requireProbability } from "./check_arguments.ts";
import type { Interval } from "./interval.ts";
import { cumulativeNormal, normalQuantile } from "./normal.ts";

/**
 * The acceleration of a mean, from its jackknife: how fast its standard error changes with its value.
 *
 * For a mean the jackknife needs no loop: leaving out x moves it by (x − x̄)/(n − 1), so the
 * acceleration is Σ(x − x̄)³ / 6(Σ(x − x̄)²)^1.5.
 *
 * @param values finite numbers
 * @returns a number; null where all values are equal, or there are none
 * @see Efron and Tibshirani, An Introduction to the Bootstrap, 1993, equation 14.15
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { accelerationOfMean } from "./bca_levels.ts";
 * assert.equal(accelerationOfMean([-1, 0, 1]), 0);
 * assert.equal(accelerationOfMean([2, 2]), null);
 * ```
 */
export function accelerationOfMean(values: ArrayLike<number>): number | null {
  let sum = 0, squares = 0, cubes = 0, isConstant = true;
  for (let i = 0; i < values.length; i++) {
    sum += values[i]!;
    if (values[i] !== values[0]) isConstant = false;
  }
  if (isConstant) return null;
  for (let i = 0; i < values.length; i++) {
    const deviation = values[i]! - sum / values.length;
    squares += deviation ** 2;
    cubes += deviation ** 3;
  }
  return cubes / (6 * squares ** 1.5);
}

/**
 * The quantiles of the resampled statistic that a BCa interval takes in place of α/2 and 1 − α/2.
 *
 * @param options `below`, the share of resampled values below the observed one, ties counted half, in
 * [0, 1]; `acceleration`; `level`, in (0, 1)
 * @returns two probabilities; null where the correction is undefined: all resampled values lie on one
 * side of the observed one, or the acceleration is too large for the level
 * @throws {RangeError} where the level is out of range
 * @see Efron and Tibshirani, An Introduction to the Bootstrap, 1993, equations 14.10 and 14.14
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { bcaLevels } from "./bca_levels.ts";
 * const { low, high } = bcaLevels({ below: 0.5, acceleration: 0, level: 0.9 })!;
 * assert.deepEqual([low.toFixed(9), high.toFixed(9)], ["0.050000000", "0.950000000"]);
 * ```
 */
export function bcaLevels(
  { below, acceleration, level }: {
    readonly below: number;
    readonly acceleration: number;
    readonly level: number;
  },
): Interval | null {
  requireProbability("level", level);
  if (!(below > 0 && below < 1)) return null;
  const bias = normalQuantile(below), z = normalQuantile((1 + level) / 2);
  const shifts = [bias - z, bias + z];
  if (shifts.some((shift) => acceleration * shift >= 1)) return null;
  const [low, high] = shifts.map((shift) =>
    cumulativeNormal(bias + shift / (1 - acceleration * shift))
  );
  return { low: low!, high: high! };
}
