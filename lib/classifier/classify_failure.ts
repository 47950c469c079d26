import type { Failure, Observation, SqlOutcome } from "../domain.ts";
import { matchFailureRule } from "./failure_rules.ts";

/** `paper` reads status and DBMS text only; `shape` (ours) also the shape of a wrong result. */
export const ruleVersions = ["paper", "shape"] as const;

/** A version of the rules that look at no query. */
export type RuleVersion = typeof ruleVersions[number];

/** Failures that the outcome alone tells; null where the text must. */
const outcomeFailures: Readonly<Record<SqlOutcome["kind"], Failure | null>> = {
  rows: null,
  error: null,
  timeout: { type: "execution", rule: "timeout" },
  too_large: { type: "execution", rule: "too_large" },
  write_attempt: { type: "execution", rule: "write_attempt" },
  unbound_parameter: { type: "execution", rule: "unbound_parameter" },
  several_statements: { type: "syntax", rule: "several_statements" },
  no_statement: { type: "syntax", rule: "no_statement" },
};

/**
 * Classifies a failed attempt by fixed rules: the same observation always gets the same answer.
 *
 * The result is one of the seven types of the paper and the id of the rule that decided. Version
 * `paper` looks at the status, the outcome's kind and, for an error, the DBMS text ({@link
 * failureRules}, first match wins); a text that no rule catches is `unknown`.
 *
 * Ours, in both versions: a parameter without a value is `execution`, because such a query parses
 * and only running it fails.
 *
 * Ours, in version `shape`: a wrong result without rows is `filter_value` (equal to no gold result
 * but an empty one, so its conditions or joins let nothing through). A single cell, one row and
 * several rows stay `result_mismatch` under rule ids of their own: of 50 wrong single-cell
 * results among three systems' published predictions for Spider dev only 5 used other aggregates
 * than their gold, so that shape says little of aggregation.
 *
 * @param observation what the oracle said of the attempt; its status is not `correct`
 * @param options `version`: `paper` by default
 * @returns type and rule id
 * @throws {RangeError} when the attempt is correct, or the version is none of {@link ruleVersions}
 *
 * @example
 * ```ts
 * import { classifyFailure } from "./classify_failure.ts";
 * const failure = classifyFailure({
 *   status: "error",
 *   outcome: "error",
 *   message: "no such column: nme",
 *   shape: null,
 * });
 * if (failure.type !== "schema_linking") throw new Error("Expected schema_linking");
 * if (failure.rule !== "missing_column") throw new Error("Expected missing_column");
 * ```
 */
export function classifyFailure(
  observation: Pick<Observation, "status" | "outcome" | "message" | "shape">,
  options: { readonly version?: RuleVersion } = {},
): Failure {
  const { version = "paper" } = options;
  if (!ruleVersions.includes(version)) {
    throw new RangeError(
      `Cannot classify a failure: version is "${version}", need ${ruleVersions.join(" or ")}`,
    );
  }
  switch (observation.status) {
    case "correct":
      throw new RangeError('Cannot classify a failure: status is "correct", need a failed attempt');
    case "timeout":
      return { type: "execution", rule: "timeout" };
    case "mismatch":
      return version === "paper"
        ? { type: "result_mismatch", rule: "mismatch" }
        : classifyShape(observation.shape);
    case "error":
      return classifyError(observation);
  }
}

function classifyError({ outcome, message }: Pick<Observation, "outcome" | "message">): Failure {
  const told = outcomeFailures[outcome];
  // Where there is no statement, the text may know why.
  const rule = told === null || outcome === "no_statement"
    ? matchFailureRule(message)?.rule
    : undefined;
  if (rule !== undefined) return { type: rule.type, rule: rule.id };
  return told ?? { type: "unknown", rule: "unknown" };
}

function classifyShape(shape: Observation["shape"]): Failure {
  if (shape === null) return { type: "result_mismatch", rule: "mismatch" };
  if (shape.rows === 0) return { type: "filter_value", rule: "mismatch_empty" };
  if (shape.rows > 1) return { type: "result_mismatch", rule: "mismatch_rows" };
  return shape.columns === 1
    ? { type: "result_mismatch", rule: "mismatch_single_value" }
    : { type: "result_mismatch", rule: "mismatch_one_row" };
}
