/**
 * Wilson's interval for a single rate.
 *
 * @module
 */
import { requireCount, requireProbability } from "./check_arguments.ts";
import type { Interval } from "./interval.ts";
import { normalQuantile } from "./normal.ts";

/**
 * Wilson's score interval for a binomial proportion: all rates p from which the observed share lies
 * less than z standard errors √(p(1 − p)/n) away. It keeps a width at 0 % and at 100 %.
 *
 * Assumes independent trials of one rate.
 *
 * @param successes a whole number, at most n
 * @param n trials
 * @param level confidence level in (0, 1)
 * @returns an interval within [0, 1]; null where n is 0
 * @throws {RangeError} where an argument is out of range
 * @see Wilson, Journal of the American Statistical Association 22, 1927
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { wilsonInterval } from "./wilson_interval.ts";
 * const { low, high } = wilsonInterval(0, 25)!;
 * assert.deepEqual([low, high.toFixed(3)], [0, "0.133"]);
 * ```
 */
export function wilsonInterval(successes: number, n: number, level = 0.95): Interval | null {
  requireCount("n", n);
  requireCount("successes", successes);
  requireProbability("level", level);
  if (successes > n) {
    throw new RangeError(`Cannot compute: successes are ${successes}, need at most n, ${n}`);
  }
  if (n === 0) return null;
  const z = normalQuantile((1 + level) / 2);
  const share = successes / n;
  const centre = (share + z * z / (2 * n)) / (1 + z * z / n);
  const half = z * Math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n);
  return {
    low: successes === 0 ? 0 : centre - half,
    high: successes === n ? 1 : centre + half,
  };
}
