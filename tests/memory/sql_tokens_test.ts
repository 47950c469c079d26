import assert from "node:assert/strict";
import { multisetJaccard, sqlSkeleton, sqlTokens } from "../../lib/memory/sql_tokens.ts";

const cases: readonly [what: string, sql: string, tokens: readonly string[]][] = [
  ["blank text", " \n\t ", []],
  ["operators of two characters", "a<>b<=c>=d!=e==f||g", [
    ..."a <> b <= c >= d != e == f || g".split(" "),
  ]],
  ["numbers", "LIMIT 10 OFFSET 2.50", ["LIMIT", "10", "OFFSET", "2.50"]],
  ["doubled quotes", `'it''s' "a""b"`, [`'it''s'`, `"a""b"`]],
  ["names in brackets and backticks", "[full name], `key`", ["[full name]", ",", "`key`"]],
  ["line comments", "SELECT 1 -- one\n, 2", ["SELECT", "1", ",", "2"]],
  ["block comments", "SELECT /* a ' b */ 1 /* open", ["SELECT", "1"]],
  ["comment marks inside quotes", `SELECT '--no', "/*no*/"`, ["SELECT", "'--no'", ",", '"/*no*/"']],
  ["an open quote", "WHERE a = 'x y", ["WHERE", "a", "=", "'x y"]],
  ["letters beyond ASCII", "SELECT größe, имя", ["SELECT", "größe", ",", "имя"]],
];

for (const [what, sql, tokens] of cases) {
  Deno.test(`sqlTokens: ${what}`, () => assert.deepEqual(sqlTokens(sql), tokens));
}

Deno.test("sqlSkeleton: masks names and literals, keeps keywords and operators", () => {
  const skeleton = sqlSkeleton(
    "Select T1.Name, COUNT(*) FROM `my t` AS T1 WHERE T1.age >= 3 AND x = 'a' GROUP BY 1",
  );
  assert.equal(
    skeleton.join(" "),
    "select _ . _ , count ( * ) from _ as _ where _ . _ >= _ and _ = _ group by _",
  );
});

const similar: readonly [left: string, right: string, similarity: number][] = [
  ["", "", 1],
  ["a", "", 0],
  ["a b", "b a", 1],
  ["a b c", "d e f", 0],
  ["a a a", "a", 1 / 3],
  ["a b c d", "a b c e", 3 / 5],
];

for (const [left, right, similarity] of similar) {
  Deno.test(`multisetJaccard: {${left}} and {${right}}, either way`, () => {
    const words = (text: string) => text.split(" ").filter((word) => word !== "");
    assert.equal(multisetJaccard(words(left), words(right)), similarity);
    assert.equal(multisetJaccard(words(right), words(left)), similarity);
  });
}
