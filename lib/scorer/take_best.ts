/**
 * Takes the first items of an order without sorting the rest.
 *
 * Costs a comparison an item plus, for each that gets in, a shift of at most `limit` items: made for
 * a handful out of many.
 *
 * @param items any items; left as they are
 * @param options `limit`: most items to take, an integer of at least 0 or Infinity; `compare`: negative where the first comes
 * before the second
 * @returns at most `limit` items, in order
 * @throws {RangeError} when the limit is anything else
 *
 * @example
 * ```ts
 * import { takeBest } from "./take_best.ts";
 * const best = takeBest([3, 1, 2], { limit: 2, compare: (a, b) => a - b });
 * if (best.join() !== "1,2") throw new Error("Expected the two smallest");
 * ```
 */
export function takeBest<T>(
  items: readonly T[],
  options: { readonly limit: number; readonly compare: (a: T, b: T) => number },
): T[] {
  const { limit, compare } = options;
  if (limit !== Infinity && !(Number.isSafeInteger(limit) && limit >= 0)) {
    throw new RangeError(`Cannot take the best items: limit is ${limit}, need an integer ≥ 0`);
  }
  if (limit >= items.length) return items.toSorted(compare);
  if (limit === 0) return [];
  const best: T[] = [];
  for (const item of items) {
    if (best.length === limit && compare(item, best[limit - 1]!) >= 0) continue;
    let place = best.length;
    while (place > 0 && compare(item, best[place - 1]!) < 0) place--;
    best.splice(place, 0, item);
    if (best.length > limit) best.pop();
  }
  return best;
}
