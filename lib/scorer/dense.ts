import { createInt8Screen, type Int8Screen } from "./int8_screen.ts";
import { createRowBook } from "./row_book.ts";
import { placesOfLargest, takeBest } from "./take_best.ts";

/** A vector and how near it is. */
export interface DenseScore {
  /** The vector. */
  readonly id: string;
  /** In [−1, 1]. */
  readonly cosine: number;
}

/** A growing set of vectors that can be compared with a query by cosine. */
export interface DenseIndex {
  /** Number of vectors held. */
  readonly size: number;
  /** Length of each vector. */
  readonly dimensions: number;
  /** Whether a vector of this id is held. */
  has(id: string): boolean;
  /**
   * Adds a vector; it is copied and brought to length 1, the zero vector stays as it is.
   *
   * @throws {RangeError} when the id is held already, or the vector has another length or a value
   * that is not finite
   */
  add(id: string, vector: Float32Array): void;
  /**
   * Cosines of a query with chosen vectors, in [−1, 1]; 0 where either is the zero vector.
   *
   * @param query a vector of any length but 0 is brought to length 1
   * @param candidates ids of held vectors
   * @returns one cosine a candidate, in their order
   * @throws {RangeError} when the query is malformed or a candidate is not held
   */
  cosine(query: Float32Array, candidates: readonly string[]): Float64Array;
  /**
   * Which candidates may be among the best by a total that never falls where the cosine rises: for
   * thousands of candidates many times as fast as their cosines, which are then needed of few.
   *
   * @param query as `cosine` takes it
   * @param candidates ids of held vectors
   * @param options `limit`: how many are wanted, an integer of at least 0 or Infinity; `total` of the
   * candidate at a place, were its cosine so much
   * @returns places in `candidates`, ascending; all others are worse than `limit` candidates for sure
   * @throws {RangeError} as `cosine` does
   */
  placesOfBest(
    query: Float32Array,
    candidates: readonly string[],
    options: {
      readonly limit: number;
      readonly total: (cosine: number, place: number) => number;
    },
  ): readonly number[];
  /**
   * The chosen vectors that are nearest to a query, by their exact cosines.
   *
   * @param query as `cosine` takes it
   * @param candidates ids of held vectors
   * @param limit most vectors wanted, an integer of at least 0 or Infinity
   * @returns nearest first, ties by ascending id (code units)
   * @throws {RangeError} as `cosine` does, and for another limit
   */
  best(query: Float32Array, candidates: readonly string[], limit: number): DenseScore[];
}

/** From so many candidates on it pays to bound their cosines first. */
const leastForBounds = 256;

/**
 * Makes an empty matrix of unit vectors, one contiguous Float32Array that doubles when full.
 *
 * Products are summed in double precision in a fixed order, so equal vectors give equal cosines
 * whatever the set they are held in. Where few of many are wanted, all are first compared as bytes,
 * whose rounding errors are bounded, and then those alone that may be among the best.
 *
 * @param dimensions length of each vector, at least 1
 * @returns an empty index
 * @throws {RangeError} when the dimension is no positive integer
 *
 * @example
 * ```ts
 * import { createDenseIndex } from "./dense.ts";
 * const index = createDenseIndex(2);
 * index.add("east", Float32Array.of(2, 0));
 * index.add("north", Float32Array.of(0, 1));
 * const [east, north] = index.cosine(Float32Array.of(1, 0), ["east", "north"]);
 * if (east !== 1 || north !== 0) throw new Error("Expected cosines 1 and 0");
 * ```
 */
export function createDenseIndex(dimensions: number): DenseIndex {
  if (!Number.isSafeInteger(dimensions) || dimensions < 1) {
    throw new RangeError(
      `Cannot make a dense index: dimensions is ${dimensions}, need an integer ≥ 1`,
    );
  }
  const book = createRowBook();
  let screen: Int8Screen | undefined;
  let matrix = new Float32Array(16 * dimensions);

  function toUnit(vector: Float32Array): Float32Array {
    if (vector.length !== dimensions) {
      throw new RangeError(
        `Cannot use a vector: it has ${vector.length} dimensions, need ${dimensions}`,
      );
    }
    let squares = 0;
    for (let i = 0; i < dimensions; i++) squares += vector[i]! * vector[i]!;
    const norm = Math.sqrt(squares);
    if (!Number.isFinite(norm)) {
      throw new RangeError("Cannot use a vector: a value is not finite, need finite numbers");
    }
    if (norm === 0) return vector;
    const unit = new Float32Array(dimensions);
    for (let i = 0; i < dimensions; i++) unit[i] = vector[i]! / norm;
    return unit;
  }

  function cosinesOf(unit: Float32Array, candidates: readonly string[]): Float64Array {
    const rows = book.rowsOf(candidates, refuseUnknown);
    const cosines = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) {
      cosines[i] = Math.min(1, Math.max(-1, dot(matrix, rows[i]! * dimensions, unit)));
    }
    return cosines;
  }

  const placesOfBest: DenseIndex["placesOfBest"] = (query, candidates, { limit, total }) => {
    const unit = toUnit(query), rows = book.rowsOf(candidates, refuseUnknown);
    if (rows.length < leastForBounds || limit >= rows.length) return [...rows.keys()];
    screen ??= createInt8Screen(dimensions);
    screen.extend(matrix, book.size);
    const { low, high } = screen.bound(unit, rows);
    for (let place = 0; place < rows.length; place++) {
      low[place] = total(low[place]!, place);
      high[place] = total(high[place]!, place);
    }
    const surest = placesOfLargest(low, { limit, least: -Infinity });
    const least = surest.reduce((least, place) => Math.min(least, low[place]!), Infinity);
    return placesOfLargest(high, { limit: Infinity, least });
  };

  return {
    get size() {
      return book.size;
    },
    dimensions,
    has: book.has,
    add(id, vector) {
      if (book.has(id)) {
        throw new RangeError(`Cannot add to a dense index: id "${id}" is held, need a new one`);
      }
      const unit = toUnit(vector), start = book.size * dimensions;
      if (start === matrix.length) {
        const grown = new Float32Array(2 * matrix.length);
        grown.set(matrix);
        matrix = grown;
      }
      matrix.set(unit, start);
      book.add(id);
    },
    cosine: (query, candidates) => cosinesOf(toUnit(query), candidates),
    placesOfBest,
    best(query, candidates, limit) {
      const near = placesOfBest(query, candidates, { limit, total: (cosine) => cosine })
        .map((place) => candidates[place]!);
      const cosines = cosinesOf(toUnit(query), near);
      return takeBest(near.map((id, i) => ({ id, cosine: cosines[i]! })), {
        limit,
        compare: (a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1),
      });
    },
  };
}

function refuseUnknown(id: string): never {
  throw new RangeError(`Cannot compare vectors: no vector "${id}", need one of the index`);
}

/** Four running sums instead of one: the additions need not wait for each other. */
function dot(matrix: Float32Array, start: number, vector: Float32Array): number {
  const { length } = vector;
  let a = 0, b = 0, c = 0, d = 0, i = 0;
  for (; i + 3 < length; i += 4) {
    a += matrix[start + i]! * vector[i]!;
    b += matrix[start + i + 1]! * vector[i + 1]!;
    c += matrix[start + i + 2]! * vector[i + 2]!;
    d += matrix[start + i + 3]! * vector[i + 3]!;
  }
  for (; i < length; i++) a += matrix[start + i]! * vector[i]!;
  return a + b + c + d;
}
