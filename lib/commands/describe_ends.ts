/**
 * Where runs ended before their stream did, a line an arm.
 *
 * @module
 */
import { formatNumber } from "./format_numbers.ts";
import { toLine } from "./printable.ts";

/** A run that is not finished. */
export interface RunEnd {
  /** Name of the arm. */
  readonly arm: string;
  /** Seed of the stream order. */
  readonly order: number;
  /** Finalized questions. */
  readonly done: number;
  /** Questions of the stream. */
  readonly total: number;
  /** Why it stopped, such as the call that a recording lacks; empty where that is not known. */
  readonly why: string;
}

/**
 * Writes a list of unfinished runs: how far each arm came under each order, and in full why it
 * stopped under the first one.
 *
 * @param ends in any order
 * @returns one line an arm
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { writeEnds } from "./describe_ends.ts";
 * const ends = [1, 2].map((order) => ({ arm: "merit", order, done: 3, total: 8, why: "no call" }));
 * assert.deepEqual(writeEnds(ends), [
 *   "- merit: order 1 after 3, order 2 after 3 of 8 questions; under order 1: no call",
 * ]);
 * ```
 */
export function writeEnds(ends: readonly RunEnd[]): readonly string[] {
  return [...Map.groupBy(ends, ({ arm }) => arm)].map(([arm, own]) => {
    const [first] = own;
    const far = own.map(({ order, done }) => `order ${order} after ${formatNumber(done)}`);
    const why = toLine(first!.why);
    return `- ${arm}: ${far.join(", ")} of ${formatNumber(first!.total)} questions` +
      (why === "" ? "" : `; ${own.length > 1 ? `under order ${first!.order}: ` : ""}${why}`);
  });
}
