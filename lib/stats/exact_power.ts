/**
 * Which difference a paired comparison can show when it is tested exactly, at any n.
 *
 * @module
 */
import { requireCount, requireProbability } from "./check_arguments.ts";
import { logFactorials } from "./log_factorials.ts";

/** A planned exact comparison of two arms on the same questions. */
export interface ExactPlan {
  /** Questions, at least 1. */
  readonly n: number;
  /** Share of questions that one arm solves and the other does not where both are equal, in [0, 1]. */
  readonly discordantShare: number;
  /**
   * Share of questions that are lost whatever the difference is, in [0, 0.5], or what a large one leaves
   * of it; 0 where left out, which is the best case: a difference beyond the discordant share is then won
   * without any loss.
   */
  readonly lostShare?: number;
  /** Level of the two-sided test, in (0, 1); for the first step of Holm's rule 0.05 over the family. */
  readonly alpha: number;
}

/**
 * The probability that the exact test of paired outcomes (McNemar's, by sign flips) shows a true
 * difference in its own direction. Where the discordant share is too small for a difference and the
 * questions lost beside it, it is as large as both need.
 *
 * @param plan questions, share, level; the true `difference`, a fraction in [0, 1]
 * @returns in [0, 1]
 * @throws {RangeError} where an argument is out of range
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exactPower } from "./exact_power.ts";
 * const plan = { n: 40, discordantShare: 0.05, alpha: 0.05 };
 * assert.equal(exactPower({ ...plan, difference: 0.0992 }).toFixed(2), "0.20");
 * ```
 */
export function exactPower(
  { difference, ...plan }: ExactPlan & { readonly difference: number },
): number {
  checkPlan(plan);
  if (!(difference >= 0 && difference <= 1)) {
    throw new RangeError(`Cannot compute: the difference is ${difference}, need one in [0, 1]`);
  }
  return powerWith(logFactorials(plan.n), { ...plan, difference });
}

/**
 * The smallest true difference that the exact test shows with the wanted power. Unlike a normal
 * approximation it holds for few discordant questions, where significance needs a number of wins that
 * they may not reach.
 *
 * @param plan questions, share, level; `power` in (0, 1), 0.8 where left out
 * @returns a fraction in (0, 1], to four decimals upwards; null where no difference reaches the power
 * @throws {RangeError} where an argument is out of range
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exactDetectableDifference } from "./exact_power.ts";
 * const plan = { discordantShare: 0.05, alpha: 0.05 };
 * assert.equal(exactDetectableDifference({ n: 5, ...plan }), null);
 * assert.equal(exactDetectableDifference({ n: 40, ...plan })!.toFixed(2), "0.19");
 * ```
 */
export function exactDetectableDifference(
  { power = 0.8, ...plan }: ExactPlan & { readonly power?: number },
): number | null {
  checkPlan(plan);
  requireProbability("power", power);
  const logs = logFactorials(plan.n);
  const reaches = (step: number) =>
    powerWith(logs, { ...plan, difference: step / 10_000 }) >= power;
  if (!reaches(10_000)) return null;
  let below = 0, above = 10_000;
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if (reaches(middle)) above = middle;
    else below = middle;
  }
  return above / 10_000;
}

/**
 * The questions that the exact test needs to show a true difference with the wanted power: their power
 * reaches it, and that of one question less does not. Only where nearly all questions are discordant
 * does power fall here and there as questions are added, so that some other number would do as well.
 *
 * @param plan share, level; the true `difference`, a fraction in (0, 1]; `power` in (0, 1), 0.8 where
 * left out
 * @returns a whole number, at least 1
 * @throws {RangeError} where an argument is out of range, or more than a million questions are needed
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exactQuestionsNeeded } from "./exact_power.ts";
 * const plan = { discordantShare: 0.1, alpha: 0.05 };
 * assert.equal(exactQuestionsNeeded({ ...plan, difference: 0.03 }), 920);
 * ```
 */
export function exactQuestionsNeeded(
  { power = 0.8, ...plan }: Omit<ExactPlan, "n"> & {
    readonly difference: number;
    readonly power?: number;
  },
): number {
  requireProbability("power", power);
  if (!(plan.difference > 0)) {
    throw new RangeError(`Cannot compute: the difference is ${plan.difference}, need more than 0`);
  }
  const reaches = (n: number) => exactPower({ n, ...plan }) >= power;
  let [below, above] = [0, 1];
  for (; !reaches(above); above *= 2) {
    if (above > 500_000) {
      throw new RangeError(
        `Cannot compute: a difference of ${plan.difference} needs more than ${above} questions`,
      );
    }
    below = above;
  }
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if (reaches(middle)) above = middle;
    else below = middle;
  }
  return above;
}

function checkPlan({ n, discordantShare, lostShare = 0, alpha }: ExactPlan): void {
  requireCount("n", n, 1);
  requireProbability("alpha", alpha);
  if (!(discordantShare >= 0 && discordantShare <= 1)) {
    throw new RangeError(
      `Cannot compute: the discordant share is ${discordantShare}, need one in [0, 1]`,
    );
  }
  if (!(lostShare >= 0 && lostShare <= 0.5)) {
    throw new RangeError(`Cannot compute: the lost share is ${lostShare}, need one in [0, 0.5]`);
  }
}

function powerWith(
  logs: Float64Array,
  { n, discordantShare, lostShare = 0, alpha, difference }:
    & ExactPlan
    & { readonly difference: number },
): number {
  const share = Math.min(1, Math.max(discordantShare, difference + 2 * lostShare));
  if (share === 0) return 0;
  const win = (1 + Math.min(1, difference / share)) / 2;
  // Beyond eight standard deviations nothing is left to add.
  const reach = 8 * Math.sqrt(n * share * (1 - share)) + 10;
  const first = Math.max(1, Math.floor(n * share - reach));
  const last = Math.min(n, Math.ceil(n * share + reach));
  let power = 0;
  for (let trials = first; trials <= last; trials++) {
    const wins = winsNeeded(logs, trials, alpha);
    if (wins !== null) {
      power += probability(logs, n, trials, share) * upperTail(logs, trials, wins, win);
    }
  }
  return Math.min(1, power);
}

/** Fewest wins of so many discordant questions with a two-sided p at most alpha; null where none is. */
function winsNeeded(logs: Float64Array, trials: number, alpha: number): number | null {
  let tail = 0;
  for (let wins = trials; 2 * wins > trials; wins--) {
    tail += probability(logs, trials, wins, 0.5);
    if (2 * tail > alpha) return wins === trials ? null : wins + 1;
  }
  return Math.floor(trials / 2) + 1;
}

/** P(X ≥ wins) of a binomial X. */
function upperTail(logs: Float64Array, trials: number, wins: number, win: number): number {
  let tail = 0;
  for (let k = wins; k <= trials; k++) tail += probability(logs, trials, k, win);
  return tail;
}

/** P(X = k) of a binomial X. */
function probability(logs: Float64Array, trials: number, k: number, chance: number): number {
  if (chance === 1) return k === trials ? 1 : 0;
  const choose = logs[trials]! - logs[k]! - logs[trials - k]!;
  return Math.exp(choose + k * Math.log(chance) + (trials - k) * Math.log1p(-chance));
}
