import assert from "node:assert/strict";
import { hasTopLevelOrderBy } from "../../lib/sql/order_by.ts";

const ordered = [
  "SELECT a FROM t ORDER BY a",
  "select a from t order\n  by a desc limit 3",
  "SELECT a FROM t ORDER/* x */BY a",
  "SELECT a FROM t UNION SELECT b FROM u ORDER BY 1",
  "WITH x AS (SELECT 1 AS a) SELECT a FROM x ORDER BY a;",
  "SELECT ')' FROM t ORDER BY 1",
  "SELECT a -- (\nFROM t ORDER BY a",
];
const unordered = [
  "SELECT a FROM t",
  "SELECT a FROM (SELECT a FROM t ORDER BY a LIMIT 3)",
  "SELECT a FROM t WHERE b IN (SELECT b FROM u ORDER BY b)",
  "SELECT 'ORDER BY' FROM t",
  'SELECT "order by" FROM t',
  "SELECT a FROM t -- ORDER BY a",
  "SELECT a FROM t /* ORDER BY a */",
  "SELECT rank() OVER (ORDER BY a) FROM t",
  "SELECT group_concat(a ORDER BY a) FROM t",
  "SELECT order_by FROM t",
  "WITH x AS (SELECT a FROM t ORDER BY a) SELECT a FROM x",
  "SELECT a FROM t; SELECT a FROM t ORDER BY a",
  "",
];

for (const sql of ordered) {
  Deno.test(`hasTopLevelOrderBy: true for ${sql}`, () => assert.ok(hasTopLevelOrderBy(sql)));
}
for (const sql of unordered) {
  Deno.test(`hasTopLevelOrderBy: false for ${sql}`, () => assert.ok(!hasTopLevelOrderBy(sql)));
}
