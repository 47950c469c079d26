/**
 * Accuracy against tokens, and which arms no other one beats in both.
 *
 * @module
 */
import type { AccuracyRow } from "./accuracy_rows.ts";

/** Cost and accuracy of one arm. */
export interface TokensRow {
  /** The arm, or `attempt 0`. */
  readonly label: string;
  /** Prompt and completion tokens a question. */
  readonly tokens: number;
  /** In [0, 1]. */
  readonly accuracy: number;
  /** Ends of its interval; null for attempt 0, which all arms share. */
  readonly low: number | null;
  /** See `low`. */
  readonly high: number | null;
  /** Whether no other row is at least as right and at most as dear, and better in one. */
  readonly isOnFront: boolean;
}

/**
 * Sets cost beside accuracy. Attempt 0 alone is the first row: what one gets without any repair.
 *
 * @param rows of one set, at least one
 * @returns attempt 0 as the first arm has it, then the arms in order
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { accuracyRows } from "./accuracy_rows.ts";
 * import { groupArms } from "./group_arms.ts";
 * import { tokensRows } from "./tokens_rows.ts";
 * const [set] = groupArms([await exampleRun()]);
 * const rows = tokensRows(accuracyRows(set!.arms));
 * assert.deepEqual(rows.map(({ label, isOnFront }) => [label, isOnFront]), [
 *   ...[["attempt 0", true], ["merit", true]],
 * ]);
 * ```
 */
export function tokensRows(rows: readonly AccuracyRow[]): readonly TokensRow[] {
  const [arm] = rows;
  if (arm === undefined) return [];
  const first = { tokens: arm.firstTokens, accuracy: arm.first, low: null, high: null };
  const points = [
    { label: "attempt 0", ...first },
    ...rows.map(({ label, tokens, accuracy, low, high }) => ({
      label,
      tokens,
      accuracy,
      low,
      high,
    })),
  ];
  return points.map((point) => ({
    ...point,
    isOnFront: !points.some((other) =>
      other.accuracy >= point.accuracy && other.tokens <= point.tokens &&
      (other.accuracy > point.accuracy || other.tokens < point.tokens)
    ),
  }));
}
