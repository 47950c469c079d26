/**
 * Which questions the structural classifier was written with.
 *
 * @module
 */
import { sha256 } from "../sha256.ts";

/** `development`: read while rules were written. `held_out`: never, until they were done. */
export type FailureSplit = "development" | "held_out";

/**
 * The part of the labelled failures that a question belongs to, by the first digit of the SHA-256
 * of its id: all failures of a question are in one part.
 *
 * @param taskId id of a bundled question
 * @returns `held_out` for an odd digit, `development` for an even one
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { failureSplit } from "./failure_split.ts";
 * assert.equal(failureSplit("0"), "development");
 * assert.equal(failureSplit("1"), "held_out");
 * ```
 */
export function failureSplit(taskId: string): FailureSplit {
  return parseInt(sha256(`failures/${taskId}`)[0]!, 16) % 2 === 1 ? "held_out" : "development";
}
