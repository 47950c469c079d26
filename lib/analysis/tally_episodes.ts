/**
 * Counts of right and wrong over episodes.
 *
 * @module
 */
import type { Episode } from "../domain.ts";

/** How some episodes ended. Unscored ones are counted apart and never as wrong. */
export interface Tally {
  /** Finalized episodes: scored and unscored. */
  readonly n: number;
  /** Denominator of both accuracies. */
  readonly scored: number;
  /** Left out of the accuracies: a bad gold or broken machinery. */
  readonly unscored: number;
  /** Right at attempt 0. */
  readonly correctFirst: number;
  /** Right at the end, after at most K repairs. */
  readonly correctLast: number;
  /** Wrong at attempt 0, right at the end. */
  readonly fixed: number;
  /** Execution accuracy of attempt 0, in [0, 1]; null where nothing is scored. */
  readonly accuracyFirst: number | null;
  /** Execution accuracy at the end, in [0, 1]; null where nothing is scored. */
  readonly accuracyLast: number | null;
}

/**
 * Counts how episodes ended. Accuracies are execution accuracy over the scored ones.
 *
 * @param episodes finalized episodes in any order
 * @returns counts, and fractions in [0, 1] that are null where no episode is scored
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { tallyEpisodes } from "./tally_episodes.ts";
 * const { accuracyFirst, accuracyLast, fixed } = tallyEpisodes((await exampleRun()).episodes);
 * assert.deepEqual([accuracyFirst, accuracyLast, fixed], [0, 1, 1]);
 * ```
 */
export function tallyEpisodes(episodes: readonly Episode[]): Tally {
  const scored = episodes.filter(({ outcome }) => outcome !== "unscored");
  const correctFirst = scored.filter(({ solvedAt }) => solvedAt === 0).length;
  const correctLast = scored.filter(({ solvedAt }) => solvedAt !== null).length;
  return {
    n: episodes.length,
    scored: scored.length,
    unscored: episodes.length - scored.length,
    correctFirst,
    correctLast,
    fixed: correctLast - correctFirst,
    accuracyFirst: divide(correctFirst, scored.length),
    accuracyLast: divide(correctLast, scored.length),
  };
}

/**
 * A quotient that is null where it is undefined.
 *
 * @example
 * ```ts
 * import { divide } from "./tally_episodes.ts";
 * if (divide(1, 0) !== null || divide(1, 2) !== 0.5) throw new Error("Expected null and a half");
 * ```
 */
export function divide(numerator: number, denominator: number): number | null {
  return denominator === 0 ? null : numerator / denominator;
}
