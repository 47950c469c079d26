/**
 * Memory that WebAssembly can reach, handed out piece by piece.
 *
 * @module
 */

/** Memory that only grows. Views are of now: they end when it grows, so take them anew after that. */
export interface LinearMemory {
  /** For WebAssembly. */
  readonly memory: WebAssembly.Memory;
  /** Address of so many bytes more, all 0, at a multiple of 16; it may end all views. */
  allocate(bytes: number): number;
  /** A view of 32-bit integers from an address on. */
  int32(address: number, length: number): Int32Array;
  /** A view of 64-bit floats from an address on. */
  float64(address: number, length: number): Float64Array;
  /** A view of signed bytes from an address on. */
  int8(address: number, length: number): Int8Array;
  /** A view of signed 16-bit integers from an address on. */
  int16(address: number, length: number): Int16Array;
}

const page = 65_536, mostPages = 65_536;

/**
 * Makes an empty memory. One takes gigabytes of addresses, though no memory, so make few: where there
 * is too little to do for it, do without.
 *
 * @returns a memory of one page; it throws RangeError where it would grow beyond 4 GiB
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createLinearMemory } from "./linear_memory.ts";
 * const memory = createLinearMemory();
 * const address = memory.allocate(12);
 * assert.deepEqual([...memory.int32(address, 3)], [0, 0, 0]);
 * assert.equal(memory.allocate(4), address + 16);
 * ```
 */
export function createLinearMemory(): LinearMemory {
  const memory = new WebAssembly.Memory({ initial: 1 });
  let next = 0;
  return {
    memory,
    allocate(bytes) {
      const address = next;
      next += Math.ceil(bytes / 16) * 16;
      const held = memory.buffer.byteLength / page, needed = Math.ceil(next / page);
      // By half as much again, so that growing often costs no more than growing once.
      if (needed > held) {
        memory.grow(Math.max(needed, Math.min(mostPages, Math.ceil(1.5 * held))) - held);
      }
      return address;
    },
    int32: (address, length) => new Int32Array(memory.buffer, address, length),
    float64: (address, length) => new Float64Array(memory.buffer, address, length),
    int8: (address, length) => new Int8Array(memory.buffer, address, length),
    int16: (address, length) => new Int16Array(memory.buffer, address, length),
  };
}
