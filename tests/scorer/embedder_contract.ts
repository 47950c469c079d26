import assert from "node:assert/strict";
import type { Embedder } from "../../lib/scorer/embedder.ts";

/** What a contract test runs on. */
export interface EmbedderCase {
  readonly name: string;
  /** Opens a fresh embedder; `close` frees what it needs. */
  readonly open: () => { readonly embedder: Embedder; readonly close: () => Promise<void> };
  readonly ignore?: boolean;
}

const texts = [
  "How many singers are from France?",
  "How many singers are there from France in all?",
  "Airports with more than two runways",
  "SELECT name FROM singer WHERE country = 'France'\nno such column: name",
  "café Łódź 東京 हिन्दी",
  `a lone surrogate \ud800 in ${"a long text ".repeat(60)}`,
];

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

/** Registers the tests that every {@link Embedder} must pass. */
export function testEmbedderContract({ name, open, ignore = false }: EmbedderCase): void {
  const test = (behaviour: string, check: (embedder: Embedder) => Promise<void>) =>
    Deno.test({
      name: `${name}: ${behaviour}`,
      ignore,
      async fn() {
        const { embedder, close } = open();
        try {
          await check(embedder);
        } finally {
          await close();
        }
      },
    });

  test("names itself and its dimensions", (embedder) => {
    assert.match(embedder.identity, /^\S+$/);
    assert.ok(Number.isSafeInteger(embedder.dimensions) && embedder.dimensions > 0);
    return Promise.resolve();
  });

  test("gives finite unit vectors of its length, one a text", async (embedder) => {
    assert.deepEqual(await embedder.embed([]), []);
    const vectors = await embedder.embed(texts);
    assert.equal(vectors.length, texts.length);
    for (const vector of vectors) {
      assert.ok(vector instanceof Float32Array);
      assert.equal(vector.length, embedder.dimensions);
      assert.ok(Math.abs(dot(vector, vector) - 1) < 1e-5);
    }
  });

  test("gives a text the same vector again, alone or in company (G6-03)", async (embedder) => {
    const together = await embedder.embed([...texts, texts[0]!]);
    assert.deepEqual(together.at(-1), together[0]);
    for (const [i, text] of texts.entries()) {
      const [alone] = await embedder.embed([text]);
      const difference = alone!.reduce(
        (most, value, j) => Math.max(most, Math.abs(value - together[i]![j]!)),
        0,
      );
      assert.ok(difference <= 1e-5, `${text.slice(0, 40)}: ${difference}`);
    }
  });

  test("puts a paraphrase nearer than another topic", async (embedder) => {
    const [question, paraphrase, other] = await embedder.embed(texts);
    assert.ok(dot(question!, paraphrase!) > dot(question!, other!) + 0.1);
  });

  test("hands out vectors that the caller may change", async (embedder) => {
    const [first] = await embedder.embed([texts[0]!]);
    const kept = first!.slice();
    first!.fill(0);
    assert.deepEqual((await embedder.embed([texts[0]!]))[0], kept);
  });
}
