/**
 * Drawing with replacement.
 *
 * @module
 */
import type { Random } from "../random.ts";
import { type BinomialSampler, binomialSampler } from "./binomial_sampler.ts";

/** How {@link resampleTotals} draws. */
export interface ResampleOptions {
  /** Resamples. */
  readonly draws: number;
  /** Where randomness comes from. */
  readonly random: Random;
  /**
   * Up to this many distinct items are drawn as counts, more one by one; 16 where left out. It changes
   * the time and which numbers come out, never their distribution.
   */
  readonly mostDistinct?: number;
}

/**
 * Resamples n items with replacement, n at a time, and gives each resample's totals.
 *
 * How often each distinct item occurs in a resample is multinomial, so where there are few distinct
 * items it is drawn at once: the count of the commonest as a binomial of n trials, that of the next
 * as a binomial of what is left, and so on. The distribution of the totals is the same.
 *
 * @param columns one number an item each, all of one length n ≥ 1
 * @param options draws and randomness
 * @returns one array a column, as long as there are draws: its total over each resample
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createRandom } from "../random.ts";
 * import { resampleTotals } from "./resample_totals.ts";
 * const ones = Float64Array.of(1, 1, 1);
 * const [totals] = resampleTotals([ones], { draws: 2, random: createRandom(1) });
 * assert.deepEqual([...totals!], [3, 3]);
 * ```
 */
export function resampleTotals(
  columns: readonly Float64Array[],
  { draws, random, mostDistinct = 16 }: ResampleOptions,
): readonly Float64Array[] {
  const totals = columns.map(() => new Float64Array(draws));
  const groups = groupAlike(columns, mostDistinct);
  if (groups === null) addItems(columns, totals, random);
  else addCounts(columns, groups, totals, random);
  return totals;
}

/** A distinct item: where it stands first, and how often it occurs. */
interface Group {
  readonly at: number;
  count: number;
}

/** The distinct items, commonest first; null where there are too many. */
function groupAlike(columns: readonly Float64Array[], most: number): readonly Group[] | null {
  const [first] = columns;
  const groups = new Map<number | string, Group>();
  for (let at = 0; at < first!.length; at++) {
    const key = columns.length === 1 ? first![at]! : columns.map((column) => column[at]).join();
    const group = groups.get(key);
    if (group !== undefined) group.count++;
    else if (groups.size === most) return null;
    else groups.set(key, { at, count: 1 });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

function addItems(
  columns: readonly Float64Array[],
  totals: readonly Float64Array[],
  random: Random,
): void {
  const n = columns[0]!.length;
  for (let draw = 0; draw < totals[0]!.length; draw++) {
    for (let i = 0; i < n; i++) {
      const item = Math.floor(random.next() * n);
      for (let c = 0; c < columns.length; c++) totals[c]![draw]! += columns[c]![item]!;
    }
  }
}

function addCounts(
  columns: readonly Float64Array[],
  groups: readonly Group[],
  totals: readonly Float64Array[],
  random: Random,
): void {
  const n = columns[0]!.length;
  let others = n;
  const samplers = groups.map(({ count }): BinomialSampler => {
    const sampler = binomialSampler({ probability: count / others, most: n });
    others -= count;
    return sampler;
  });
  for (let draw = 0; draw < totals[0]!.length; draw++) {
    let left = n;
    for (let g = 0; g < groups.length && left > 0; g++) {
      const count = samplers[g]!(left, random);
      left -= count;
      for (let c = 0; c < columns.length; c++) {
        totals[c]![draw]! += count * columns[c]![groups[g]!.at]!;
      }
    }
  }
}
