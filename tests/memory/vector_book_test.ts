import assert from "node:assert/strict";
import { createVectorBook } from "../../lib/memory/vector_book.ts";
import { tableEmbedder } from "./entries.ts";

const open = () => {
  const embedder = tableEmbedder({ a: [1, 0], b: [0, 1], c: [1, 1] });
  return { embedder, book: createVectorBook(embedder) };
};
const numbers = (vectors: readonly Float32Array[]) => vectors.map((vector) => [...vector]);

Deno.test("createVectorBook: answers in the order asked, repetitions included", async () => {
  const { embedder, book } = open();
  assert.deepEqual(numbers(await book.embed(["b", "a", "b"])), [[0, 1], [1, 0], [0, 1]]);
  assert.deepEqual(embedder.asked, ["b", "a"]);
});

Deno.test("createVectorBook: asks for each text once", async () => {
  const { embedder, book } = open();
  await book.embed(["a"]);
  await book.embed(["a", "c"]);
  await book.embed([]);
  assert.deepEqual(embedder.asked, ["a", "c"]);
});

Deno.test("createVectorBook: what it remembers is neither asked for nor fresh", async () => {
  const { embedder, book } = open();
  book.remember("a", Float32Array.of(0.5, 0.5));
  assert.deepEqual(numbers(await book.embed(["a", "b"])), [[0.5, 0.5], [0, 1]]);
  assert.deepEqual(embedder.asked, ["b"]);
  assert.deepEqual(book.takeFresh().map(([text]) => text), ["b"]);
});

Deno.test("createVectorBook: fresh vectors are taken once, in the order of asking", async () => {
  const { book } = open();
  await book.embed(["c", "a"]);
  assert.deepEqual(book.takeFresh().map(([text, vector]) => [text, ...vector]), [
    ["c", 1, 1],
    ["a", 1, 0],
  ]);
  assert.deepEqual(book.takeFresh(), []);
});

Deno.test("createVectorBook: a failing embedder leaves nothing behind", async () => {
  const book = createVectorBook({
    identity: "broken",
    dimensions: 2,
    embed: () => Promise.reject(new Error("Gone")),
  });
  await assert.rejects(() => book.embed(["a"]), /Gone/);
  assert.deepEqual(book.takeFresh(), []);
});
