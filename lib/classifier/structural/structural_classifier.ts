/**
 * The classifier that looks at the query, its schema and its question. Beyond the paper.
 *
 * @module
 */
import type { Failure } from "../../domain.ts";
import { classifyFailure } from "../classify_failure.ts";
import type { FailedQuery, FailureClassifier } from "../failed_query.ts";
import { aggregationRules } from "./aggregation_rules.ts";
import { readClues } from "./clues.ts";
import { codeRules } from "./code_rules.ts";
import { columnRules } from "./column_rules.ts";
import { conditionRules } from "./condition_rules.ts";
import { readQuery } from "./read_query.ts";
import { refusalRules } from "./refusal_rules.ts";
import { resultRules } from "./result_rules.ts";
import { loadSqlParser, type SqlParser } from "./sql_parser.ts";
import type { StructuralRule } from "./structural_rule.ts";
import { tableRules } from "./table_rules.ts";
import { valueRules } from "./value_rules.ts";

/**
 * Rules for a query that ran, in the order in which they are tried: that in which a person mends a
 * query, tables and columns first, then aggregates, conditions and the form of the result.
 */
export const mismatchRules: readonly StructuralRule[] = [
  ...tableRules,
  ...columnRules,
  ...aggregationRules,
  ...codeRules,
  ...valueRules,
  ...conditionRules,
  ...resultRules,
];

function classifyStructure(failed: FailedQuery, parse: SqlParser): Failure {
  const told = classifyFailure(failed);
  const isDecided = failed.status === "timeout" ||
    (failed.status === "error" && failed.outcome !== "error");
  if (isDecided) return told;
  const clues = readClues(failed, readQuery(parse(failed.sql)));
  const rules = failed.status === "error" ? refusalRules : mismatchRules;
  const rule = rules.find(({ applies }) => applies(clues));
  return rule === undefined ? told : { type: rule.type, rule: rule.id };
}

/**
 * Opens the structural classifier.
 *
 * It starts from what the rules of version `paper` say. A refused query is looked at again where
 * the DBMS text misleads: a value without quotes is no missing column, a name with a blank and no
 * quotes no syntax error. A query that ran is compared with its question: are the tables and columns
 * those that the question names, are joins over keys, do aggregates and groups fit its words, do
 * values, codes and signs of conditions, do order, limit, units and width of the result? The first
 * sign found decides; without any it stays `result_mismatch`. A query that the parser cannot read
 * is judged by its text alone.
 *
 * Its rules know English questions and evidence of the kind that the bundled benchmark has. They
 * were written with the development part of `data/failures`; its README says how good they are on
 * the part that was held out.
 *
 * @throws {InfrastructureError} when the SQL parser cannot be loaded
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { openStructuralClassifier } from "./structural_classifier.ts";
 * const { classify } = await openStructuralClassifier();
 * const failure = classify({
 *   status: "error",
 *   outcome: "error",
 *   message: "no such column: Harbour",
 *   shape: null,
 *   sql: "SELECT name FROM station WHERE district = Harbour",
 *   schema: "CREATE TABLE station (name TEXT, district TEXT);",
 *   question: "Which stations lie in the district Harbour?",
 *   evidence: "",
 * });
 * assert.deepEqual(failure, { type: "filter_value", rule: "unquoted_value" });
 * ```
 */
export async function openStructuralClassifier(): Promise<FailureClassifier> {
  const parse = await loadSqlParser();
  return { classify: (failed) => classifyStructure(failed, parse) };
}
