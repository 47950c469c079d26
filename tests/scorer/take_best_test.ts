import assert from "node:assert/strict";
import { createRandom } from "../../lib/random.ts";
import { takeBest } from "../../lib/scorer/take_best.ts";

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
