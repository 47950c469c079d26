/**
 * The failure classifiers by name.
 *
 * @module
 */
import { classifyFailure, ruleVersions } from "./classify_failure.ts";
import type { FailureClassifier } from "./failed_query.ts";
import { createNoisyClassifier } from "./noisy_classifier.ts";
import { openOracleClassifier } from "./oracle_classifier.ts";
import { openStructuralClassifier } from "./structural/structural_classifier.ts";

/**
 * The classifiers that say something of any failure: `paper` and `shape` look at what the oracle said
 * ({@link classifyFailure}), `structural` also at query, schema, question and evidence.
 */
export const realClassifiers = [...ruleVersions, "structural"] as const;

/** All versions: beside the real ones two controls, known causes (`oracle`) and half noise (`noise`). */
export const classifierVersions = [...realClassifiers, "oracle", "noise"] as const;

/** A version of the classifier. */
export type ClassifierVersion = typeof classifierVersions[number];

/**
 * Opens a classifier. `structural` loads its SQL parser and `oracle` its labels, once a process.
 *
 * @param version which one
 * @throws {RangeError} where there is no such version
 * @throws {InfrastructureError} when the SQL parser of `structural` or the labels of `oracle` cannot
 * be loaded
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { openClassifier } from "./open_classifier.ts";
 * const failed = {
 *   status: "mismatch",
 *   outcome: "rows",
 *   message: "",
 *   shape: { rows: 1, columns: 1 },
 *   sql: "SELECT COUNT(*) FROM visit WHERE status = 'done'",
 *   schema: "CREATE TABLE visit (id INTEGER PRIMARY KEY, status TEXT);",
 *   question: "How many visits were done?",
 *   evidence: "Visit status: 'D' = done, 'X' = cancelled.",
 * } as const;
 * const paper = await openClassifier("paper"), structural = await openClassifier("structural");
 * assert.equal(paper.classify(failed).type, "result_mismatch");
 * assert.equal(structural.classify(failed).type, "filter_value");
 * ```
 */
export async function openClassifier(version: ClassifierVersion): Promise<FailureClassifier> {
  switch (version) {
    case "paper":
    case "shape":
      return { classify: (failed) => classifyFailure(failed, { version }) };
    case "structural":
      return await openStructuralClassifier();
    case "oracle":
      return await openOracleClassifier();
    case "noise":
      return createNoisyClassifier();
    default:
      throw new RangeError(
        `Cannot open classifier "${version}": need one of ${classifierVersions.join(", ")}`,
      );
  }
}
