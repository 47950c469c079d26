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
