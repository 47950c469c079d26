/**
 * Choosing texts so that they are as long as others.
 *
 * @module
 */

/**
 * How far a matched length may be from the wanted one, as a part of the wanted one.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { isLengthMatched } from "./match_lengths.ts";
 * assert.deepEqual([90, 110, 111].map((length) => isLengthMatched(length, 100)), [true, true, false]);
 * ```
 */
export function isLengthMatched(length: number, wanted: number): boolean {
  return Math.abs(length - wanted) <= wanted / 10;
}

/**
 * Chooses one item for each wanted length, none twice: the first one that is within 10 % of what is
 * still owed, else the nearest. What is owed is the wanted length and what the choices so far fell
 * short by, so that the total stays near where single lengths cannot.
 *
 * @param wanted lengths in order
 * @param offered lengths of the items, in the order in which they come into question
 * @returns places in `offered`, one for each wanted length as far as there are items
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { matchLengths } from "./match_lengths.ts";
 * assert.deepEqual(matchLengths([80, 40], [20, 50, 78, 81, 41]), [2, 4]);
 * assert.deepEqual(matchLengths([80, 40], [60]), [0]);
 * ```
 */
export function matchLengths(
  wanted: readonly number[],
  offered: readonly number[],
): readonly number[] {
  const chosen: number[] = [];
  let debt = 0;
  for (const length of wanted.slice(0, offered.length)) {
    const owed = length + debt;
    const free = [...offered.keys()].filter((place) => !chosen.includes(place));
    const distance = (place: number) => Math.abs(offered[place]! - owed);
    const fitting = free.find((place) => isLengthMatched(offered[place]!, owed));
    const place = fitting ??
      free.reduce((best, next) => distance(next) < distance(best) ? next : best);
    chosen.push(place);
    debt = owed - offered[place]!;
  }
  return chosen;
}
