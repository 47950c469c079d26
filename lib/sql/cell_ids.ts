/**
 * Small integers that stand for cells: equal cells have equal ids.
 *
 * @module
 */
import type { Cell } from "../domain.ts";

const nullId = 0;

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One number for an INTEGER and a REAL of exactly the same value, however large. */
function numberKey(value: bigint | number): bigint | number {
  if (typeof value === "bigint") {
    return BigInt.asIntN(53, value) === value ? Number(value) : value;
  }
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value;
}

/**
 * Makes a function that numbers cells by Python's equality: `1` equals `1.0` and `-0.0` equals `0`,
 * compared exactly; text equals only the same text, bytes only the same bytes, NULL only NULL.
 *
 * @returns the numbering; it grows with every cell it has not seen
 * @see {@link https://docs.python.org/3/reference/expressions.html#value-comparisons}
 *
 * @example
 * ```ts
 * import { createCellIds } from "./cell_ids.ts";
 * const idOf = createCellIds();
 * if (idOf(1n) !== idOf(1) || idOf(1n) === idOf("1")) throw new Error("Expected Python's equality");
 * if (idOf(2n ** 53n + 1n) === idOf(2 ** 53)) throw new Error("Expected exact comparison");
 * ```
 */
export function createCellIds(): (cell: Cell) => number {
  const numbers = new Map<bigint | number, number>();
  const texts = new Map<string, number>();
  const blobs = new Map<string, number>();
  let next = nullId + 1;
  const look = <K>(ids: Map<K, number>, key: K): number => {
    let id = ids.get(key);
    if (id === undefined) ids.set(key, id = next++);
    return id;
  };
  return (cell) => {
    if (cell === null) return nullId;
    if (typeof cell === "string") return look(texts, cell);
    return typeof cell === "object" ? look(blobs, hex(cell)) : look(numbers, numberKey(cell));
  };
}
