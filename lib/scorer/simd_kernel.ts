/**
 * The inner loops of the scorer as WebAssembly with SIMD: parts of BM25, and products of 8-bit rows.
 *
 * JavaScript has no SIMD, and these loops are where a query over thousands of entries spends its time.
 * The module is put together here from its instructions, so that no file needs a compiler.
 *
 * @module
 * @see {@link https://webassembly.github.io/spec/core/binary/instructions.html} for the encodings
 */

/** The loops, over one memory; addresses are in bytes. */
export interface SimdKernel {
  /**
   * Adds parts of BM25 to scores, four at a time: weight · count / (count + floor + slope · length), in
   * double precision and in the order of these operations.
   *
   * @param rows address of 32-bit offsets into the scores, in bytes; a positive multiple of four of them
   * @param end address after the last of them
   * @param counts address of as many 32-bit counts
   * @param lengths address of as many 32-bit lengths
   * @param scores address of the scores, 64-bit floats
   */
  addParts(
    rows: number,
    end: number,
    counts: number,
    lengths: number,
    scores: number,
    weight: number,
    floor: number,
    slope: number,
  ): void;
  /**
   * Products of rows of signed bytes with a query of signed 16-bit numbers, four rows at a time, summed in
   * 32 bits.
   *
   * @param rows address of the addresses of rows; a positive multiple of four of them
   * @param end address after the last of them
   * @param query address of the query
   * @param length of a row and of the query, a positive multiple of 16
   * @param products address of the results, 32-bit integers
   */
  multiplyRows(rows: number, end: number, query: number, length: number, products: number): void;
}

type Code = readonly number[];

/** An integer of at least 0 in base 128. */
function unsigned(value: number): Code {
  return value < 128 ? [value] : [value % 128 + 128, ...unsigned(Math.floor(value / 128))];
}

const i32 = 0x7f, f64 = 0x7c, v128 = 0x7b;
const simd = (code: number): Code => [0xfd, ...unsigned(code)];

const get = (local: number): Code => [0x20, local];
const set = (local: number): Code => [0x21, local];
const tee = (local: number): Code => [0x22, local];
/** The immediate is signed: up to 63 it takes one byte. */
const constant = (value: number): Code => [0x41, value];
const loop: Code = [0x03, 0x40], end: Code = [0x0b];
const repeatIfLess: Code = [0x49, 0x0d, 0];
const add32: Code = [0x6a], add64: Code = [0xa0];
const load32 = (offset: number): Code => [0x28, 2, offset],
  store32 = (offset: number): Code => [0x36, 2, offset];
const load64: Code = [0x2b, 3, 0], store64: Code = [0x39, 3, 0];
const loadVector = (offset: number): Code => [...simd(0x00), 0, offset];
/** Eight bytes into the low half, zeros into the high one. */
const loadLow = (offset: number): Code => [...simd(0x5d), 0, offset];
/** Eight signed bytes into eight signed 16-bit numbers. */
const loadExtended = (offset: number): Code => [...simd(0x01), 0, offset];
const zeros: Code = [...simd(0x0c), ...new Array(16).fill(0)];
const f64x2 = {
  splat: simd(0x14),
  fromInt32: simd(0xfe),
  add: simd(0xf0),
  multiply: simd(0xf2),
  divide: simd(0xf3),
  lane: (lane: number): Code => [...simd(0x21), lane],
};
const i32x4 = {
  add: simd(0xae),
  /** Products of 16-bit numbers, neighbours summed. */
  dot16: simd(0xba),
  lane: (lane: number): Code => [...simd(0x1b), lane],
};

function addPartsCode(): Code {
  const rows = 0, stop = 1, counts = 2, lengths = 3, scores = 4;
  const parameters = { weight: 5, floor: 6, slope: 7 };
  const weight = 8, floor = 9, slope = 10, count = 11, part = 12, at = 13;
  const addPart = (offset: number, lane: number): Code => [
    ...[...get(rows), ...load32(offset + 4 * lane), ...get(scores), ...add32, ...tee(at)],
    ...[...get(at), ...load64, ...get(part), ...f64x2.lane(lane), ...add64, ...store64],
  ];
  const addPair = (offset: number): Code => [
    ...[...get(counts), ...loadLow(offset), ...f64x2.fromInt32, ...tee(count)],
    ...[...get(weight), ...f64x2.multiply],
    ...[...get(count), ...get(floor), ...f64x2.add],
    ...[...get(lengths), ...loadLow(offset), ...f64x2.fromInt32],
    ...[...get(slope), ...f64x2.multiply, ...f64x2.add],
    ...[...f64x2.divide, ...set(part), ...addPart(offset, 0), ...addPart(offset, 1)],
  ];
  const step = (local: number): Code => [...get(local), ...constant(16), ...add32];
  return [
    ...[2, 5, v128, 1, i32],
    ...[...get(parameters.weight), ...f64x2.splat, ...set(weight)],
    ...[...get(parameters.floor), ...f64x2.splat, ...set(floor)],
    ...[...get(parameters.slope), ...f64x2.splat, ...set(slope)],
    ...loop,
    ...[...addPair(0), ...addPair(8)],
    ...[...step(counts), ...set(counts), ...step(lengths), ...set(lengths)],
    ...[...step(rows), ...tee(rows), ...get(stop), ...repeatIfLess],
    ...[...end, ...end],
  ];
}

function multiplyRowsCode(): Code {
  const rows = 0, stop = 1, query = 2, length = 3, products = 4;
  const four = [0, 1, 2, 3], row = [5, 6, 7, 8], rowEnd = 9, at = 10;
  const sum = [11, 12, 13, 14], low = 15, high = 16;
  const step = (local: number, bytes: number): Code => [
    ...[...get(local), ...constant(bytes), ...add32],
  ];
  return [
    ...[2, 6, i32, 6, v128],
    ...loop,
    ...four.flatMap((i) => [...get(rows), ...load32(4 * i), ...set(row[i]!)]),
    ...four.flatMap((i) => [...zeros, ...set(sum[i]!)]),
    ...[...get(row[0]!), ...get(length), ...add32, ...set(rowEnd), ...get(query), ...set(at)],
    ...loop,
    ...[...get(at), ...loadVector(0), ...set(low), ...get(at), ...loadVector(16), ...set(high)],
    ...four.flatMap((i) => [
      ...[...get(row[i]!), ...loadExtended(0), ...get(low), ...i32x4.dot16],
      ...[...get(row[i]!), ...loadExtended(8), ...get(high), ...i32x4.dot16, ...i32x4.add],
      ...[...get(sum[i]!), ...i32x4.add, ...set(sum[i]!)],
    ]),
    ...[
      ...step(at, 32),
      ...set(at),
      ...[1, 2, 3].flatMap((i) => [...step(row[i]!, 16), ...set(row[i]!)]),
    ],
    ...[...step(row[0]!, 16), ...tee(row[0]!), ...get(rowEnd), ...repeatIfLess],
    ...end,
    ...four.flatMap((i) => [
      ...[...get(products), ...four.flatMap((lane) => [...get(sum[i]!), ...i32x4.lane(lane)])],
      ...[...add32, ...add32, ...add32, ...store32(4 * i)],
    ]),
    ...[...step(products, 16), ...set(products)],
    ...[...step(rows, 16), ...tee(rows), ...get(stop), ...repeatIfLess],
    ...[...end, ...end],
  ];
}

function assemble(): Uint8Array<ArrayBuffer> {
  const text = (value: string): Code => [value.length, ...new TextEncoder().encode(value)];
  const sized = (code: Code): Code => [...unsigned(code.length), ...code];
  const section = (id: number, code: Code): Code => [id, ...sized(code)];
  const parameters = [[i32, i32, i32, i32, i32, f64, f64, f64], [i32, i32, i32, i32, i32]];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [2, ...parameters.flatMap((types) => [0x60, ...sized(types), 0])]),
    ...section(2, [1, ...text("kit"), ...text("memory"), 2, 0, 1]),
    ...section(3, [2, 0, 1]),
    ...section(7, [2, ...text("addParts"), 0, 0, ...text("multiplyRows"), 0, 1]),
    ...section(10, [2, ...sized(addPartsCode()), ...sized(multiplyRowsCode())]),
  ]);
}

let compiled: WebAssembly.Module | undefined;

/**
 * Makes the loops over a memory.
 *
 * @param memory what the addresses are in; it may grow
 * @returns the loops; an address outside the memory makes them throw
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createSimdKernel } from "./simd_kernel.ts";
 * const memory = new WebAssembly.Memory({ initial: 1 });
 * const kernel = createSimdKernel(memory);
 * const row = 64, query = 128, product = 256;
 * new Int32Array(memory.buffer).set([row, row, row, row]);
 * new Int8Array(memory.buffer, row, 16).fill(3);
 * new Int16Array(memory.buffer, query, 16).fill(-2);
 * kernel.multiplyRows(0, 16, query, 16, product);
 * assert.equal(new Int32Array(memory.buffer, product, 1)[0], 16 * 3 * -2);
 * ```
 */
export function createSimdKernel(memory: WebAssembly.Memory): SimdKernel {
  compiled ??= new WebAssembly.Module(assemble());
  const { exports } = new WebAssembly.Instance(compiled, { kit: { memory } });
  return exports as unknown as SimdKernel;
}
