/**
 * Accuracy and cost of each arm.
 *
 * @module
 */
import { averageRate, scoredQuestions } from "./arm_questions.ts";
import type { Arm } from "./group_arms.ts";

/** Accuracy and cost of one arm. Fractions are in [0, 1]. */
export interface AccuracyRow {
  /** The arm. */
  readonly label: string;
  /** Questions scored under every order: the denominator. */
  readonly n: number;
  /** Questions of the stream that are not. */
  readonly unscored: number;
  /** Execution accuracy at attempt 0. */
  readonly first: number;
  /** Execution accuracy at the end, after at most K repairs. */
  readonly accuracy: number;
  /** Lower end of Wilson's 95 % interval of `accuracy`. */
  readonly low: number;
  /** Its upper end. */
  readonly high: number;
  /** Model calls a question, attempt 0 included. */
  readonly calls: number;
  /** Prompt and completion tokens a question, attempt 0 included. */
  readonly tokens: number;
  /** The part of `tokens` that attempt 0 took. */
  readonly firstTokens: number;
}

/**
 * Accuracy and cost of each arm, every question averaged over the stream orders first.
 *
 * @param arms of one set
 * @returns one row an arm, in order
 * @throws {InputError} for an arm without a scored question
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { accuracyRows } from "./accuracy_rows.ts";
 * import { groupArms } from "./group_arms.ts";
 * const [set] = groupArms([await exampleRun()]);
 * const [row] = accuracyRows(set!.arms);
 * assert.deepEqual([row!.first, row!.accuracy, row!.calls], [0, 1, 2]);
 * ```
 */
export function accuracyRows(arms: readonly Arm[]): readonly AccuracyRow[] {
  return arms.map((arm) => {
    const questions = scoredQuestions(arm);
    const { n, rate, low, high } = averageRate(questions, ({ solvedAt }) => solvedAt !== null);
    const steps = [...questions.values()].flat().flatMap((episode) => episode.steps);
    const calls = steps.flatMap((step) => step.calls);
    const firsts = steps.filter(({ attempt }) => attempt.number === 0).flatMap((step) =>
      step.calls
    );
    const perQuestion = (count: number) => count / (n * arm.runs.length);
    const tokensOf = (of: typeof calls) =>
      of.reduce((sum, { usage }) => sum + usage.promptTokens + usage.completionTokens, 0);
    return {
      label: arm.label,
      n,
      unscored: arm.runs[0]!.stream.length - n,
      first: averageRate(questions, ({ solvedAt }) => solvedAt === 0).rate,
      accuracy: rate,
      low,
      high,
      calls: perQuestion(calls.length),
      tokens: perQuestion(tokensOf(calls)),
      firstTokens: perQuestion(tokensOf(firsts)),
    };
  });
}
