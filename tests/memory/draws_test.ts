import assert from "node:assert/strict";
import { failureTypes } from "../../lib/domain.ts";
import { drawPlace, shuffleTypes } from "../../lib/memory/draws.ts";
import { createRandom } from "../../lib/random.ts";
import { entryAt } from "./entries.ts";

/** Entries whose types come in the shares of a real memory: most of them mismatches. */
const poolOf = (size: number) =>
  Array.from(
    { length: size },
    (_, position) =>
      entryAt(position, { failureType: failureTypes[position % 3 === 0 ? position % 7 : 0]! }),
  );

Deno.test("shuffleTypes: as many entries of each type as before", () => {
  for (const size of [0, 1, 2, 7, 40]) {
    const pool = poolOf(size);
    assert.deepEqual(
      shuffleTypes(pool, 1).toSorted(),
      pool.map(({ failureType }) => failureType).toSorted(),
    );
  }
});

Deno.test("shuffleTypes: a function of the pool's entries and the run's seed", () => {
  const pool = poolOf(30), types = shuffleTypes(pool, 1);
  const typeOf = new Map(pool.map((entry, i) => [entry.id, types[i]]));
  const reordered = createRandom("order").shuffle(pool);
  assert.deepEqual(shuffleTypes(reordered, 1), reordered.map(({ id }) => typeOf.get(id)));
  assert.notDeepEqual(shuffleTypes(pool, 2), types);
  assert.notDeepEqual(shuffleTypes(poolOf(31), 1).slice(0, 30), types);
});

Deno.test("shuffleTypes: every permutation is as likely as the others", () => {
  const pool = (["syntax", "execution", "unknown"] as const)
    .map((failureType, position) => entryAt(position, { failureType }));
  const counts = new Map<string, number>(), seeds = 12_000;
  for (let seed = 0; seed < seeds; seed++) {
    const key = shuffleTypes(pool, seed).join();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const expected = seeds / 6;
  const square = [...counts.values()]
    .reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  assert.equal(counts.size, 6);
  // scipy.stats.chi2.isf(1e-4, 5) = 25.745
  assert.ok(square < 25.745, `need chi-squared below 25.745, it is ${square}`);
});

Deno.test("drawPlace: the first of ten entries is each of them as often as the others", () => {
  const ids = poolOf(10).map(({ id }) => id), counts = new Map<string, number>(), draws = 10_000;
  for (let number = 0; number < draws; number++) {
    const place = (entryId: string) =>
      drawPlace({
        runSeed: 1 + number % 5,
        taskId: String(number >> 3),
        attempt: 1 + number % 7,
        entryId,
      });
    const first = ids.toSorted((a, b) => place(a) - place(b))[0]!;
    counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  const expected = draws / 10;
  const square = ids.reduce(
    (sum, id) => sum + ((counts.get(id) ?? 0) - expected) ** 2 / expected,
    0,
  );
  // scipy.stats.chi2.isf(1e-4, 9) = 33.720
  assert.ok(square < 33.72, `need chi-squared below 33.720, it is ${square}`);
});
