import { takeBest } from "./take_best.ts";
import { tokenize } from "./tokenize.ts";

/** BM25's parameters: saturation of term counts and strength of length normalisation. */
export interface BM25Parameters {
  /** At least 0; 1.5 by default. */
  readonly k1: number;
  /** In [0, 1]; 0.75 by default. */
  readonly b: number;
}

/** A document and its score. */
export interface BM25Score {
  /** The document. */
  readonly id: string;
  /** Above 0. */
  readonly score: number;
}

/** How a pool of documents scored against one query; later additions do not change it. */
export interface BM25Scores {
  /**
   * The score of a document, 0 where it shares no term with the query.
   *
   * @throws {RangeError} when the document is not of the pool
   */
  get(id: string): number;
  /**
   * Documents that share a term with the query, best first, ties by ascending id (code units).
   *
   * @param limit most documents wanted, an integer of at least 0; all by default
   */
  best(limit?: number): BM25Score[];
}

/** A growing set of documents that can be scored against a query. */
export interface BM25Index {
  /** Number of documents held. */
  readonly size: number;
  /** Whether a document of this id is held. */
  has(id: string): boolean;
  /**
   * Adds a document.
   *
   * @throws {RangeError} when a document of this id is held already
   */
  add(id: string, text: string): void;
  /**
   * Scores a query against a pool of documents. N, document frequencies and the average length are
   * those of the pool: the answer equals that of a fresh index that holds the pool alone.
   *
   * @param query text; a term it repeats counts as often as it stands there
   * @param pool ids of the documents that count, in any order; all documents by default
   * @returns the pool's scores
   * @throws {RangeError} when the pool names a document that is not held
   */
  score(query: string, pool?: Iterable<string>): BM25Scores;
}

interface Posting {
  /** Documents that hold the term, by row, ascending. */
  readonly rows: number[];
  /** How often each of them holds it. */
  readonly counts: number[];
}

/** Which rows count in a query, and what BM25 needs to know of them. */
interface Pool {
  /** 1 where a row counts; null where all do. */
  readonly mask: Uint8Array | null;
  readonly size: number;
  readonly averageLength: number;
}

/**
 * Makes an empty BM25 index: inverted lists that grow by one document at a time.
 *
 * A document's score is the sum over the query's terms of idf · tf / (tf + k1 · (1 − b + b · length
 * / average length)), with idf = ln(1 + (N − n + 0.5) / (n + 0.5)), N documents of which n hold the
 * term. It is never negative and never NaN, also for N = 0 and for empty documents. This is the
 * variant without the constant factor k1 + 1, which changes no order and cancels in the hybrid
 * score. Terms come from {@link tokenize}; a document's length is its number of terms.
 *
 * A query costs time in proportion to the inverted lists of its terms, plus, where a pool is given,
 * the size of the pool; keep one index for each pool that is asked often.
 *
 * @param parameters `k1` and `b`
 * @returns an empty index
 * @throws {RangeError} when k1 or b is out of its range
 * @see Kamphuis, de Vries, Boytsov and Lin (2020), "Which BM25 do you mean?", variant "Lucene
 * (accurate)"; Robertson and Zaragoza (2009), "The Probabilistic Relevance Framework"
 *
 * @example
 * ```ts
 * import { createBM25Index } from "./bm25.ts";
 * const index = createBM25Index();
 * index.add("a", "How many singers are there?");
 * index.add("b", "List all stadiums");
 * const scores = index.score("oldest singers");
 * if (!(scores.get("a") > 0)) throw new Error("Expected a positive score");
 * if (scores.get("b") !== 0) throw new Error("Expected 0 without a shared term");
 * if (scores.best(3).length !== 1) throw new Error("Expected one document");
 * ```
 */
export function createBM25Index(parameters: Partial<BM25Parameters> = {}): BM25Index {
  const { k1 = 1.5, b = 0.75 } = parameters;
  if (!(k1 >= 0 && k1 < Infinity)) {
    throw new RangeError(`Cannot make a BM25 index: k1 is ${k1}, need a finite number ≥ 0`);
  }
  if (!(b >= 0 && b <= 1)) {
    throw new RangeError(`Cannot make a BM25 index: b is ${b}, need a number in [0, 1]`);
  }
  const ids: string[] = [];
  const lengths: number[] = [];
  const rowOf = new Map<string, number>();
  const postings = new Map<string, Posting>();
  let totalLength = 0;

  function describePool(pool: Iterable<string> | undefined): Pool {
    if (pool === undefined) {
      return { mask: null, size: ids.length, averageLength: totalLength / ids.length };
    }
    const mask = new Uint8Array(ids.length);
    let size = 0, length = 0;
    for (const id of pool) {
      const row = rowOf.get(id);
      if (row === undefined) {
        throw new RangeError(`Cannot score with BM25: no document "${id}", need one of the index`);
      }
      if (mask[row] === 1) continue;
      mask[row] = 1;
      size++;
      length += lengths[row]!;
    }
    return { mask, size, averageLength: length / size };
  }

  return {
    get size() {
      return ids.length;
    },
    has: (id) => rowOf.has(id),
    add(id, text) {
      if (rowOf.has(id)) {
        throw new RangeError(`Cannot add to a BM25 index: id "${id}" is held, need a new one`);
      }
      const terms = tokenize(text), row = ids.length;
      rowOf.set(id, row);
      ids.push(id);
      lengths.push(terms.length);
      totalLength += terms.length;
      for (const [term, count] of countTerms(terms)) {
        let posting = postings.get(term);
        if (posting === undefined) postings.set(term, posting = { rows: [], counts: [] });
        posting.rows.push(row);
        posting.counts.push(count);
      }
    },
    score(query, poolIds) {
      const pool = describePool(poolIds);
      const scores = new Float64Array(ids.length);
      const matched: number[] = [];
      const floor = k1 * (1 - b), slope = k1 * b / pool.averageLength;
      for (const [term, queryCount] of countTerms(tokenize(query))) {
        const posting = postings.get(term);
        if (posting === undefined) continue;
        const { rows, counts } = posting;
        const holders = countHolders(rows, pool.mask);
        const idf = Math.log(1 + (pool.size - holders + 0.5) / (holders + 0.5));
        const weight = queryCount * idf;
        for (let i = 0; i < rows.length; i++) {
          const row = rows[i]!, count = counts[i]!;
          if (pool.mask !== null && pool.mask[row] === 0) continue;
          if (scores[row] === 0) matched.push(row);
          scores[row]! += weight * count / (count + floor + slope * lengths[row]!);
        }
      }
      return {
        get(id) {
          const row = rowOf.get(id) ?? Infinity;
          if (row >= scores.length || pool.mask?.[row] === 0) {
            throw new RangeError(`Cannot read a BM25 score: "${id}" is not of the pool scored`);
          }
          return scores[row]!;
        },
        best: (limit = Infinity) =>
          takeBest(matched, {
            limit,
            compare: (a, b) => scores[b]! - scores[a]! || (ids[a]! < ids[b]! ? -1 : 1),
          }).map((row) => ({ id: ids[row]!, score: scores[row]! })),
      };
    },
  };
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function countHolders(rows: readonly number[], mask: Uint8Array | null): number {
  if (mask === null) return rows.length;
  let holders = 0;
  for (const row of rows) holders += mask[row]!;
  return holders;
}
