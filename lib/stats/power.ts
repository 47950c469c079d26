/**
 * Which difference between two arms a number of questions can show.
 *
 * @module
 */
import { requireCount, requireProbability } from "./check_arguments.ts";
import { cumulativeNormal, normalQuantile } from "./normal.ts";

/** A planned comparison of two arms on the same questions. */
export interface PairedPlan {
  /** Share of questions that one arm solves and the other does not, in [0, 1]. */
  readonly discordantShare: number;
  /** Confidence level of the two-sided test, in (0, 1); 0.95 where left out. */
  readonly level?: number;
}

/** Standard error of a paired difference of accuracies: ±1 on a share d of n questions, else 0. */
function standardError(n: number, share: number): number {
  requireCount("n", n, 1);
  if (!(share >= 0 && share <= 1)) {
    throw new RangeError(`Cannot compute: the discordant share is ${share}, need one in [0, 1]`);
  }
  return Math.sqrt(share / n);
}

/**
 * The smallest true difference in accuracy that a paired comparison of n questions shows with the
 * wanted power: (z of the level + z of the power) · √(d/n), d the discordant share.
 *
 * Normal approximation; the share is what is expected under equal arms. Where correctness is averaged
 * over stream orders a discordant question counts less than ±1, so the value is an upper bound.
 *
 * @param plan n, questions (at least 1); the discordant share; `power` in (0, 1), 0.8 where left out
 * @returns a fraction, at least 0; 0 where the share is 0
 * @throws {RangeError} where an argument is out of range
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { detectableDifference } from "./power.ts";
 * assert.equal(detectableDifference({ n: 1034, discordantShare: 0.1 }).toFixed(3), "0.028");
 * ```
 */
export function detectableDifference(
  { n, discordantShare, level = 0.95, power = 0.8 }: PairedPlan & {
    readonly n: number;
    readonly power?: number;
  },
): number {
  requireProbability("level", level);
  requireProbability("power", power);
  const factor = normalQuantile((1 + level) / 2) + normalQuantile(power);
  return Math.max(0, factor) * standardError(n, discordantShare);
}

/**
 * The probability that a paired comparison of n questions shows a true difference.
 *
 * @param plan n, questions (at least 1); the discordant share, more than 0; the true `difference`, a
 * fraction of either sign
 * @returns in (0, 1]; one minus the level where the difference is 0
 * @throws {RangeError} where an argument is out of range
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { powerOfDifference } from "./power.ts";
 * const power = powerOfDifference({ n: 1034, discordantShare: 0.1, difference: 0.02755 });
 * assert.equal(power.toFixed(2), "0.80");
 * ```
 */
export function powerOfDifference(
  { n, discordantShare, difference, level = 0.95 }: PairedPlan & {
    readonly n: number;
    readonly difference: number;
  },
): number {
  requireProbability("level", level);
  const error = standardError(n, discordantShare);
  if (error === 0) {
    throw new RangeError("Cannot compute: the discordant share is 0, need more than 0");
  }
  const z = normalQuantile((1 + level) / 2), shift = Math.abs(difference) / error;
  return cumulativeNormal(shift - z) + cumulativeNormal(-shift - z);
}

/**
 * The questions that a paired comparison needs to show a true difference with the wanted power.
 *
 * @param plan the discordant share; the true `difference`, a fraction other than 0; `power` in (0, 1),
 * 0.8 where left out
 * @returns a whole number, at least 1
 * @throws {RangeError} where an argument is out of range
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { questionsNeeded } from "./power.ts";
 * assert.equal(questionsNeeded({ discordantShare: 0.1, difference: 0.028 }), 1002);
 * ```
 */
export function questionsNeeded(
  { discordantShare, difference, level = 0.95, power = 0.8 }: PairedPlan & {
    readonly difference: number;
    readonly power?: number;
  },
): number {
  if (!Number.isFinite(difference) || difference === 0) {
    throw new RangeError(`Cannot compute: the difference is ${difference}, need other than 0`);
  }
  const ofOne = detectableDifference({ n: 1, discordantShare, level, power });
  return Math.max(1, Math.ceil((ofOne / difference) ** 2));
}
