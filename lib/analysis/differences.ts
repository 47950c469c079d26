/**
 * Differences between two arms, question by question and order by order.
 *
 * @module
 */
import type { StoredEpisode } from "../runs/run_reader.ts";
import { scoredQuestions } from "./arm_questions.ts";
import type { Arm } from "./group_arms.ts";

/** What an arm gains over the base on one question under one order. */
export interface Difference {
  /** Id of the question. */
  readonly taskId: string;
  /** Its database. */
  readonly database: string;
  /** Place of the question in the stream of that order, counted from 0. */
  readonly position: number;
  /** 1: only the arm is right at the end; −1: only the base is; 0: both or none. */
  readonly difference: number;
}

/** What arms may be compared with: another arm, or what each of them had at attempt 0. */
export type Base = Arm | "attempt 0";

/**
 * Compares an arm with the base, joined by order and question id.
 *
 * @param arm of the same set as the base
 * @param base what it is compared with
 * @returns one difference a question and order; questions unscored in any order of either are left out
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { differences } from "./differences.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * assert.equal(differences(arm, "attempt 0")[0]!.difference, 1);
 * assert.equal(differences(arm, arm)[0]!.difference, 0);
 * ```
 */
export function differences(arm: Arm, base: Base): readonly Difference[] {
  const ofBase = base === "attempt 0" ? null : scoredQuestions(base);
  const isRight = ({ solvedAt }: StoredEpisode) => Number(solvedAt !== null);
  return [...scoredQuestions(arm)].flatMap(([taskId, episodes]) => {
    const others = ofBase === null ? episodes : ofBase.get(taskId);
    if (others === undefined) return [];
    return episodes.map((episode, order) => ({
      taskId,
      database: episode.task.databaseId,
      position: episode.position,
      difference: isRight(episode) -
        (ofBase === null ? Number(episode.solvedAt === 0) : isRight(others[order]!)),
    }));
  });
}

/**
 * Whether some differences speak for the arm and some for the base. An interval of a small part is
 * worth something only then. Where none differs, resampling shows no spread. Where all that do differ
 * go one way, no resample crosses 0, and the interval leaves 0 out more often than its level says: of
 * parts of 16 questions, each won and each lost with a probability of 10 %, in 11 % of those that go
 * one way instead of 5 %.
 *
 * @param values differences, one a question
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { goBothWays } from "./differences.ts";
 * assert.deepEqual([goBothWays([1, 0, -1]), goBothWays([1, 1, 0]), goBothWays([0])], [
 *   ...[true, false, false],
 * ]);
 * ```
 */
export function goBothWays(values: readonly number[]): boolean {
  return values.some((value) => value > 0) && values.some((value) => value < 0);
}
