/**
 * An outcome in words.
 *
 * @module
 */
import type { SqlOutcome } from "../domain.ts";

/**
 * Says in a few words what a query came to.
 *
 * @example
 * ```ts
 * import { describeOutcome } from "./describe_outcome.ts";
 * const text = describeOutcome({ kind: "timeout", limitMs: 30_000 });
 * if (text !== "timeout after 30000 ms") throw new Error(`Unexpected ${text}`);
 * ```
 */
export function describeOutcome(outcome: SqlOutcome): string {
  switch (outcome.kind) {
    case "rows":
      return `${outcome.rows.length} rows`;
    case "error":
      return `error ${outcome.code}: ${outcome.message}`;
    case "timeout":
      return `timeout after ${outcome.limitMs} ms`;
    case "too_large":
      return `more than ${outcome.cap} ${outcome.limit}`;
    case "several_statements":
      return "several statements";
    case "no_statement":
      return "no statement";
    case "write_attempt":
      return `write attempt: ${outcome.message}`;
    case "unbound_parameter":
      return "a parameter without a value";
  }
}
