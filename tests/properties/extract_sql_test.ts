/** Whatever a model writes around its query, the query comes out as it was written. */
import assert from "node:assert/strict";
import { extractSql } from "../../lib/sql/extract_sql.ts";
import { arbitrary, testProperty } from "../property.ts";

const name = arbitrary.constantFrom("singer", "t", '"order"', "`a b`", "[c;d]", "concert_id", "ß");
const literal = arbitrary.oneof(
  arbitrary.integer().map(String),
  arbitrary.string({ maxLength: 12 })
    .map((text) => `'${text.replaceAll("'", "''").replace(/[\n\r]/g, " ")}'`),
  arbitrary.constantFrom("'a;b'", "'it''s'", "'-- no'", "'/*'", "'select 1'", "NULL", "x'00'"),
);
const condition = arbitrary.tuple(name, arbitrary.constantFrom("=", "<>", "LIKE", "<"), literal)
  .map((parts) => parts.join(" "));
const gap = arbitrary.constantFrom(" ", "\n", "\n  ", " /* a; b */ ", " -- all; of it\n");
const selection = arbitrary.record({
  distinct: arbitrary.boolean(),
  columns: arbitrary.array(arbitrary.oneof(name, literal), { minLength: 1, maxLength: 3 }),
  table: name,
  conditions: arbitrary.array(condition, { maxLength: 2 }),
  order: arbitrary.option(name),
  gap,
}).map(({ distinct, columns, table, conditions, order, gap }) =>
  [
    `SELECT${distinct ? " DISTINCT" : ""} ${columns.join(", ")}`,
    `FROM ${table}`,
    ...(conditions.length > 0 ? [`WHERE ${conditions.join(" AND ")}`] : []),
    ...(order === null ? [] : [`ORDER BY ${order}`]),
  ].join(gap)
);
const statement = arbitrary.oneof(
  selection,
  arbitrary.tuple(name, selection).map(([name, body]) =>
    `WITH x AS (${body}\n) SELECT ${name} FROM x`
  ),
);

const before = arbitrary.constantFrom(
  "",
  "Here is the query.\n\n",
  "The singers are in a table of their own, so this is enough:\n",
  "<think>SELECT 2 would be wrong; ```sql\nSELECT 3\n```</think>\n",
  "**SQL**:\n",
);
const after = arbitrary.constantFrom("", "\n", "\n\nIt lists what was asked for.", "\n\nDone!");
const fence = arbitrary.constantFrom("```", "~~~~", "````");
const language = arbitrary.constantFrom("sql", "SQL", "sqlite", "");
const semicolon = arbitrary.constantFrom("", ";", ";\n");

/** A fence inside a literal is the block's end to any reader of Markdown. */
const isFree = (sql: string) => !/`{3}|~{3}/.test(sql);

testProperty(
  "extractSql: a query in a block comes out as it was written",
  [statement.filter(isFree), before, after, fence, language, semicolon],
  (sql, before, after, fence, language, semicolon) => {
    const text = `${before}${fence}${language}\n${sql}${semicolon}\n${fence}${after}`;
    assert.equal(extractSql(text).sql, sql);
  },
);

testProperty(
  "extractSql: a query alone comes out as it was written",
  [statement.filter(isFree), semicolon],
  (sql, semicolon) => assert.equal(extractSql(sql + semicolon).sql, sql),
);

const scrap = arbitrary.oneof(
  arbitrary.string({ unit: "binary", maxLength: 30 }),
  arbitrary.constantFrom(
    ...["```", "```sql\n", "~~~", "<think>", "</think>", "'", '"', "`", "[", "--", "/*", "*/", ";"],
    ...["\n", "SELECT ", "WITH x AS (", ")", "SQL:", "**", " FROM t", "| a |"],
  ),
  selection,
);

testProperty(
  "extractSql: of any text there are trimmed lines of it, or nothing",
  [arbitrary.array(scrap, { maxLength: 12 }).map((parts) => parts.join(""))],
  (text) => {
    const { sql, blocks } = extractSql(text);
    assert.equal(sql, sql.trim());
    for (const line of sql.split("\n")) assert.ok(text.includes(line), line);
    assert.ok(blocks === 0 || /`{3}|~{3}/.test(text));
  },
);
