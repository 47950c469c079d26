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
  requireLimit(limit);
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

/**
 * Where the largest values are, with all that equal the last of them. Costs what {@link takeBest} does,
 * without a function call an item.
 *
 * @param values numbers
 * @param options `limit`: how many values are wanted, an integer of at least 0 or Infinity; `least`:
 * values below it are left out
 * @returns places, ascending
 * @throws {RangeError} when the limit is anything else
 *
 * @example
 * ```ts
 * import { placesOfLargest } from "./take_best.ts";
 * const places = placesOfLargest(Float64Array.of(3, 0, 2, 3, 2), { limit: 3, least: 1 });
 * if (places.join() !== "0,2,3,4") throw new Error("Expected both 3 and both 2");
 * ```
 */
export function placesOfLargest(
  values: Float64Array,
  { limit, least }: { readonly limit: number; readonly least: number },
): number[] {
  requireLimit(limit);
  if (limit === 0) return [];
  const places: number[] = [];
  const largest = limit < values.length ? new Float64Array(limit).fill(-Infinity) : null;
  let mark = least;
  for (let at = nextAtLeast(values, 0, mark); at < values.length;) {
    places.push(at);
    if (largest !== null) mark = Math.max(mark, exchangeLeast(largest, values[at]!));
    at = nextAtLeast(values, at + 1, mark);
  }
  return places.filter((place) => values[place]! >= mark);
}

/** The first place from one on whose value is not below the mark; a loop of its own runs fastest. */
function nextAtLeast(values: Float64Array, from: number, mark: number): number {
  let at = from;
  while (at < values.length && values[at]! < mark) at++;
  return at;
}

/** Puts a value in the place of the least of ascending ones, and gives the new least. */
function exchangeLeast(ascending: Float64Array, value: number): number {
  let at = 0;
  for (; at + 1 < ascending.length && ascending[at + 1]! < value; at++) {
    ascending[at] = ascending[at + 1]!;
  }
  ascending[at] = value;
  return ascending[0]!;
}

function requireLimit(limit: number): void {
  if (limit === Infinity || (Number.isSafeInteger(limit) && limit >= 0)) return;
  throw new RangeError(`Cannot take the best items: limit is ${limit}, need an integer ≥ 0`);
}
