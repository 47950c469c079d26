import assert from "node:assert/strict";
import {
  conjunctsOf,
  type Expression,
  type Query,
  selectsOf,
  walk,
} from "../../../lib/classifier/structural/query.ts";
import { readQuery } from "../../../lib/classifier/structural/read_query.ts";
import { loadSqlParser } from "../../../lib/classifier/structural/sql_parser.ts";

const parse = await loadSqlParser();

function read(sql: string): Query {
  const query = readQuery(parse(sql));
  assert.ok(query !== null, sql);
  return query;
}

/** An expression as nested words, short to compare. */
function write(expression: Expression | null): string {
  if (expression === null) return "none";
  switch (expression.kind) {
    case "column":
      return `${expression.qualifier === null ? "" : `${expression.qualifier}.`}${expression.name}`;
    case "value":
      return `${expression.type}:${expression.text}`;
    case "star":
      return "*";
    case "query":
      return `{${
        expression.query.selects.map(({ outputs }) => write(outputs[0]!.expression)).join()
      }}`;
    case "call":
      return `${expression.name}(${expression.distinct ? "distinct " : ""}${
        expression.parts.map(write).join(", ")
      })`;
    case "operation":
      return `[${expression.negated ? "not " : ""}${expression.operator} ${
        expression.parts.map(write).join(" ")
      }]`;
  }
}

const expressions: readonly (readonly [sql: string, written: string])[] = [
  ["a", "a"],
  ["t.a", "t.a"],
  ["`visit date`", "visit date"],
  ["1.5", "number:1.5"],
  ["'it''s'", "text:it's"],
  ["NULL", "null:NULL"],
  ["COUNT(*)", "count(*)"],
  ["COUNT(DISTINCT t.a)", "count(distinct t.a)"],
  ["ROUND(SUM(a * b) / 100.0, 2)", "round([/ sum([* a b]) number:100.0], number:2)"],
  ["SUBSTR(a, 1, 4)", "substr(a, number:1, number:4)"],
  ["LOWER(TRIM(a)) = 'x'", "[= lower(trim(a)) text:x]"],
  ["a || '-' || b", "[|| [|| a text:-] b]"],
  ["a BETWEEN 1 AND 2", "[between a number:1 number:2]"],
  ["a NOT IN (1, 2)", "[not in a number:1 number:2]"],
  ["a IN (SELECT b FROM u)", "[in a {b}]"],
  ["NOT EXISTS (SELECT 1 FROM u)", "[not exists {number:1}]"],
  ["a IS NULL", "[is null a]"],
  ["a IS NOT NULL", "[not is null a]"],
  ["a NOT LIKE 'x%'", "[not like a text:x%]"],
  ["NOT a", "[not a]"],
  ["CAST(a AS REAL)", "[cast a]"],
  ["CASE WHEN a = 1 THEN b ELSE c END", "[case [= a number:1] b c]"],
  ["(SELECT MAX(b) FROM u)", "{max(b)}"],
  ["ROW_NUMBER() OVER (PARTITION BY a ORDER BY b)", "[window row_number() [over a b]]"],
];

Deno.test("readQuery: expressions", () => {
  for (const [sql, written] of expressions) {
    const [output] = read(`SELECT ${sql} FROM t`).selects[0]!.outputs;
    assert.equal(write(output!.expression), written, sql);
  }
});

Deno.test("readQuery: sources and their joins", () => {
  const { sources } = read(
    'SELECT 1 FROM a LEFT JOIN "b c" AS d ON a.x = d.y JOIN e USING (z) CROSS JOIN f ' +
      "NATURAL JOIN g, (SELECT 2) AS h",
  ).selects[0]!;
  assert.deepEqual(
    sources.map(({ table, alias, join, on, using, query }) =>
      [table, alias, join, write(on), using.join(), query === null].join("|")
    ),
    [
      "a|a|first|none||true",
      "b c|d|outer|[= a.x d.y]||true",
      "e|e|inner|none|z|true",
      "f|f|cross|none||true",
      "g|g|natural|none||true",
      "|h|comma|none||false",
    ],
  );
});

Deno.test("readQuery: clauses, order, limit, set operations and WITH", () => {
  const query = read(
    "WITH w AS (SELECT 1) SELECT DISTINCT a AS k, COUNT(*) FROM t WHERE a = 1 AND b > 2 AND c < 3 " +
      "GROUP BY a, b HAVING COUNT(*) > 4 ORDER BY k DESC, b LIMIT 5",
  );
  const [select] = query.selects;
  assert.equal(select!.distinct, true);
  assert.deepEqual(select!.outputs.map(({ alias }) => alias), ["k", null]);
  assert.deepEqual(conjunctsOf(select!.where).map(write), [
    ...["[= a number:1]", "[> b number:2]", "[< c number:3]"],
  ]);
  assert.deepEqual(select!.group.map(write), ["a", "b"]);
  assert.equal(write(select!.having), "[> count(*) number:4]");
  assert.deepEqual(query.order.map(({ descending }) => descending), [true, false]);
  assert.equal(query.limit, 5);
  assert.equal(query.named.length, 1);
  const union = read("SELECT 1 UNION ALL SELECT 2");
  assert.deepEqual([union.setOperator, union.selects.length], ["union all", 2]);
  assert.equal(read("SELECT 1 EXCEPT SELECT 2").setOperator, "except");
});

Deno.test("readQuery: what is no query is null", () => {
  assert.equal(readQuery(null), null);
  assert.equal(readQuery(parse("DELETE FROM t")), null);
});

Deno.test("selectsOf: subqueries everywhere, the outermost first", () => {
  const query = read(
    "SELECT (SELECT 1) FROM (SELECT 2) AS q JOIN t ON t.a IN (SELECT 3) " +
      "WHERE EXISTS (SELECT 4) GROUP BY a HAVING b > (SELECT 5) ORDER BY (SELECT 6)",
  );
  assert.equal([...selectsOf(query)].length, 7);
  assert.equal([...walk(query.selects[0]!.where)].length, 2);
});
