/**
 * Holm's correction for several tests.
 *
 * @module
 */

/**
 * p values adjusted for a family of tests by Holm's step-down method: the probability of even one
 * false rejection in the family stays below the level at which adjusted values are compared. No
 * assumption on how the tests depend on each other.
 *
 * The smallest p is multiplied by the size m of the family, the next by m − 1 and so on; none may be
 * smaller than the one before, and none exceeds 1.
 *
 * @param pValues one a test of the declared family, each in [0, 1]; null for a test that could not be
 * made. It stays in the family, as if its p were 1: what was declared is not taken back
 * @returns adjusted values in the same order; null where p is null
 * @throws {RangeError} where a p is outside [0, 1]
 * @see Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
 * Statistics 6, 1979
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { adjustHolm } from "./holm.ts";
 * assert.deepEqual(adjustHolm([0.0625, 0.015625, 1]), [0.125, 0.046875, 1]);
 * ```
 */
export function adjustHolm(pValues: readonly (number | null)[]): readonly (number | null)[] {
  for (const p of pValues) {
    if (p !== null && !(p >= 0 && p <= 1)) {
      throw new RangeError(`Cannot adjust p values: one is ${p}, need numbers in [0, 1]`);
    }
  }
  const order = pValues.map((p, at) => ({ at, p: p ?? 1 })).sort((a, b) => a.p - b.p);
  const adjusted: (number | null)[] = pValues.map(() => null);
  let floor = 0;
  order.forEach(({ at, p }, rank) => {
    floor = Math.min(1, Math.max(floor, p * (pValues.length - rank)));
    if (pValues[at] !== null) adjusted[at] = floor;
  });
  return adjusted;
}
