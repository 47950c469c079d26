/**
 * Vectors, texts and filters for the rows that rank by vectors: in memory, and in files for the peer.
 *
 * @module
 */
import { createRandom } from "../lib/random.ts";
import { makeEntryText, makeQueryText, makeVector } from "./corpus.ts";

/** Of how many entries a filter keeps one. */
export const filters = { all: 1, half: 2, tenth: 10 } as const;

/** The name of a filter. */
export type FilterName = keyof typeof filters;

/** What both sides are given. */
export interface VectorInput {
  readonly vectors: readonly Float32Array[];
  readonly queries: readonly Float32Array[];
  /** Empty where none were asked for. */
  readonly texts: readonly string[];
  readonly queryTexts: readonly string[];
  /** As a memory has them: ascending in the order of coming. */
  readonly ids: readonly string[];
  readonly kept: Readonly<Record<FilterName, readonly string[]>>;
  /** The main input file of the peer. */
  readonly path: string;
}

const dimensions = 384;

/** How many are wanted. */
export const limit = 4;

/** Which place an id stands for. */
export function placeOf(id: string): number {
  return Number(id.split("-")[0]);
}

/** Makes the input and writes it into a folder. */
export async function writeVectors(
  folder: string,
  counts: { readonly entries: number; readonly queries: number; readonly withTexts: boolean },
): Promise<VectorInput> {
  const random = createRandom("bench/vectors");
  const many = <Item>(count: number, make: () => Item) => Array.from({ length: count }, make);
  const vectors = many(counts.entries, () => makeVector(random, dimensions));
  const queries = many(counts.queries, () => makeVector(random, dimensions));
  const texts = many(counts.withTexts ? counts.entries : 0, () => makeEntryText(random));
  const queryTexts = many(counts.withTexts ? counts.queries : 0, () => makeQueryText(random));
  const ids = vectors.map((_, place) => `${String(place).padStart(6, "0")}-repair-0`);
  const masks = {} as Record<FilterName, boolean[]>, kept = {} as Record<FilterName, string[]>;
  for (const [name, share] of Object.entries(filters) as [FilterName, number][]) {
    masks[name] = ids.map(() => random.integer(1, share) === 1);
    kept[name] = ids.filter((_, place) => masks[name][place]);
  }
  await Deno.writeFile(`${folder}/rows.f32`, joinVectors(vectors));
  await Deno.writeFile(`${folder}/queries.f32`, joinVectors(queries));
  const path = `${folder}/vectors.json`;
  await Deno.writeTextFile(
    path,
    JSON.stringify({ dimensions, limit, masks, texts, queries: queryTexts }),
  );
  return { vectors, queries, texts, queryTexts, ids, kept, path };
}

function joinVectors(vectors: readonly Float32Array[]): Uint8Array {
  const joined = new Float32Array(vectors.length * dimensions);
  vectors.forEach((vector, place) => joined.set(vector, place * dimensions));
  return new Uint8Array(joined.buffer);
}
