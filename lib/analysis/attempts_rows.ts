/**
 * Accuracy by attempt within K.
 *
 * @module
 */
import { averageRate, scoredQuestions } from "./arm_questions.ts";
import type { Arm } from "./group_arms.ts";

/** Accuracy of one arm if its episodes had stopped after an attempt. Fractions are in [0, 1]. */
export interface AttemptRow {
  /** The arm. */
  readonly label: string;
  /** 0 to K. */
  readonly attempt: number;
  /** Share of questions right by then. */
  readonly accuracy: number;
  /** Lower end of Wilson's 95 % interval. */
  readonly low: number;
  /** Its upper end. */
  readonly high: number;
}

/**
 * Accuracy by attempt, read from runs of one K. It is no sweep over budgets: with a smaller K memory
 * would hold other entries.
 *
 * @param arms of one set
 * @returns rows by arm, attempts ascending from 0 to K
 * @throws {InputError} for an arm without a scored question
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { attemptsRows } from "./attempts_rows.ts";
 * import { groupArms } from "./group_arms.ts";
 * const [set] = groupArms([await exampleRun()]);
 * const [first, second] = attemptsRows(set!.arms);
 * assert.deepEqual([first!.accuracy, second!.accuracy], [0, 1]);
 * ```
 */
export function attemptsRows(arms: readonly Arm[]): readonly AttemptRow[] {
  return arms.flatMap((arm) => {
    const questions = scoredQuestions(arm);
    const { budget } = arm.runs[0]!.manifest.configuration;
    return Array.from({ length: budget + 1 }, (_, attempt) => {
      const { rate, low, high } = averageRate(
        questions,
        ({ solvedAt }) => solvedAt !== null && solvedAt <= attempt,
      );
      return { label: arm.label, attempt, accuracy: rate, low, high };
    });
  });
}
