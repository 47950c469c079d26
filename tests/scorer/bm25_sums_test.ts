import assert from "node:assert/strict";
import { createRandom } from "../../lib/random.ts";
import { createSimdSums, type Posting, sumPlainly } from "../../lib/scorer/bm25_sums.ts";

const random = createRandom("bm25 sums");

function addRow(posting: Posting, row: number): void {
  posting.rows.push(row);
  posting.counts.push(random.integer(1, 9));
}

Deno.test("createSimdSums: equals sumPlainly bit for bit, for lists of every length", () => {
  const lengths = Array.from({ length: 40 }, () => random.integer(1, 99));
  const sum = createSimdSums();
  for (let length = 1; length <= 40; length++) {
    const posting: Posting = { rows: [], counts: [] };
    for (let row = 0; row < length; row++) addRow(posting, row);
    const terms = [[posting, random.next()], [posting, random.next()]] as const;
    const scale = { size: 40, lengths, floor: random.next(), slope: random.next() };
    assert.deepEqual(sum(terms, scale), sumPlainly(terms, scale));
  }
});

Deno.test("createSimdSums: its copies grow with the lists, whatever is asked in between", () => {
  const lengths: number[] = [];
  const postings = Array.from({ length: 12 }, (): Posting => ({ rows: [], counts: [] }));
  const sum = createSimdSums();
  for (let row = 0; row < 3000; row++) {
    lengths.push(random.integer(0, 2 ** 20));
    for (const posting of postings) if (random.next() < 0.4) addRow(posting, row);
    if (random.next() > 0.05) continue;
    const terms = random.shuffle(postings).slice(0, random.integer(0, 12))
      .filter(({ rows }) => rows.length > 0)
      .map((posting) => [posting, random.next() * 10] as const);
    const scale = { size: row + 1, lengths, floor: 0.375, slope: random.next() / 100 };
    assert.deepEqual(sum(terms, scale), sumPlainly(terms, scale));
  }
});

Deno.test("createSimdSums: counts and lengths far beyond what a text has", () => {
  const posting: Posting = { rows: [0, 1, 2], counts: [1, 70_000, 2 ** 30] };
  const scale = { size: 4, lengths: [1, 70_000, 2 ** 31 - 1, 5], floor: 0.375, slope: 0.01 };
  const terms = [[posting, 3.7]] as const;
  assert.deepEqual(createSimdSums()(terms, scale), sumPlainly(terms, scale));
});

Deno.test("createSimdSums: a sum begins at 0, whatever was summed before", () => {
  const sum = createSimdSums(), scale = { size: 2, lengths: [3, 4], floor: 1, slope: 1 };
  sum([[{ rows: [0], counts: [1] }, 1]], scale);
  assert.deepEqual([...sum([[{ rows: [1], counts: [1] }, 5]], scale)], [0, 5 / 6]);
  assert.deepEqual([...sum([], scale)], [0, 0]);
});
