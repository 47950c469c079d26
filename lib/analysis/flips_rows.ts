/**
 * How many questions flip beside a base, and how many by chance.
 *
 * @module
 */
import { type Attribution, type Flips, withoutSeed } from "./attribution.ts";

/** The flips of one arm beside the base. */
export interface FlipsRow {
  /** The arm, or the base under another seed. */
  readonly label: string;
  /** Share of questions that one of the two alone solves, in [0, 1]. */
  readonly rate: number;
  /** Ends of Wilson's 95 % interval of the share. */
  readonly low: number;
  /** See `low`. */
  readonly high: number;
  /** `chance`: the base beside itself, another seed apart. */
  readonly kind: "memory" | "chance";
}

/**
 * Sets the flips of every method with a memory beside those of chance.
 *
 * @param attributions of one set and base
 * @returns the methods in order, then chance where it is known; none without scored questions
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { flipsRows } from "./flips_rows.ts";
 * const flips = { n: 40, flips: 4, rate: 0.1, interval: { low: 0.04, high: 0.23 } };
 * const one = {
 *   variant: "merit", base: "stateless", fixed: [], broken: [], flips, chance: flips, helped: [], harmed: [],
 * };
 * assert.deepEqual(flipsRows([one]).map(({ label }) => label), ["merit", "stateless, another seed"]);
 * ```
 */
export function flipsRows(attributions: readonly Attribution[]): readonly FlipsRow[] {
  const known = attributions.find(({ chance }) => chance !== null);
  const row = (label: string, kind: FlipsRow["kind"], { rate, interval }: Flips) =>
    rate === null || interval === null
      ? []
      : [{ label, rate, low: interval.low, high: interval.high, kind }];
  return [
    ...attributions.flatMap(({ variant, flips }) => row(variant, "memory", flips)),
    ...(known === undefined
      ? []
      : row(`${withoutSeed(known.base)}, another seed`, "chance", known.chance!)),
  ];
}
