import { createSimdSums, type Posting, sumPlainly, type SumScores } from "./bm25_sums.ts";
import { createRowBook } from "./row_book.ts";
import { placesOfLargest, takeBest } from "./take_best.ts";
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

/**
 * How a pool of documents scored against one query; later additions and queries do not change it.
 *
 * The index holds the scores of the query that was read last; reading those of another one costs as
 * much as the query did.
 */
export interface BM25Scores {
  /**
   * The score of a document, 0 where it shares no term with the query.
   *
   * @throws {RangeError} when the document is not of the pool
   */
  get(id: string): number;
  /**
   * The scores of documents, in the order of their ids.
   *
   * @throws {RangeError} when one of them is not of the pool
   */
  getAll(ids: Iterable<string>): Float64Array;
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

/** From so many documents on, the lists of a query are long enough for {@link createSimdSums}. */
const leastForSimd = 1000;

/** A posting that knows its place among the terms of the last query it was in. */
interface TermPosting extends Posting {
  place: number;
}

/** A posting and how often a query has its term. */
interface QueryTerm {
  readonly posting: TermPosting;
  count: number;
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
 * the size of the pool; keep one index for each pool that is asked often. From 1,000 documents on the
 * sums run in WebAssembly, with the same results bit for bit.
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
  const book = createRowBook();
  const lengths: number[] = [];
  const postings = new Map<string, TermPosting>();
  let totalLength = 0;
  let simdSums: SumScores | undefined;
  /** One query's at a time: a copy for each would cost up to a sixth of its time. */
  let held: { readonly by: () => Float64Array; readonly scores: Float64Array } | undefined;

  function describePool(poolIds: Iterable<string> | undefined): Pool {
    const all = { mask: null, size: book.size, averageLength: totalLength / book.size };
    if (poolIds === undefined) return all;
    const mask = new Uint8Array(book.size);
    let size = 0, length = 0;
    for (const row of book.rowsOf(poolIds, refuseUnknown)) {
      if (mask[row] === 1) continue;
      mask[row] = 1;
      size++;
      length += lengths[row]!;
    }
    return size === book.size ? all : { mask, size, averageLength: length / size };
  }

  /** The terms of a query that some document holds, in the order of their first appearance. */
  function findTerms(query: string): QueryTerm[] {
    const found: QueryTerm[] = [];
    for (const term of tokenize(query)) {
      const posting = postings.get(term);
      if (posting === undefined) continue;
      const earlier = found[posting.place];
      if (earlier?.posting === posting) earlier.count++;
      else posting.place = found.push({ posting, count: 1 }) - 1;
    }
    return found;
  }

  return {
    get size() {
      return book.size;
    },
    has: book.has,
    add(id, text) {
      if (book.has(id)) {
        throw new RangeError(`Cannot add to a BM25 index: id "${id}" is held, need a new one`);
      }
      const terms = tokenize(text), row = book.size;
      book.add(id);
      lengths.push(terms.length);
      totalLength += terms.length;
      for (const term of terms) {
        let posting = postings.get(term);
        if (posting === undefined) postings.set(term, posting = { rows: [], counts: [], place: 0 });
        const { rows, counts } = posting;
        if (rows.at(-1) === row) counts[rows.length - 1]!++;
        else rows.push(row), counts.push(1);
      }
    },
    score(query, poolIds) {
      const pool = describePool(poolIds), { mask } = pool;
      const terms = findTerms(query).map(({ posting, count }) => {
        const holders = countHolders(posting.rows, mask);
        const idf = Math.log(1 + (pool.size - holders + 0.5) / (holders + 0.5));
        return [posting, count * idf] as const;
      });
      const { size } = book;
      const floor = k1 * (1 - b), slope = k1 * b / pool.averageLength;
      // Where documents were added since, no weight knows of them, and their rows are cut off.
      const sumOwn = (): Float64Array => {
        const sum = book.size < leastForSimd ? sumPlainly : simdSums ??= createSimdSums();
        const scores = sum(terms, { size: book.size, lengths, floor, slope }).subarray(0, size);
        // Those outside the pool were summed too, which costs less than to leave them out.
        if (mask !== null) {
          for (let row = 0; row < size; row++) if (mask[row] === 0) scores[row] = 0;
        }
        return scores;
      };
      const readScores = (): Float64Array => {
        if (held?.by !== readScores) held = { by: readScores, scores: sumOwn() };
        return held.scores;
      };
      const isOutside = (row: number) => row >= size || mask?.[row] === 0;
      const getAll = (ids: Iterable<string>): Float64Array => {
        const rows = book.rowsOf(ids, refuseOutside), found = new Float64Array(rows.length);
        const scores = readScores();
        for (let i = 0; i < rows.length; i++) {
          const row = rows[i]!;
          if (isOutside(row)) refuseOutside(book.idOf(row));
          found[i] = scores[row]!;
        }
        return found;
      };
      return {
        get: (id) => getAll([id])[0]!,
        getAll,
        best(limit = Infinity) {
          const scores = readScores();
          return takeBest(placesOfLargest(scores, { limit, least: Number.MIN_VALUE }), {
            limit,
            compare: (a, b) => scores[b]! - scores[a]! || (book.idOf(a) < book.idOf(b) ? -1 : 1),
          }).map((row) => ({ id: book.idOf(row), score: scores[row]! }));
        },
      };
    },
  };
}

function refuseUnknown(id: string): never {
  throw new RangeError(`Cannot score with BM25: no document "${id}", need one of the index`);
}

function refuseOutside(id: string): never {
  throw new RangeError(`Cannot read a BM25 score: "${id}" is not of the pool scored`);
}

function countHolders(rows: readonly number[], mask: Uint8Array | null): number {
  if (mask === null) return rows.length;
  let holders = 0;
  for (const row of rows) holders += mask[row]!;
  return holders;
}
