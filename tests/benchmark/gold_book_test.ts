import assert from "node:assert/strict";
import { createGoldBook, readGold } from "../../lib/benchmark/gold_book.ts";

const gold = "SELECT secret FROM gold";

Deno.test("createGoldBook: no way of looking at a book shows a gold", () => {
  const source = new Map([["0", gold]]);
  const book = createGoldBook(source);
  source.set("1", gold);
  assert.equal(book.size, 1);
  for (
    const view of [JSON.stringify(book), Deno.inspect(book, { showHidden: true }), String(book)]
  ) {
    assert(!view.includes("secret"), view);
  }
  assert.throws(() => readGold(structuredClone(book), "0"), RangeError);
});

Deno.test("readGold: gives the text as it is and refuses unknown tasks, even from Object's names", () => {
  const book = createGoldBook(new Map([["0", gold]]));
  assert.equal(readGold(book, "0"), gold);
  for (const id of ["1", "constructor", "__proto__"]) {
    assert.throws(() => readGold(book, id), RangeError);
  }
});
