/**
 * Failure type of attempt 0 against what became of it.
 *
 * @module
 */
import { failureTypes } from "../domain.ts";
import type { StoredEpisode } from "../runs/run_reader.ts";
import { scoredQuestions } from "./arm_questions.ts";
import type { Arm } from "./group_arms.ts";

/** How many questions went from one state to another. */
export interface FailureRow {
  /** Failure type of attempt 0; `unseen` where the method was not told that it is wrong. */
  readonly before: string;
  /** `solved`, or the failure type of the last attempt. */
  readonly after: string;
  /** Questions, a mean over the stream orders. */
  readonly count: number;
  /** Of all questions of `before`, in [0, 1]. */
  readonly share: number;
}

const states = ["solved", ...failureTypes, "unseen"];

/**
 * Counts how the questions that are wrong at attempt 0 end.
 *
 * @param arm finished runs
 * @returns a whole grid, zeros included, of the types that occur, in the paper's order, `solved` first;
 * empty where attempt 0 is always right
 * @throws {InputError} for an arm without a scored question
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { failureRows } from "./failure_rows.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * assert.deepEqual(failureRows(arm), [
 *   { before: "schema_linking", after: "solved", count: 1, share: 1 },
 * ]);
 * ```
 */
export function failureRows(arm: Arm): readonly FailureRow[] {
  const moves = [...scoredQuestions(arm).values()].flat()
    .filter(({ solvedAt }) => solvedAt !== 0)
    .map((episode) => ({ before: stateAt(episode, 0), after: stateAt(episode, -1) }));
  const occurring = (side: "before" | "after") =>
    states.filter((state) => moves.some((move) => move[side] === state));
  const afters = [...new Set(["solved", ...occurring("after")])];
  return occurring("before").flatMap((before) => {
    const from = moves.filter((move) => move.before === before);
    return afters.map((after) => {
      const count = from.filter((move) => move.after === after).length;
      return { before, after, count: count / arm.runs.length, share: count / from.length };
    });
  });
}

function stateAt({ steps, solvedAt }: StoredEpisode, at: 0 | -1): string {
  const attempt = steps.at(at)?.attempt;
  if (solvedAt !== null && attempt?.number === solvedAt) return "solved";
  return attempt?.failure?.type ?? "unseen";
}
