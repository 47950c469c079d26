import assert from "node:assert/strict";
import { rewriteForMode } from "../../lib/sql/rewrite_sql.ts";

/** [SQL, what sqlparse 0.6.1 makes of it in the official order of steps] */
const golds: readonly (readonly [string, string])[] = [
  ["SELECT DISTINCT a FROM t", "SELECT  a FROM t"],
  ["SELECT count(DISTINCT a) FROM t", "SELECT count( a) FROM t"],
  ["SELECT count(distinct(a)) FROM t", "SELECT count((a)) FROM t"],
  [
    "SELECT a FROM t WHERE a > = 1 AND b < = 2 AND c ! = 3",
    "SELECT a FROM t WHERE a >= 1 AND b <= 2 AND c != 3",
  ],
  [
    "SELECT 'distinct', \"distinct\", `distinct` FROM t",
    "SELECT 'distinct', \"distinct\", `distinct` FROM t",
  ],
  ["SELECT distinct_id FROM t -- distinct", "SELECT distinct_id FROM t -- distinct"],
  ["SELECT 1; SELECT DISTINCT 2", "SELECT 1;"],
  ["SELECT 'a;b'; SELECT 2", "SELECT 'a;b';"],
  ["SELECT value FROM t", "SELECT value FROM t"],
  ["SELECT 'it''s distinct', x FROM t", "SELECT 'it''s distinct', x FROM t"],
];

for (const [sql, wanted] of golds) {
  Deno.test(`rewriteForMode: spider-ts gold ${sql}`, () => {
    assert.equal(rewriteForMode({ mode: "spider-ts", role: "gold", sql }), wanted);
  });
}

Deno.test("rewriteForMode: spider-ts replaces lower-case value in predictions, literals too", () => {
  const sql = "SELECT value, Value, max_value FROM t WHERE a = 'value'";
  const wanted = "SELECT 1, Value, max_1 FROM t WHERE a = '1'";
  assert.equal(rewriteForMode({ mode: "spider-ts", role: "prediction", sql }), wanted);
});

Deno.test("rewriteForMode: spider-ts fixes the current year", () => {
  const sql = "SELECT year ( curdate() ) - a FROM t";
  const wanted = "SELECT 2020- a FROM t";
  for (const role of ["gold", "prediction"] as const) {
    assert.equal(rewriteForMode({ mode: "spider-ts", role, sql }), wanted);
  }
});

Deno.test("rewriteForMode: the other modes change nothing", () => {
  const sql = "  SELECT DISTINCT value FROM t WHERE a > = 1; SELECT YEAR(CURDATE())\t";
  for (const mode of ["bird-ex", "denotation"] as const) {
    for (const role of ["gold", "prediction"] as const) {
      assert.equal(rewriteForMode({ mode, role, sql }), sql);
    }
  }
});
