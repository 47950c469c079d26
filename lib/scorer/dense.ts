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
}

/**
 * Makes an empty matrix of unit vectors, one contiguous Float32Array that doubles when full.
 *
 * Products are summed in double precision in a fixed order, so equal vectors give equal cosines
 * whatever the set they are held in.
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
  const rowOf = new Map<string, number>();
  let matrix = new Float32Array(16 * dimensions);

  function toUnit(vector: Float32Array): Float32Array {
    if (vector.length !== dimensions) {
      throw new RangeError(
        `Cannot use a vector: it has ${vector.length} dimensions, need ${dimensions}`,
      );
    }
    const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    if (!Number.isFinite(norm)) {
      throw new RangeError("Cannot use a vector: a value is not finite, need finite numbers");
    }
    return norm === 0 ? vector : vector.map((value) => value / norm);
  }

  return {
    get size() {
      return rowOf.size;
    },
    dimensions,
    has: (id) => rowOf.has(id),
    add(id, vector) {
      if (rowOf.has(id)) {
        throw new RangeError(`Cannot add to a dense index: id "${id}" is held, need a new one`);
      }
      const unit = toUnit(vector), start = rowOf.size * dimensions;
      if (start === matrix.length) {
        const grown = new Float32Array(2 * matrix.length);
        grown.set(matrix);
        matrix = grown;
      }
      matrix.set(unit, start);
      rowOf.set(id, rowOf.size);
    },
    cosine(query, candidates) {
      const unit = toUnit(query), cosines = new Float64Array(candidates.length);
      candidates.forEach((id, i) => {
        const row = rowOf.get(id);
        if (row === undefined) {
          throw new RangeError(`Cannot compare vectors: no vector "${id}", need one of the index`);
        }
        const product = dot(matrix, row * dimensions, unit);
        cosines[i] = Math.min(1, Math.max(-1, product));
      });
      return cosines;
    },
  };
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
