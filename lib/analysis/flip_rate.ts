/**
 * How much two runs of the same thing differ: the yardstick for every other difference.
 *
 * @module
 */
import type { StoredRun } from "../runs/run_reader.ts";
import type { Interval } from "../stats/interval.ts";
import { wilsonInterval } from "../stats/wilson_interval.ts";
import type { Arm } from "./group_arms.ts";
import { pairOutcomes } from "./pair_outcomes.ts";

/** The flips between two runs. */
export interface FlipRate {
  /** Questions scored in both. */
  readonly n: number;
  /** Questions left out, since they are unscored in one. */
  readonly unscored: number;
  /** Questions that one run solves and the other does not. */
  readonly flips: number;
  /** Their share, in [0, 1]; null where n is 0. */
  readonly rate: number | null;
  /** Wilson's 95 % interval of the share; null where n is 0. */
  readonly interval: Interval | null;
}

/**
 * The share of questions whose final correctness differs between two runs of one order. Of one method
 * under two run seeds it is the A/A flip rate.
 *
 * @param a a finished run
 * @param b a finished run of the same questions, order, model, judge and K
 * @returns counts and share
 * @throws {InputError} where the runs must not be compared
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { flipRate } from "./flip_rate.ts";
 * const run = await exampleRun();
 * const { n, flips } = flipRate(run, run);
 * assert.deepEqual([n, flips], [1, 0]);
 * ```
 */
export function flipRate(a: StoredRun, b: StoredRun): FlipRate {
  const arm = (run: StoredRun): Arm => ({
    label: run.path,
    method: run.manifest.method,
    runs: [run],
  });
  const { questions, unscored } = pairOutcomes({ base: arm(a), variant: arm(b) });
  const n = questions.length;
  const flips = questions.filter(({ base, variant }) => base[0] !== variant[0]).length;
  return {
    n,
    unscored: unscored.length,
    flips,
    rate: n === 0 ? null : flips / n,
    interval: wilsonInterval(flips, n),
  };
}
