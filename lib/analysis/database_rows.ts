/**
 * The effect of each arm by database.
 *
 * @module
 */
import { bootstrapMean } from "../stats/bootstrap_mean.ts";
import { type Base, type Difference, differences } from "./differences.ts";
import type { Arm } from "./group_arms.ts";

/** What an arm gains over the base on one database. Differences are in [−1, 1]. */
export interface DatabaseRow {
  /** The arm. */
  readonly label: string;
  /** Id of the database. */
  readonly database: string;
  /** Questions compared. */
  readonly n: number;
  /** Accuracy of the arm minus accuracy of the base. */
  readonly difference: number;
  /** Lower end of its 95 % interval; null where all differences are equal. */
  readonly low: number | null;
  /** Its upper end. */
  readonly high: number | null;
}

/**
 * Differences to the base by database, every question averaged over the stream orders first; the
 * interval is a paired bootstrap over the questions of the database, BCa or, where that is undefined,
 * percentile.
 *
 * @param arms of one set
 * @param options `base`: what they are compared with, left out itself
 * @returns rows by arm, databases in order of name
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { databaseRows } from "./database_rows.ts";
 * import { groupArms } from "./group_arms.ts";
 * const [set] = groupArms([await exampleRun()]);
 * const [row] = databaseRows(set!.arms, { base: "attempt 0" });
 * assert.deepEqual([row!.n, row!.difference], [1, 1]);
 * ```
 */
export function databaseRows(
  arms: readonly Arm[],
  { base }: { readonly base: Base },
): readonly DatabaseRow[] {
  return arms.filter((arm) => arm !== base).flatMap((arm) =>
    [...Map.groupBy(differences(arm, base), ({ database }) => database)]
      .sort(([a], [b]) => a < b ? -1 : 1)
      .map(([database, part]) => {
        const values = averageByQuestion(part);
        const { mean, bca, percentile } = bootstrapMean(values);
        const interval = bca ?? (new Set(values).size < 2 ? null : percentile);
        return {
          label: arm.label,
          database,
          n: values.length,
          difference: mean!,
          low: interval?.low ?? null,
          high: interval?.high ?? null,
        };
      })
  );
}

function averageByQuestion(part: readonly Difference[]): readonly number[] {
  return [...Map.groupBy(part, ({ taskId }) => taskId).values()].map((orders) =>
    orders.reduce((sum, { difference }) => sum + difference, 0) / orders.length
  );
}
