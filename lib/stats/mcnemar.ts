/**
 * McNemar's exact test.
 *
 * @module
 */
import { requireCount } from "./check_arguments.ts";
import { logFactorials } from "./log_factorials.ts";

/**
 * Two-sided p of McNemar's exact test: only discordant pairs speak, and if both arms were equally
 * good, each would favour either arm with probability 1/2.
 *
 * p = min(1, 2 P(X ≤ min(b, c))), X binomial with b + c trials of probability 1/2.
 *
 * Assumes independent pairs: apply it to one stream order at a time. Cost: linear in b + c.
 *
 * @param onlyFirst b, pairs in which only the first arm is right
 * @param onlySecond c, pairs in which only the second arm is right
 * @returns p in (0, 1], never 0; 1 where no pair is discordant, since nothing then speaks against
 * equality
 * @throws {RangeError} where a count is negative or not whole
 * @see McNemar, Psychometrika 12, 1947; `statsmodels` `mcnemar(exact=True)` agrees
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mcnemarExact } from "./mcnemar.ts";
 * assert.equal(mcnemarExact(0, 8).toFixed(6), "0.007813");
 * assert.equal(mcnemarExact(0, 1), 1);
 * ```
 */
export function mcnemarExact(onlyFirst: number, onlySecond: number): number {
  requireCount("pairs that only the first arm solves", onlyFirst);
  requireCount("pairs that only the second arm solves", onlySecond);
  const trials = onlyFirst + onlySecond;
  const logs = logFactorials(trials);
  let tail = 0;
  for (let k = 0; k <= Math.min(onlyFirst, onlySecond); k++) {
    tail += Math.exp(logs[trials]! - logs[k]! - logs[trials - k]! - trials * Math.LN2);
  }
  return Math.min(1, Math.max(2 * tail, Number.MIN_VALUE));
}
