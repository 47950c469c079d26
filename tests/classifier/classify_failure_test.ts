import assert from "node:assert/strict";
import type { FailureType, Observation } from "../../lib/domain.ts";
import { classifyFailure, ruleVersions } from "../../lib/classifier/classify_failure.ts";
import { extractName } from "../../lib/classifier/extract_name.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";

const error: Observation = {
  status: "error",
  outcome: "error",
  message: "",
  shape: null,
  preview: "",
  reason: "",
};
const mismatch: Observation = { ...error, status: "mismatch", outcome: "rows" };

function classifyText(message: string): string {
  const { type, rule } = classifyFailure({ ...error, message });
  return `${type}/${rule}`;
}

/** The text this machine's SQLite gives for a query, or null where it runs. */
function errorText(sql: string): string | null {
  const database = new DatabaseSync(":memory:", { enableDoubleQuotedStringLiterals: false });
  try {
    database.exec("CREATE TABLE singer(id INTEGER, name TEXT, age INTEGER, country TEXT)");
    database.exec("CREATE TABLE concert(id INTEGER, singer_id INTEGER, name TEXT, year, d TEXT)");
    database.prepare(sql).all();
    return null;
  } catch (thrown) {
    assert.ok(thrown instanceof Error);
    return thrown.message;
  } finally {
    database.close();
  }
}

Deno.test("classifyFailure: what SQLite says to the statements of the public reports", () => {
  const union = "SELECT id FROM singer UNION";
  const cases: readonly (readonly [string, string, string, string | null])[] = [
    [
      "G4-01",
      "SELECT name FROM singer WHERE count(*) > 1",
      "aggregation/aggregate_misuse",
      "count",
    ],
    ["G4-01", "SELECT name FROM singer ORDER BY min(age)", "aggregation/aggregate_misuse", "min"],
    [
      "G4-01",
      "SELECT country, count(*) AS n FROM singer WHERE n > 1 GROUP BY country",
      "aggregation/aggregate_misuse",
      "count",
    ],
    [
      "G4-02",
      'SELECT id FROM singer WHERE country = "France"',
      "filter_value/double_quoted_value",
      "France",
    ],
    ["G4-03", "SELECT from_unixtime(1)", "execution/unknown_function", "from_unixtime"],
    ["G4-03", "SELECT year(d) FROM concert", "execution/unknown_function", "year"],
    ["G4-03", "SELECT stddev(age) FROM singer", "execution/unknown_function", "stddev"],
    ["G4-03", "SELECT to_char(d,'YYYY') FROM concert", "execution/unknown_function", "to_char"],
    ["G4-05", "SELECT extract(year from d) FROM concert", "syntax/near_token", "from"],
    ["G4-05", "SELECT date('now') - interval 1 day", "syntax/near_token", "1"],
    ["G4-05", "SELECT id FROM singer WHERE name ilike 'a%'", "syntax/near_token", "ilike"],
    ["G4-05", "SELECT id::text FROM singer", "syntax/unrecognized_token", ":"],
    ["G4-07", `${union} SELECT id, name FROM concert`, "execution/set_width", "UNION"],
    ["G4-07", `${union} ALL SELECT id, name FROM concert`, "execution/set_width", "UNION ALL"],
    [
      "G4-07",
      "SELECT id FROM singer EXCEPT SELECT id, name FROM concert",
      "execution/set_width",
      "EXCEPT",
    ],
    [
      "G4-08",
      "SELECT id FROM singer ORDER BY id UNION SELECT id FROM concert",
      "syntax/clause_order",
      "ORDER BY",
    ],
    [
      "G4-08",
      "SELECT id FROM singer LIMIT 1 UNION SELECT id FROM concert",
      "syntax/clause_order",
      "LIMIT",
    ],
    ["G4-08", `${union} SELECT id FROM concert ORDER BY age`, "syntax/order_by_term", null],
    [
      "G4-10",
      "SELECT s.name FROM singer s JOIN concert c ON s.id = c.singer_id ORDER BY name",
      "schema_linking/ambiguous_column",
      "name",
    ],
    ["G4-11", "SELECT count(DISTINCT name, age) FROM singer", "execution/function_arity", "count"],
    ["G4-11", "SELECT substr(name) FROM singer", "execution/function_arity", "substr"],
    ["wrong alias", "SELECT t9.name FROM singer", "schema_linking/missing_column", "t9.name"],
    [
      "smart quotes",
      "SELECT 1 FROM singer WHERE name = ‘A’",
      "filter_value/typographic_quote",
      "‘A’",
    ],
    [
      "smart quotes",
      "SELECT 1 FROM singer WHERE name = “New York”",
      "filter_value/typographic_quote",
      "York”",
    ],
    [
      "window",
      "SELECT name FROM singer WHERE row_number() OVER () > 1",
      "aggregation/window_misuse",
      "row_number",
    ],
    ["no statement", "-- nothing", "syntax/no_statement", null],
    ["no end", "SELECT name FROM singer WHERE", "syntax/incomplete", null],
    ["no FROM", "SELECT *", "syntax/incomplete", null],
    ["cell row", "SELECT (SELECT id, name FROM singer)", "execution/row_width", null],
    ["HAVING", "SELECT name FROM singer HAVING age > 1", "aggregation/having_without_group", null],
  ];
  for (const [id, sql, expected, name] of cases) {
    const message = errorText(sql);
    assert.ok(message !== null, `${id}: ${sql} should fail`);
    assert.equal(classifyText(message), expected, `${id}: ${message}`);
    assert.equal(extractName(message), name, `${id}: ${message}`);
  }
});

Deno.test("classifyFailure: measured texts of SQLite", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["no such table: singers", "schema_linking/missing_table"],
    ["no such table: foo.singer", "schema_linking/missing_table"],
    ["no such column: nme", "schema_linking/missing_column"],
    ["no such column: t9.name", "schema_linking/missing_column"],
    ["no such column: ‘Ann’", "filter_value/typographic_quote"],
    ["ambiguous column name: id", "schema_linking/ambiguous_column"],
    ["circular reference: r", "execution/recursive_reference"],
    ["multiple recursive references: x", "execution/recursive_reference"],
    [
      "cannot join using column zz - column not present in both tables",
      "schema_linking/missing_column",
    ],
    ["all VALUES must have the same number of terms", "execution/set_width"],
    ["too many terms in compound SELECT", "execution/too_complex"],
    ["1st ORDER BY term out of range - should be between 1 and 1", "syntax/order_by_term"],
    ["1st GROUP BY term out of range - should be between 1 and 1", "aggregation/group_by_term"],
    ["aggregate functions are not allowed in the GROUP BY clause", "aggregation/aggregate_misuse"],
    ["DISTINCT aggregates must have exactly one argument", "aggregation/aggregate_misuse"],
    ["misuse of aliased aggregate n", "aggregation/aggregate_misuse"],
    ["misuse of window function row_number()", "aggregation/window_misuse"],
    ["misuse of aliased window function r", "aggregation/window_misuse"],
    ["no tables specified", "syntax/incomplete"],
    ["no such index: nope", "schema_linking/missing_index"],
    ["malformed JSON", "filter_value/invalid_value"],
    ["LIKE or GLOB pattern too complex", "filter_value/pattern_value"],
    ["integer overflow", "execution/overflow"],
    ["datatype mismatch", "filter_value/datatype_mismatch"],
    ["attempt to write a readonly database", "execution/write_attempt"],
    ["unable to open database: x.db", "execution/cannot_open"],
    ["not authorized", "execution/not_authorized"],
    ["not authorized to use function: load_extension", "execution/not_authorized"],
    [
      "Value is too large to be represented as a JavaScript number: 9007199254740993",
      "execution/overflow",
    ],
    ["interrupted", "execution/timeout"],
    ["no such function: median", "execution/unknown_function"],
  ];
  for (const [message, expected] of cases) assert.equal(classifyText(message), expected, message);
});

Deno.test("classifyFailure: wordings of PostgreSQL and MySQL", () => {
  const cases: readonly (readonly [string, string])[] = [
    ['relation "singers" does not exist', "schema_linking/missing_table"],
    ['missing FROM-clause entry for table "t9"', "schema_linking/missing_table"],
    ['column "nme" does not exist', "schema_linking/missing_column"],
    [
      'column "s.name" must appear in the GROUP BY clause or be used in an aggregate function',
      "aggregation/ungrouped_column",
    ],
    ['invalid input syntax for type integer: "abc"', "filter_value/invalid_value"],
    ["division by zero", "execution/division_by_zero"],
    ["canceling statement due to statement timeout", "execution/timeout"],
    ['syntax error at or near "ilike"\nLINE 1: SELECT ilike', "syntax/near_token"],
    ["Unknown column 'nme' in 'field list'", "schema_linking/missing_column"],
    ["Table 'db.singers' doesn't exist", "schema_linking/missing_table"],
    ["Lock wait timeout exceeded; try restarting transaction", "execution/locked"],
    ["Subquery returns more than 1 row", "execution/subquery_rows"],
    ["Invalid use of group function", "aggregation/aggregate_misuse"],
    ["Query execution was interrupted", "execution/timeout"],
  ];
  for (const [message, expected] of cases) assert.equal(classifyText(message), expected, message);
});

Deno.test("classifyFailure: a failure without DBMS text is classified by its outcome", () => {
  const cases: readonly (readonly [Observation["outcome"], FailureType])[] = [
    ["timeout", "execution"],
    ["too_large", "execution"],
    ["write_attempt", "execution"],
    ["unbound_parameter", "execution"],
    ["several_statements", "syntax"],
    ["no_statement", "syntax"],
  ];
  for (const [outcome, type] of cases) {
    const message = "A sentence of the kit, such as no such table: x";
    assert.deepEqual(classifyFailure({ ...error, outcome, message }), { type, rule: outcome });
  }
  assert.deepEqual(
    classifyFailure({ ...error, status: "timeout", outcome: "timeout" }),
    { type: "execution", rule: "timeout" },
  );
});

Deno.test("classifyFailure: G2-07 an answer that was cut is no mistake of syntax", () => {
  const message = "The answer was cut off before the query ended";
  for (const version of ruleVersions) {
    assert.deepEqual(
      classifyFailure({ ...error, outcome: "no_statement", message }, { version }),
      { type: "unknown", rule: "truncated_output" },
    );
  }
});

Deno.test("classifyFailure: what no rule knows is unknown", () => {
  for (const message of ["", "something new"]) {
    assert.equal(classifyText(message), "unknown/unknown");
  }
});

Deno.test("classifyFailure: version paper sees no shape", () => {
  for (const shape of [null, { rows: 0, columns: 1 }, { rows: 1, columns: 1 }]) {
    assert.deepEqual(
      classifyFailure({ ...mismatch, shape }),
      { type: "result_mismatch", rule: "mismatch" },
    );
  }
});

Deno.test("classifyFailure: version shape reads the shape of a wrong result and of nothing else", () => {
  const cases = [
    [{ rows: 0, columns: 3 }, "filter_value", "mismatch_empty"],
    [{ rows: 1, columns: 1 }, "result_mismatch", "mismatch_single_value"],
    [{ rows: 1, columns: 2 }, "result_mismatch", "mismatch_one_row"],
    [{ rows: 2, columns: 1 }, "result_mismatch", "mismatch_rows"],
    [null, "result_mismatch", "mismatch"],
  ] as const;
  for (const [shape, type, rule] of cases) {
    assert.deepEqual(classifyFailure({ ...mismatch, shape }, { version: "shape" }), { type, rule });
  }
  const text = { ...error, message: "no such column: nme" };
  assert.deepEqual(classifyFailure(text, { version: "shape" }), classifyFailure(text));
});

Deno.test("classifyFailure: G4-14, integer division is a mismatch, not an error", () => {
  for (const sql of ["SELECT 1/5*100.0", "SELECT 2/4", "SELECT 1/0"]) {
    assert.equal(errorText(sql), null);
  }
  const shape = { rows: 1, columns: 1 };
  for (const version of ruleVersions) {
    assert.equal(classifyFailure({ ...mismatch, shape }, { version }).type, "result_mismatch");
  }
});

Deno.test("classifyFailure: refuses a correct attempt and an unknown version", () => {
  const correct: Observation = { ...mismatch, status: "correct" };
  assert.throws(() => classifyFailure(correct), /^RangeError: Cannot classify .*"correct"/);
  const version = "v2" as typeof ruleVersions[number];
  assert.throws(
    () => classifyFailure(mismatch, { version }),
    /^RangeError: .*"v2".*paper or shape/,
  );
});

Deno.test("classifyFailure: G4-13 an interrupted query is a timeout, by text and by status", () => {
  for (const message of ["interrupted", "Query execution was interrupted"]) {
    assert.equal(classifyText(message), "execution/timeout", message);
  }
  const observation: Observation = {
    status: "timeout",
    outcome: "timeout",
    message: "stopped",
    shape: null,
    preview: "",
    reason: "",
  };
  assert.deepEqual(classifyFailure(observation), { type: "execution", rule: "timeout" });
});
