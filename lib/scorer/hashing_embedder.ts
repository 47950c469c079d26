import { deriveSeed } from "../random.ts";
import type { Embedder } from "./embedder.ts";
import { tokenize } from "./tokenize.ts";

const dimensions = 64;

/**
 * Makes the deterministic embedder that ships with the kit: no model, no network.
 *
 * Each term of a text ({@link tokenize}) adds +1 or −1 to one of 64 components, chosen by a hash;
 * the sum is brought to length 1. Texts that share words are similar; meaning is not seen. A text
 * without terms, or whose terms cancel, gives the zero vector.
 *
 * @returns an embedder with 64 dimensions
 * @see Weinberger et al. (2009), "Feature Hashing for Large Scale Multitask Learning"
 *
 * @example
 * ```ts
 * import { createHashingEmbedder } from "./hashing_embedder.ts";
 * const [a, b] = await createHashingEmbedder().embed(["Oldest singer", "oldest SINGER?"]);
 * if (a!.length !== 64) throw new Error("Expected 64 dimensions");
 * if (a!.join() !== b!.join()) throw new Error("Expected equal vectors for equal terms");
 * ```
 */
export function createHashingEmbedder(): Embedder {
  return {
    identity: "hashing:64:v1",
    dimensions,
    embed: (texts) => Promise.resolve(texts.map(embedText)),
  };
}

function embedText(text: string): Float32Array {
  const sums = new Float32Array(dimensions);
  for (const term of tokenize(text)) {
    const hash = deriveSeed("hashing-embedder", term);
    const sign = Math.floor(hash / dimensions) % 2 === 0 ? 1 : -1;
    sums[hash % dimensions]! += sign;
  }
  const norm = Math.hypot(...sums);
  return norm === 0 ? sums : sums.map((sum) => sum / norm);
}
