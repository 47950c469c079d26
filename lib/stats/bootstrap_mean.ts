/**
 * The bootstrap of a mean; of paired differences it is the paired bootstrap.
 *
 * @module
 */
import { createRandom } from "../random.ts";
import { accelerationOfMean, bcaLevels } from "./bca_levels.ts";
import { requireCount, requireProbability } from "./check_arguments.ts";
import type { Interval, ResamplingOptions } from "./interval.ts";
import { resampleTotals } from "./resample_totals.ts";
import { quantile } from "./sample_statistics.ts";
import { toWholeUnits } from "./whole_units.ts";

/** What resampling says of a mean. */
export interface MeanBootstrap {
  /** Number of values. */
  readonly n: number;
  /** Their mean; null where there is none. */
  readonly mean: number | null;
  /** Percentile interval. Without width where all values are equal; null for fewer than 2. */
  readonly percentile: Interval | null;
  /** BCa interval; null where it is undefined, and `why` says why. */
  readonly bca: Interval | null;
  /**
   * Two-sided p of a mean of 0: how often a resampled mean strays from the observed one by as much as
   * that one from 0, (1 + count) / (1 + draws), never 0. Null for fewer than 2 values and where
   * all are equal.
   */
  readonly p: number | null;
  /** Why something is null or without width; empty where all is well. */
  readonly why: string;
  /** Resamples. */
  readonly draws: number;
  /** Where they came from. */
  readonly seed: string | number;
  /** Confidence level. */
  readonly level: number;
}

/**
 * Bootstraps the mean of values: resamples them with replacement, n at a time. Values are independent
 * draws of one kind; of two arms on the same questions give the differences, question by question, so
 * that a resample keeps the pairs together.
 *
 * Cost: with at most 16 distinct values proportional to the draws, not to n; with more proportional
 * to n times draws.
 *
 * @param values finite numbers
 * @param options draws, seed and level
 * @returns intervals and p
 * @throws {RangeError} where a value is not finite or an option out of range
 * @see Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapters 13, 14 and 16.4
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { bootstrapMean } from "./bootstrap_mean.ts";
 * // 40 questions; the second arm solves two more.
 * const differences = [1, 1, ...new Array(38).fill(0)];
 * const { mean, percentile } = bootstrapMean(differences);
 * assert.deepEqual([mean, percentile], [0.05, { low: 0, high: 0.125 }]);
 * ```
 */
export function bootstrapMean(
  values: ArrayLike<number>,
  { draws = 10_000, seed = 1, level = 0.95 }: ResamplingOptions = {},
): MeanBootstrap {
  requireCount("draws", draws, 1);
  requireProbability("level", level);
  const { units, denominator } = toWholeUnits(values);
  const n = units.length;
  const total = units.reduce((sum, unit) => sum + unit, 0);
  const known = { n, mean: n === 0 ? null : total / (n * denominator), draws, seed, level };
  if (n < 2) {
    const why = `resampling needs at least 2 values, not ${n}`;
    return { ...known, percentile: null, bca: null, p: null, why };
  }
  const random = createRandom(seed).fork("bootstrap");
  const totals = resampleTotals([units], { draws, random })[0]!.sort();
  const intervalAt = (levels: Interval): Interval => ({
    low: quantile(totals, levels.low)! / (n * denominator),
    high: quantile(totals, levels.high)! / (n * denominator),
  });
  const percentile = intervalAt({ low: (1 - level) / 2, high: (1 + level) / 2 });
  const acceleration = accelerationOfMean(units);
  if (acceleration === null) {
    const why = "all values are equal: resampling shows no spread, so BCa and p are not defined";
    return { ...known, percentile, bca: null, p: null, why };
  }
  const { below, asFar } = compareTotals(totals, total, units);
  const levels = bcaLevels({ below: below / draws, acceleration, level });
  return {
    ...known,
    percentile,
    bca: levels === null ? null : intervalAt(levels),
    p: (1 + asFar) / (1 + draws),
    why: levels === null
      ? "BCa is not defined: the resampled means lie on one side of the observed one"
      : "",
  };
}

/**
 * How many totals lie below the observed one, ties counted half, and how many are as far from it as it
 * is from 0. Totals that differ by rounding alone are ties.
 */
function compareTotals(totals: Float64Array, observed: number, units: Float64Array) {
  const slack = 1e-12 * units.reduce((sum, unit) => sum + Math.abs(unit), 0);
  let below = 0, asFar = 0;
  for (const total of totals) {
    const distance = total - observed;
    if (distance < -slack) below++;
    else if (distance <= slack) below += 0.5;
    if (Math.abs(distance) >= Math.abs(observed) - slack) asFar++;
  }
  return { below, asFar };
}
