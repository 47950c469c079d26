/**
 * Whether runs share attempt 0, as every comparison of methods needs.
 *
 * @module
 */
import type { StoredRun } from "../runs/run_reader.ts";

/** How the attempts 0 of two runs differ. */
export interface FirstAttemptDifference {
  /** Questions that have an attempt 0 in both. */
  readonly shared: number;
  /** Those of them whose query or verdict differs. */
  readonly differing: number;
}

/**
 * Compares the attempts 0 of two runs over the questions that both have.
 *
 * @param a a run
 * @param b another run of the same benchmark
 * @returns counts of questions, joined by id
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { compareFirstAttempts } from "./compare_first_attempts.ts";
 * const run = await exampleRun();
 * assert.deepEqual(compareFirstAttempts(run, run), { shared: 1, differing: 0 });
 * ```
 */
export function compareFirstAttempts(a: StoredRun, b: StoredRun): FirstAttemptDifference {
  const firsts = (run: StoredRun) =>
    new Map(run.episodes.flatMap(({ task, steps }) => {
      const first = steps[0]?.attempt;
      return first === undefined ? [] : [[task.id, `${first.observation.status} ${first.sql}`]];
    }));
  const ofA = firsts(a), ofB = firsts(b);
  const shared = [...ofA.keys()].filter((id) => ofB.has(id));
  return {
    shared: shared.length,
    differing: shared.filter((id) => ofA.get(id) !== ofB.get(id)).length,
  };
}
