/**
 * How good a classifier of failures is, type by type.
 *
 * @module
 */
import { type FailureType, failureTypes } from "../domain.ts";
import type { Interval } from "../stats/interval.ts";
import { wilsonInterval } from "../stats/wilson_interval.ts";

/** What a failure is and what the classifier said. */
export interface Judged {
  /** The type of its cause. */
  readonly actual: FailureType;
  /** The classifier's. */
  readonly predicted: FailureType;
}

/** One type's part of a confusion. */
export interface TypeScore {
  /** The type. */
  readonly type: FailureType;
  /** Failures that have it. */
  readonly support: number;
  /** Failures that were given it. */
  readonly predicted: number;
  /** Share of those given it that have it, in [0, 1]; null where none was given it. */
  readonly precision: number | null;
  /** Share of those that have it that were given it, in [0, 1]; null where none has it. */
  readonly recall: number | null;
  /** Harmonic mean of precision and recall, 0 where both are; null where either is null. */
  readonly f1: number | null;
}

/** A classifier's answers to a list of failures. */
export interface Confusion {
  /** Failures. */
  readonly n: number;
  /** Rightly classified ones. */
  readonly correct: number;
  /** Their share, in [0, 1]; null without failures. */
  readonly accuracy: number | null;
  /** Wilson's 95 % interval of the accuracy; null without failures. */
  readonly interval: Interval | null;
  /** A row a type, in the order of `failureTypes`. */
  readonly types: readonly TypeScore[];
  /** `matrix[i][j]`: failures of type i that were given type j, in the order of `failureTypes`. */
  readonly matrix: readonly (readonly number[])[];
}

const share = (part: number, whole: number): number | null => whole === 0 ? null : part / whole;

/**
 * Compares a classifier's answers with the causes.
 *
 * The interval takes the failures for independent trials. Those of one question are not, so that it
 * is too narrow where a question has many.
 *
 * @param judged pairs in any order
 * @returns accuracy with its interval, precision, recall and F1 a type, and the matrix
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { measureConfusion } from "./confusion.ts";
 * const { accuracy, types } = measureConfusion([
 *   { actual: "syntax", predicted: "syntax" },
 *   { actual: "filter_value", predicted: "syntax" },
 * ]);
 * assert.equal(accuracy, 0.5);
 * assert.equal(types.find(({ type }) => type === "syntax")?.precision, 0.5);
 * ```
 */
export function measureConfusion(judged: readonly Judged[]): Confusion {
  const matrix = failureTypes.map((actual) =>
    failureTypes.map((predicted) =>
      judged.filter((one) => one.actual === actual && one.predicted === predicted).length
    )
  );
  const types = failureTypes.map((type, at): TypeScore => {
    const hits = matrix[at]![at]!;
    const support = matrix[at]!.reduce((sum, count) => sum + count, 0);
    const predicted = matrix.reduce((sum, row) => sum + row[at]!, 0);
    const precision = share(hits, predicted), recall = share(hits, support);
    const f1 = precision === null || recall === null ? null : 2 * hits / (support + predicted);
    return { type, support, predicted, precision, recall, f1 };
  });
  const n = judged.length;
  const correct = judged.filter(({ actual, predicted }) => actual === predicted).length;
  return {
    n,
    correct,
    accuracy: share(correct, n),
    interval: wilsonInterval(correct, n),
    types,
    matrix,
  };
}
