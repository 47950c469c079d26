/**
 * Vectors by text, each text embedded once.
 *
 * @module
 */
import type { Embedder } from "../scorer/embedder.ts";

/** Remembers the vector of every text it was asked for. */
export interface VectorBook {
  /** The embedder's identity. */
  readonly identity: string;
  /** One unit vector a text, in the order given. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** Takes in a known vector, as from a run file. */
  remember(text: string, vector: Float32Array): void;
  /** Texts embedded since the last call, with their vectors: what a run file has yet to keep. */
  takeFresh(): readonly (readonly [text: string, vector: Float32Array])[];
}

/**
 * A vector book over an embedder.
 *
 * @param embedder asked once for each text
 * @returns an empty book
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createVectorBook } from "./vector_book.ts";
 * import { createHashingEmbedder } from "../scorer/hashing_embedder.ts";
 * const book = createVectorBook(createHashingEmbedder());
 * const [first, second] = await book.embed(["a singer", "a singer"]);
 * assert.equal(first, second);
 * assert.equal(book.takeFresh().length, 1);
 * ```
 */
export function createVectorBook(embedder: Embedder): VectorBook {
  const known = new Map<string, Float32Array>();
  let fresh: string[] = [];
  return {
    identity: embedder.identity,
    async embed(texts) {
      const missing = [...new Set(texts)].filter((text) => !known.has(text));
      if (missing.length > 0) {
        const vectors = await embedder.embed(missing);
        missing.forEach((text, i) => known.set(text, vectors[i]!));
        fresh.push(...missing);
      }
      return texts.map((text) => known.get(text)!);
    },
    remember: (text, vector) => void known.set(text, vector),
    takeFresh() {
      const taken = fresh.map((text) => [text, known.get(text)!] as const);
      fresh = [];
      return taken;
    },
  };
}
