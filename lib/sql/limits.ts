/**
 * How much one query may use.
 *
 * @module
 */

/** Limits of one query; what passes one of them is an outcome, not an exception. */
export interface SqlLimits {
  /** Wall-clock time of the query itself, in milliseconds; neither queue nor process start counts. */
  readonly timeoutMs: number;
  /** Most rows of a result. */
  readonly maxRows: number;
  /** Most bytes of a result: 8 a cell, and the length of its text (UTF-16 units) or blob (bytes). */
  readonly maxBytes: number;
  /** Most heap that SQLite may use, in bytes; beyond it a query gives SQLite's error 7. */
  readonly heapBytes: number;
}

/** 30 s, 1,000,000 rows, 64 MiB of result, 512 MiB of SQLite heap. */
export const defaultSqlLimits: SqlLimits = {
  timeoutMs: 30_000,
  maxRows: 1_000_000,
  maxBytes: 64 * 1024 ** 2,
  heapBytes: 512 * 1024 ** 2,
};

/** Longest `timeoutMs`: a day. Timers hold 31 bits of milliseconds and fire at once beyond. */
export const longestTimeoutMs = 86_400_000;

/**
 * Checks limits before a query meets them.
 *
 * @param limits all of them
 * @returns the same limits
 * @throws {RangeError} for a limit that is not above 0, and a time beyond {@link longestTimeoutMs}
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { checkSqlLimits, defaultSqlLimits } from "./limits.ts";
 * assert.equal(checkSqlLimits(defaultSqlLimits), defaultSqlLimits);
 * assert.throws(() => checkSqlLimits({ ...defaultSqlLimits, timeoutMs: 2 ** 31 }), RangeError);
 * ```
 */
export function checkSqlLimits(limits: SqlLimits): SqlLimits {
  for (const [name, value] of Object.entries(limits)) {
    const most = name === "timeoutMs" ? longestTimeoutMs : Number.MAX_SAFE_INTEGER;
    if (!(value > 0 && value <= most)) {
      throw new RangeError(`Cannot run SQL: ${name} is ${value}, need a number in (0, ${most}]`);
    }
  }
  return limits;
}
