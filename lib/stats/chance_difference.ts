/**
 * How far two runs of equal arms lie apart by chance.
 *
 * @module
 */
import { requireCount, requireProbability } from "./check_arguments.ts";

/**
 * The difference in accuracy that equal arms do not exceed, in either direction, with the given
 * probability: the quantile of |wins − losses| / n where each question is a win or a loss with half
 * of the discordant share each. Exact, by convolution.
 *
 * @param plan `n`: questions, from 1 to 10,000; `discordantShare`: share of questions that flip from
 * one run to the other, in [0, 1]; `level` in (0, 1), 0.95 where left out
 * @returns a fraction in [0, 1], a multiple of 1/n
 * @throws {RangeError} where an argument is out of range
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exactChanceDifference } from "./chance_difference.ts";
 * assert.equal(exactChanceDifference({ n: 80, discordantShare: 0.05 }), 4 / 80);
 * ```
 */
export function exactChanceDifference({ n, discordantShare, level = 0.95 }: {
  readonly n: number;
  readonly discordantShare: number;
  readonly level?: number;
}): number {
  requireCount("n", n, 1);
  requireProbability("level", level);
  if (n > 10_000) throw new RangeError(`Cannot compute: n is ${n}, need at most 10,000`);
  if (!(discordantShare >= 0 && discordantShare <= 1)) {
    throw new RangeError(
      `Cannot compute: the discordant share is ${discordantShare}, need one in [0, 1]`,
    );
  }
  const chances = chancesOfSum(n, discordantShare);
  let [size, within] = [0, chances[n]!];
  while (within < level && size < n) {
    size++;
    within += 2 * chances[n + size]!;
  }
  return size / n;
}

/** Of n steps of +1, −1 and 0: the probability of each sum from −n, at index 0, to n. */
function chancesOfSum(n: number, share: number): Float64Array {
  let chances = new Float64Array(2 * n + 1);
  chances[n] = 1;
  for (let step = 1; step <= n; step++) {
    const next = new Float64Array(2 * n + 1);
    for (let at = n - step; at <= n + step; at++) {
      const aside = (chances[at - 1] ?? 0) + (chances[at + 1] ?? 0);
      next[at] = (1 - share) * chances[at]! + share / 2 * aside;
    }
    chances = next;
  }
  return chances;
}
