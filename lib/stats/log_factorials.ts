/**
 * Logarithms of factorials, for binomial probabilities that neither overflow nor underflow.
 *
 * @module
 */

/**
 * The natural logarithms of 0!, 1!, … n!.
 *
 * @param most n, a whole number, at least 0
 * @returns n + 1 numbers
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { logFactorials } from "./log_factorials.ts";
 * assert.equal(Math.round(Math.exp(logFactorials(5)[5]!)), 120);
 * ```
 */
export function logFactorials(most: number): Float64Array {
  const logs = new Float64Array(most + 1);
  for (let k = 2; k <= most; k++) logs[k] = logs[k - 1]! + Math.log(k);
  return logs;
}
