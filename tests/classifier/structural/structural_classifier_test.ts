import assert from "node:assert/strict";
import { failureTypes } from "../../../lib/domain.ts";
import type { FailedQuery } from "../../../lib/classifier/failed_query.ts";
import { classifyFailure } from "../../../lib/classifier/classify_failure.ts";
import { openStructuralClassifier } from "../../../lib/classifier/structural/structural_classifier.ts";
import { loadBundled } from "../../../lib/benchmark/bundled.ts";
import { createRandom } from "../../../lib/random.ts";

const { classify } = await openStructuralClassifier();
const { tasks } = await loadBundled();

const failed: FailedQuery = {
  status: "mismatch",
  outcome: "rows",
  message: "",
  shape: { rows: 1, columns: 1 },
  sql: "SELECT COUNT(*) FROM trip",
  schema: tasks[40]!.schema,
  question: "How many trips are there?",
  evidence: "",
};

Deno.test("structural: without a sign of anything a wrong result stays a mismatch", () => {
  assert.deepEqual(classify(failed), { type: "result_mismatch", rule: "mismatch" });
});

Deno.test("structural: outcomes without DBMS text are what the rules say", () => {
  const outcomes = ["write_attempt", "several_statements", "no_statement", "too_large"] as const;
  for (const outcome of outcomes) {
    const told: FailedQuery = { ...failed, status: "error", outcome, shape: null };
    assert.deepEqual(classify(told), classifyFailure(told));
  }
  const late: FailedQuery = { ...failed, status: "timeout", outcome: "timeout", shape: null };
  assert.deepEqual(classify(late), { type: "execution", rule: "timeout" });
});

Deno.test("structural: a query that the parser cannot read is judged by its text alone", () => {
  const told: FailedQuery = {
    ...failed,
    sql: `SELECT ${"(".repeat(50)}nme${")".repeat(50)} FROM trip`,
    status: "error",
    outcome: "error",
    message: "no such column: nme",
    shape: null,
  };
  assert.deepEqual(classify(told), { type: "schema_linking", rule: "missing_column" });
});

/** Pieces of which anything is made: SQL, patterns, quotes, marks, other scripts, halves of pairs. */
const pieces = [
  ..."SELECT FROM WHERE GROUP BY ORDER LIMIT JOIN ON AND OR NOT IN ( ) , . * = < > '".split(" "),
  ..."\" ` [ ] ; -- /* */ || + - / 1 100.0 'D' 'x%' \"home station\" trip member id name".split(
    " ",
  ),
  ...[
    "COUNT(*)",
    "strftime('%Y', started)",
    "\0",
    "\n",
    "(?:",
    "[a-z]+",
    "\\",
    "$&",
    "{2,}",
    "ß",
    "名",
  ],
  ...[
    "\ud83d",
    "e\u0301",
    "How many",
    "per each",
    "ordered by name",
    "rounded to 2 decimals",
    "(NULL)",
  ],
  ...[
    "'D' = done, 'X' = cancelled.",
    "is 1 for (open, 2 for [closed",
    "member.joined is DD.MM.YYYY",
  ],
];

Deno.test("structural: any text gets one of the seven types", () => {
  const random = createRandom("structural");
  const text = () =>
    Array.from({ length: random.integer(0, 14) }, () => random.pick(pieces)).join(" ");
  for (let round = 0; round < 2_000; round++) {
    const isError = round % 2 === 0;
    const one: FailedQuery = {
      status: isError ? "error" : "mismatch",
      outcome: isError ? "error" : "rows",
      message: isError ? `${random.pick(["no such column: ", 'near "', ""])}${text()}` : "",
      shape: isError ? null : { rows: random.integer(0, 3), columns: 1 },
      sql: random.next() < 0.7 ? `SELECT ${text()}` : text(),
      schema: random.next() < 0.5 ? failed.schema : `CREATE TABLE "${text()}" (${text()});`,
      question: text(),
      evidence: text(),
    };
    const { type, rule } = classify(one);
    assert.ok(failureTypes.includes(type) && rule !== "", JSON.stringify(one));
  }
});
