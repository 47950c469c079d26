/**
 * How long a query ran, kept beside its outcome and not in it: equal answers stay equal data.
 *
 * @module
 */
import type { SqlOutcome } from "../domain.ts";

const durations = new WeakMap<SqlOutcome, number>();

/**
 * Notes a query's own time.
 *
 * @param durationMs without queue and process start, in milliseconds
 *
 * @example
 * ```ts
 * import { durationOf, recordDuration } from "./query_duration.ts";
 * const outcome = { kind: "no_statement" } as const;
 * recordDuration(outcome, 2);
 * if (durationOf(outcome) !== 2) throw new Error("Expected 2 ms");
 * ```
 */
export function recordDuration(outcome: SqlOutcome, durationMs: number): void {
  durations.set(outcome, durationMs);
}

/**
 * The query's own time in milliseconds; undefined for an outcome that no pool of this process gave,
 * and for a timeout.
 *
 * @example
 * ```ts
 * import { durationOf } from "./query_duration.ts";
 * if (durationOf({ kind: "no_statement" }) !== undefined) throw new Error("Expected no time");
 * ```
 */
export function durationOf(outcome: SqlOutcome): number | undefined {
  return durations.get(outcome);
}
