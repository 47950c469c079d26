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
