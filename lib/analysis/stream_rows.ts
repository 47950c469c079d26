/**
 * Gain along the stream: does memory help more as it fills?
 *
 * @module
 */
import { bootstrapClusters, gatherClusters } from "../stats/clusters.ts";
import { type Base, differences, goBothWays } from "./differences.ts";
import type { Arm } from "./group_arms.ts";

/** What an arm gains over the base in one stretch of the stream. Differences are in [−1, 1]. */
export interface StreamRow {
  /** The arm. */
  readonly label: string;
  /** First stream position of the stretch, counted from 0. */
  readonly from: number;
  /** The position after its last one. */
  readonly to: number;
  /** Questions times orders in the stretch. */
  readonly n: number;
  /** Accuracy of the arm minus accuracy of the base over the stretch. */
  readonly difference: number;
  /** Lower end of its 95 % interval; null unless the stretch's questions {@linkcode goBothWays}. */
  readonly low: number | null;
  /** Its upper end. */
  readonly high: number | null;
}

/**
 * Differences to the base by stretches of the stream, each order's questions at their own places. Two
 * arms meet the same questions in the same stretch, so a harder stretch is harder for both.
 *
 * The interval is a bootstrap over questions: one that falls into the stretch under several orders
 * counts as one cluster.
 *
 * @param arms of one set
 * @param options `base`: what they are compared with, left out itself; `stretches`: how many, 5 by
 * default, at most the number of questions
 * @returns rows by arm, along the stream; a stretch without a scored question has none
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { groupArms } from "./group_arms.ts";
 * import { streamRows } from "./stream_rows.ts";
 * const [set] = groupArms([await exampleRun()]);
 * const [row] = streamRows(set!.arms, { base: "attempt 0" });
 * assert.deepEqual([row!.to, row!.difference, row!.low], [1, 1, null]);
 * ```
 */
export function streamRows(
  arms: readonly Arm[],
  { base, stretches = 5 }: { readonly base: Base; readonly stretches?: number },
): readonly StreamRow[] {
  return arms.filter((arm) => arm !== base).flatMap((arm) => {
    const { length } = arm.runs[0]!.stream;
    const count = Math.min(stretches, length);
    const found = differences(arm, base);
    return Array.from({ length: count }, (_, at) => {
      const from = Math.floor(at * length / count), to = Math.floor((at + 1) * length / count);
      const part = found.filter(({ position }) => position >= from && position < to);
      const values = part.map(({ difference }) => difference);
      const clusters = gatherClusters(values, part.map(({ taskId }) => taskId));
      const interval = goBothWays(clusters.map(({ total }) => total))
        ? bootstrapClusters(clusters)
        : null;
      return {
        label: arm.label,
        from,
        to,
        n: values.length,
        difference: values.reduce((sum, value) => sum + value, 0) / values.length,
        low: interval?.low ?? null,
        high: interval?.high ?? null,
      };
    }).filter(({ n }) => n > 0);
  });
}
