/**
 * Intervals of contrasts in the cells of a table, those marked that say more than their p does.
 *
 * @module
 */
import type { ContrastEstimate } from "../analysis/contrast_estimate.ts";
import { formatPoints } from "./format_numbers.ts";

/** The interval of a contrast, over questions or clusters, beside the p and level of the contrast. */
export type TestedInterval = Pick<ContrastEstimate, "interval" | "p" | "level">;

/**
 * Whether an interval leaves 0 out, or ends there, although the raw p is no smaller than the interval's
 * level allows: where few questions or twin groups differ, and nearly all in one direction, hardly any
 * resample crosses 0.
 *
 * @param tested the interval, and p and level of the contrast
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { overstatesInterval } from "./mark_intervals.ts";
 * const interval = { low: -0.225, high: -0.025 };
 * assert.equal(overstatesInterval({ interval, p: 0.125, level: 0.95 }), true);
 * assert.equal(overstatesInterval({ interval, p: 0.031, level: 0.95 }), false);
 * const endsAtZero = { low: -0.075, high: 0 };
 * assert.equal(overstatesInterval({ interval: endsAtZero, p: 1, level: 0.95 }), true);
 * ```
 */
export function overstatesInterval({ interval, p, level }: TestedInterval): boolean {
  if (interval === null || p === null) return false;
  return (interval.low >= 0 || interval.high <= 0) && p - (1 - level) > 1e-12;
}

/**
 * Writes an interval in points, with a star where it {@linkcode overstatesInterval}.
 *
 * @param tested the interval, and p and level of the contrast
 * @returns the cell; a dash where the interval is not defined
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { markInterval } from "./mark_intervals.ts";
 * const interval = { low: -0.225, high: -0.025 };
 * assert.equal(markInterval({ interval, p: 0.125, level: 0.95 }), "−22.5 to −2.5*");
 * assert.equal(markInterval({ interval: null, p: 1, level: 0.95 }), "–");
 * ```
 */
export function markInterval(tested: TestedInterval): string {
  const { interval } = tested;
  if (interval === null) return "–";
  const mark = overstatesInterval(tested) ? "*" : "";
  return `${formatPoints(interval.low)} to ${formatPoints(interval.high)}${mark}`;
}

/**
 * Says below a table what the stars of {@linkcode markInterval} mean.
 *
 * @param shown intervals of the table
 * @returns lines; none where nothing is marked
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { explainMarks } from "./mark_intervals.ts";
 * assert.deepEqual(explainMarks([{ interval: null, p: 1, level: 0.95 }]), []);
 * ```
 */
export function explainMarks(shown: readonly TestedInterval[]): readonly string[] {
  if (!shown.some(overstatesInterval)) return [];
  return [
    "Marked *: an interval that leaves 0 out, or ends there, where p does not: too few questions or twin groups differ, or",
    "nearly all one way. It excludes no difference in the other direction; read p.",
  ];
}
