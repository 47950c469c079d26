/**
 * Power of paired comparisons by their number of questions, for planning.
 *
 * @module
 */
import { exactPower } from "../stats/exact_power.ts";

/** The power of one planned comparison. */
export interface PowerRow {
  /** The true difference, in words. */
  readonly label: string;
  /** Questions. */
  readonly n: number;
  /** Probability that the test shows the difference, in [0, 1]. */
  readonly power: number;
}

/**
 * The exact power of paired comparisons of some numbers of questions at some true differences,
 * two-sided at the level of 5 %.
 *
 * @param plan the discordant share, in (0, 1]; true `differences`, fractions whose size is at most
 * that share, since only discordant questions differ; numbers of `questions`, each at least 1
 * @returns rows by difference, in the order given
 * @throws {RangeError} where an argument is out of range
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { powerRows } from "./power_rows.ts";
 * const plan = { discordantShare: 0.1, differences: [0.05], questions: [40, 1034] };
 * const powers = powerRows(plan).map(({ power }) => power.toFixed(2));
 * assert.deepEqual(powers, ["0.03", "1.00"]);
 * ```
 */
export function powerRows({ discordantShare, differences, questions }: {
  readonly discordantShare: number;
  readonly differences: readonly number[];
  readonly questions: readonly number[];
}): readonly PowerRow[] {
  return differences.flatMap((difference) => {
    const size = Math.abs(difference);
    if (size > discordantShare) {
      throw new RangeError(
        `Cannot compute power: the difference is ${difference}, need at most the discordant ` +
          `share, ${discordantShare}`,
      );
    }
    const points = Number((size * 100).toFixed(6));
    const label = `${points} ${points === 1 ? "point" : "points"}`;
    return questions.map((n) => ({
      label,
      n,
      power: exactPower({ n, discordantShare, alpha: 0.05, difference: size }),
    }));
  });
}
