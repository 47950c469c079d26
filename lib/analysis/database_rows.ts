/**
 * The effect of each arm by database.
 *
 * @module
 */
import { bootstrapMean } from "../stats/bootstrap_mean.ts";
import { mcnemarExact } from "../stats/mcnemar.ts";
import { signFlipTest } from "../stats/sign_flip.ts";
import { type Base, type Difference, differences, goBothWays } from "./differences.ts";
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
  /** Lower end of its 95 % interval; null unless the questions {@linkcode goBothWays}. */
  readonly low: number | null;
  /** Its upper end. */
  readonly high: number | null;
  /** How the interval was found; null where there is none. */
  readonly method: "bca" | "percentile" | null;
  /** Questions on which the arm is right in more orders than the base. */
  readonly wins: number;
  /** Questions on which the base is. */
  readonly losses: number;
  /**
   * Two-sided, not corrected for the number of rows: of McNemar's exact test where there is one order,
   * else of sign flips over the averaged differences; null where that has fewer than 2 of them.
   */
  readonly p: number | null;
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
        const wins = values.filter((value) => value > 0).length;
        const losses = values.filter((value) => value < 0).length;
        const interval = goBothWays(values) ? bca ?? percentile : null;
        return {
          label: arm.label,
          database,
          n: values.length,
          difference: mean!,
          low: interval?.low ?? null,
          high: interval?.high ?? null,
          method: interval === null ? null : bca === null ? "percentile" : "bca",
          wins,
          losses,
          p: arm.runs.length === 1 ? mcnemarExact(losses, wins) : signFlipTest(values).p,
        };
      })
  );
}

function averageByQuestion(part: readonly Difference[]): readonly number[] {
  return [...Map.groupBy(part, ({ taskId }) => taskId).values()].map((orders) =>
    orders.reduce((sum, { difference }) => sum + difference, 0) / orders.length
  );
}
