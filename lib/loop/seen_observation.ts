/**
 * What of the oracle's answer a method may see.
 *
 * @module
 */
import type { Observation } from "../domain.ts";
import type { LoopConfiguration } from "./configuration.ts";

/**
 * Limits the oracle. `full`: its whole answer. `execution-only`: errors and timeouts; a query that
 * runs looks like a success, so the episode ends with it, right or wrong.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { seenObservation } from "./seen_observation.ts";
 * import { exampleAttempt } from "./examples.ts";
 * const mismatch = { ...exampleAttempt.observation, status: "mismatch", outcome: "rows" } as const;
 * assert.equal(seenObservation(mismatch, "execution-only").status, "correct");
 * assert.equal(seenObservation(mismatch, "full").status, "mismatch");
 * ```
 */
export function seenObservation(
  observation: Observation,
  feedback: LoopConfiguration["feedback"],
): Observation {
  const runs = observation.outcome === "rows";
  return feedback === "execution-only" && runs
    ? { ...observation, status: "correct" }
    : observation;
}
