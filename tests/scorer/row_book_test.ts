import assert from "node:assert/strict";
import { createRandom } from "../../lib/random.ts";
import { createRowBook } from "../../lib/scorer/row_book.ts";

const refuse = (id: string): never => {
  throw new RangeError(`no ${id}`);
};

Deno.test("rowsOf: any ids in any order, from any iterable", () => {
  const book = createRowBook(), random = createRandom("rows");
  const ids = random.shuffle(Array.from({ length: 50 }, (_, i) => `id ${i}`));
  for (const id of ids) book.add(id);
  for (let round = 0; round < 50; round++) {
    const rows = Array.from({ length: random.integer(0, 80) }, () => random.integer(0, 49));
    const asked = round % 2 === 0 ? rows : rows.toSorted((a, b) => a - b);
    const wanted = asked.map((row) => book.idOf(row));
    assert.deepEqual([...book.rowsOf(wanted, refuse)], asked);
    assert.deepEqual([...book.rowsOf(new Set(wanted), refuse)], [...new Set(asked)]);
    assert.deepEqual([...book.rowsOf(wanted.values(), refuse)], asked);
  }
});

Deno.test("rowsOf: the first id that is not held is refused", () => {
  const book = createRowBook();
  book.add("a");
  assert.throws(() => book.rowsOf(["a", "b", "c"], refuse), /^RangeError: no b$/);
  assert.throws(() => createRowBook().rowsOf(["a"], refuse), /^RangeError: no a$/);
});

Deno.test("createRowBook: rows are numbered in the order of coming", () => {
  const book = createRowBook();
  for (const id of ["b", "a", ""]) book.add(id);
  assert.equal(book.size, 3);
  assert.ok(book.has("") && !book.has("c"));
  assert.deepEqual([0, 1, 2].map((row) => book.idOf(row)), ["b", "a", ""]);
});
