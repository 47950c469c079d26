/**
 * Bounds of many cosines at a quarter of the memory traffic: vectors as bytes, with what that loses.
 *
 * @module
 */
import { createLinearMemory } from "./linear_memory.ts";
import { createSimdKernel } from "./simd_kernel.ts";

/** Values that lie between `low` and `high`, one a candidate. */
export interface Bounds {
  /** At most the value. */
  readonly low: Float64Array;
  /** At least the value. */
  readonly high: Float64Array;
}

/** Unit vectors as bytes; it only grows. */
export interface Int8Screen {
  /** Rows held. */
  readonly size: number;
  /** Takes in the rows of a matrix that it does not hold yet. */
  extend(matrix: Float32Array, rows: number): void;
  /** Bounds of the products of a unit vector with rows; the next call writes them over. */
  bound(query: Float32Array, rows: Int32Array): Bounds;
}

/** A vector is `scale` times its whole numbers but for an error of this length. */
interface Rounded {
  readonly scale: number;
  readonly error: number;
}

const largestByte = 127, largestInt16 = 2 ** 15 - 1, largestInt32 = 2 ** 31 - 1;
/** Rows for which the kernel is called at once, a multiple of the four that it takes at a time. */
const block = 1024;
/** Far more than double and single precision lose in a unit vector. */
const slack = 1e-6;

/** Rounds a vector to whole numbers, with the scale at which its largest value is `most`. */
function round(vector: Float32Array, target: Int8Array | Int16Array, most: number): Rounded {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!));
  const scale = largest / most;
  if (scale === 0) return { scale, error: 0 };
  let squares = 0;
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i]!, whole = Math.round(value / scale);
    target[i] = whole;
    squares += (value - whole * scale) ** 2;
  }
  return { scale, error: Math.sqrt(squares) };
}

/**
 * Makes an empty screen.
 *
 * With x = s·q + e and y = t·p + f, the product of unit vectors x and y is s·t·q·p but for s·q·f + e·y,
 * which is at most (1 + |e|)·|f| + |e| by Cauchy and Schwarz. q·p sums whole numbers, without error.
 *
 * @param dimensions length of each vector, at least 1
 * @returns a screen without rows
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createInt8Screen } from "./int8_screen.ts";
 * const screen = createInt8Screen(2);
 * screen.extend(Float32Array.of(0.6, 0.8), 1);
 * const { low, high } = screen.bound(Float32Array.of(0, 1), Int32Array.of(0));
 * assert.ok(low[0]! <= 0.8 && 0.8 <= high[0]! && high[0]! - low[0]! < 0.02);
 * ```
 */
export function createInt8Screen(dimensions: number): Int8Screen {
  const stride = 16 * Math.ceil(dimensions / 16);
  // As fine as leaves the sum of the products in 32 bits.
  const largestInQuery = Math.min(
    largestInt16,
    Math.floor(largestInt32 / (largestByte * stride)),
  );
  const memory = createLinearMemory(), kernel = createSimdKernel(memory.memory);
  const queryAt = memory.allocate(2 * stride);
  const placesAt = memory.allocate(4 * block), productsAt = memory.allocate(4 * block);
  let scratch = new Float64Array(0);
  const addresses: number[] = [], scales: number[] = [], errors: number[] = [];

  return {
    get size() {
      return addresses.length;
    },
    extend(matrix, rows) {
      const first = addresses.length;
      if (rows <= first) return;
      const start = memory.allocate((rows - first) * stride);
      const bytes = memory.int8(start, (rows - first) * stride);
      for (let row = first; row < rows; row++) {
        const vector = matrix.subarray(row * dimensions, (row + 1) * dimensions);
        const at = (row - first) * stride;
        const { scale, error } = round(vector, bytes.subarray(at, at + stride), largestByte);
        addresses.push(start + at);
        scales.push(scale);
        errors.push(error);
      }
    },
    bound(query, rows) {
      const rounded = round(query, memory.int16(queryAt, stride), largestInQuery);
      const places = memory.int32(placesAt, block), products = memory.int32(productsAt, block);
      // New arrays of this size for every query would cost as much as the products.
      if (scratch.length < 2 * rows.length) scratch = new Float64Array(4 * rows.length);
      const bounds = {
        low: scratch.subarray(0, rows.length),
        high: scratch.subarray(rows.length, 2 * rows.length),
      };
      for (let from = 0; from < rows.length; from += block) {
        const some = rows.subarray(from, from + block), padded = 4 * Math.ceil(some.length / 4);
        for (let i = 0; i < some.length; i++) places[i] = addresses[some[i]!]!;
        places.fill(places[0]!, some.length, padded);
        kernel.multiplyRows(placesAt, placesAt + 4 * padded, queryAt, stride, productsAt);
        writeBounds(bounds, { from, rows: some, products, scales, errors, query: rounded });
      }
      return bounds;
    },
  };
}

function writeBounds({ low, high }: Bounds, { from, rows, products, scales, errors, query }: {
  readonly from: number;
  readonly rows: Int32Array;
  readonly products: Int32Array;
  readonly scales: readonly number[];
  readonly errors: readonly number[];
  readonly query: Rounded;
}): void {
  const { scale, error } = query;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!, lost = errors[row]!;
    const product = products[i]! * scales[row]! * scale;
    const width = (1 + lost) * error + lost + slack;
    low[from + i] = product - width;
    high[from + i] = product + width;
  }
}
