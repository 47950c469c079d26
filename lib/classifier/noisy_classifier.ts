/**
 * The control of every other classifier: half of its answers are drawn.
 *
 * @module
 */
import { type FailureType, failureTypes } from "../domain.ts";
import { createRandom } from "../random.ts";
import { classifyFailure } from "./classify_failure.ts";
import type { FailureClassifier } from "./failed_query.ts";

/** Share of failed queries whose type is drawn. */
const drawnShare = 0.5;

/**
 * Makes a classifier that keeps the answer of the rules `paper` for half of all failed queries, drawn
 * by question and query, and gives each of the others one of the six other types, drawn too, under
 * the rule id `noise`. The same failed query always gets the same answer, in every run and replay.
 *
 * @returns a classifier that agrees with the rules on about half of all failures
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createNoisyClassifier } from "./noisy_classifier.ts";
 * const failed = {
 *   status: "error", outcome: "error", message: "no such column: nme", shape: null,
 *   schema: "", question: "Which singers?", evidence: "",
 * } as const;
 * const { classify } = createNoisyClassifier();
 * const rules = Array.from({ length: 100 }, (_, at) => classify({ ...failed, sql: `SELECT ${at}` }).rule);
 * const kept = rules.filter((rule) => rule === "missing_column").length;
 * assert.ok(kept > 30 && kept < 70);
 * ```
 */
export function createNoisyClassifier(): FailureClassifier {
  return {
    classify(failed) {
      const told = classifyFailure(failed);
      const random = createRandom(JSON.stringify(["noise", failed.question, failed.sql]));
      if (random.next() >= drawnShare) return told;
      const others = failureTypes.filter((type): type is FailureType => type !== told.type);
      return { type: random.pick(others), rule: "noise" };
    },
  };
}
