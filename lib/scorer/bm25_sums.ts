/**
 * The sums of BM25 over the inverted lists of a query's terms.
 *
 * @module
 */
import { createLinearMemory, type LinearMemory } from "./linear_memory.ts";
import { createSimdKernel } from "./simd_kernel.ts";

/** The documents that hold a term. */
export interface Posting {
  /** Their rows, ascending; it only grows. */
  readonly rows: number[];
  /** How often each of them holds the term. */
  readonly counts: number[];
}

/** What all parts of the scores of a query share. */
export interface BM25Scale {
  /** Number of rows. */
  readonly size: number;
  /** Number of terms by row. */
  readonly lengths: readonly number[];
  /** k1 · (1 − b). */
  readonly floor: number;
  /** k1 · b / average length. */
  readonly slope: number;
}

/** The terms of a query, each with its documents and its weight. */
export type BM25Terms = readonly (readonly [posting: Posting, weight: number])[];

/**
 * Scores all rows: the sum over the terms, in their order, of weight · count / (count + floor + slope ·
 * length). Equal terms and scales give equal numbers, bit for bit, whoever sums. They hold until the
 * next call.
 */
export type SumScores = (terms: BM25Terms, scale: BM25Scale) => Float64Array;

/**
 * Sums in JavaScript: a {@link SumScores}.
 *
 * @param terms of which no posting is empty
 * @param scale what their parts share
 * @returns a score a row
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { sumPlainly } from "./bm25_sums.ts";
 * const posting = { rows: [1], counts: [2] };
 * const scale = { size: 2, lengths: [9, 9], floor: 1, slope: 0.5 };
 * assert.deepEqual([...sumPlainly([[posting, 3]], scale)], [0, 3 * 2 / (2 + 1 + 0.5 * 9)]);
 * ```
 */
export function sumPlainly(terms: BM25Terms, scale: BM25Scale): Float64Array {
  const { size, lengths, floor, slope } = scale;
  const scores = new Float64Array(size);
  for (const [{ rows, counts }, weight] of terms) {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!, count = counts[i]!;
      scores[row]! += weight * count / (count + floor + slope * lengths[row]!);
    }
  }
  return scores;
}

/** Where a posting's copy is, and how far it goes. */
interface Copy {
  readonly address: number;
  readonly capacity: number;
  length: number;
}

/**
 * Makes a function that sums in WebAssembly, about twice as fast over long lists. It keeps a copy of each
 * posting that it was asked for and lets the copy grow with it, so one function serves one index.
 *
 * @returns a function that sums
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createSimdSums, sumPlainly } from "./bm25_sums.ts";
 * const posting = { rows: [0, 1, 2], counts: [1, 1, 2] };
 * const terms = [[posting, 0.3]] as const;
 * const scale = { size: 3, lengths: [9, 7, 8], floor: 0.375, slope: 0.14 };
 * assert.deepEqual(createSimdSums()(terms, scale), sumPlainly(terms, scale));
 * ```
 */
export function createSimdSums(): SumScores {
  const memory = createLinearMemory(), kernel = createSimdKernel(memory.memory);
  const copies = new Map<Posting, Copy>();
  let scores = { address: 0, capacity: 0 };
  return (terms, { size, lengths, floor, slope }) => {
    if (size > scores.capacity) {
      const capacity = 2 * size;
      scores = { address: memory.allocate(8 * (capacity + 1)), capacity };
    }
    memory.float64(scores.address, size + 1).fill(0);
    for (const [posting, weight] of terms) {
      let copy = copies.get(posting);
      if (copy?.length !== posting.rows.length) {
        copies.set(posting, copy = copyPosting(memory, { posting, lengths, held: copy }));
      }
      const { address, capacity, length } = copy;
      const end = address + 4 * padded(length);
      const [counts, lengthsAt] = [address + 4 * capacity, address + 8 * capacity];
      kernel.addParts(address, end, counts, lengthsAt, scores.address, weight, floor, slope);
    }
    return memory.float64(scores.address + 8, size);
  };
}

/** The kernel takes four at a time. */
const padded = (length: number) => 4 * Math.ceil(length / 4);

/** Brings a copy up to its posting; one that is too small for it is made anew. */
function copyPosting(memory: LinearMemory, { posting, lengths, held }: {
  readonly posting: Posting;
  readonly lengths: readonly number[];
  readonly held: Copy | undefined;
}): Copy {
  const { rows, counts } = posting, { length } = rows;
  const fits = held !== undefined && length <= held.capacity;
  const capacity = fits ? held.capacity : padded(2 * length);
  const address = fits ? held.address : memory.allocate(12 * capacity);
  const part = (number: number) => memory.int32(address + 4 * number * capacity, capacity);
  const offsets = part(0), countsAt = part(1), lengthsAt = part(2);
  for (let i = fits ? held.length : 0; i < padded(length); i++) {
    const row = rows[i];
    // The first score is no row's: it takes what the fill-up of the last four adds.
    offsets[i] = row === undefined ? 0 : 8 * (row + 1);
    countsAt[i] = counts[i] ?? 1;
    lengthsAt[i] = row === undefined ? 1 : lengths[row]!;
  }
  return { address, capacity, length };
}
