import assert from "node:assert/strict";
import { createRandom } from "../../lib/random.ts";
import { placesOfLargest, takeBest } from "../../lib/scorer/take_best.ts";

Deno.test("takeBest: equals sorting everything and cutting, equal items in their first order", () => {
  const random = createRandom("take best");
  for (let round = 0; round < 200; round++) {
    const items = Array.from(
      { length: random.integer(0, 20) },
      (_, place) => ({ value: random.integer(0, 5), place }),
    );
    const before = [...items];
    const compare = (a: { value: number }, b: { value: number }) => a.value - b.value;
    for (const limit of [0, 1, 3, 20, Infinity]) {
      assert.deepEqual(
        takeBest(items, { limit, compare }),
        items.toSorted(compare).slice(0, limit),
      );
    }
    assert.deepEqual(items, before);
  }
});

Deno.test("takeBest: a limit that is no count is refused", () => {
  for (const limit of [-1, 1.5, NaN]) {
    assert.throws(
      () => takeBest([1, 2, 3], { limit, compare: () => 0 }),
      /^RangeError: .*limit is/,
    );
  }
});

Deno.test("placesOfLargest: those that a sort puts first, and all that equal the last of them", () => {
  const random = createRandom("largest");
  for (let round = 0; round < 300; round++) {
    const values = Float64Array.from(
      { length: random.integer(0, 30) },
      () => random.integer(-3, 3),
    );
    const sorted = values.toSorted().reverse();
    for (const limit of [0, 1, 3, 30, Infinity]) {
      for (const least of [-Infinity, 0, Number.MIN_VALUE]) {
        const mark = Math.max(least, sorted[Math.min(limit, sorted.length) - 1] ?? Infinity);
        const expected = [...values.keys()].filter((place) => values[place]! >= mark);
        assert.deepEqual(placesOfLargest(values, { limit, least }), expected);
      }
    }
  }
});

Deno.test("placesOfLargest: a limit that is no count is refused", () => {
  for (const limit of [-1, 1.5, NaN]) {
    assert.throws(() => placesOfLargest(new Float64Array(3), { limit, least: 0 }), /limit is/);
  }
});
