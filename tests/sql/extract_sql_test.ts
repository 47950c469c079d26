import assert from "node:assert/strict";
import { cpuUsage } from "node:process";
import { extractSql } from "../../lib/sql/extract_sql.ts";

const F = "```";

/** [name, completion, SQL wanted, blocks wanted] */
const cases: readonly (readonly [string, string, string, number?])[] = [
  ["plain statement", "SELECT 1", "SELECT 1"],
  ["plain statement in lower case", "select name from singer", "select name from singer"],
  ["semicolon at the end", "SELECT 1;", "SELECT 1"],
  ["one block", `${F}sql\nSELECT 1\n${F}`, "SELECT 1", 1],
  ["block without language", `${F}\nSELECT 1;\n${F}`, "SELECT 1", 1],
  ["tildes", "~~~sql\nSELECT 1\n~~~", "SELECT 1", 1],
  ["four backticks", `${F}\`sql\nSELECT '${F}'\n${F}\``, `SELECT '${F}'`, 1],
  ["carriage returns", `${F}sql\r\nSELECT 1\r\n${F}\r\n`, "SELECT 1", 1],
  ["fence inside a literal", `${F}sql\nSELECT '${F}'\n${F}`, `SELECT '${F}'`, 1],
  [
    "G2-01 two blocks",
    `intermediate_sql\n${F}sql\nSELECT 1\n${F}\n${F}sql\nSELECT name FROM singer\n${F}`,
    "SELECT name FROM singer",
    2,
  ],
  ["last block is a result", `${F}sql\nSELECT 1\n${F}\n${F}\n| 1 |\n${F}`, "SELECT 1", 2],
  ["last block is Python", `${F}sql\nSELECT 1\n${F}\n${F}python\nprint(1)\n${F}`, "SELECT 1", 2],
  ["last block is broken", `${F}\nSELECT 1\n${F}\n${F}\nSELECT (2\n${F}`, "SELECT 1", 2],
  ["blocks not parted", `${F}sql\nSELECT 1\n${F}sql\nSELECT 2\n${F}`, "SELECT 2", 2],
  ["G2-03 literal", "SELECT * FROM t WHERE id = 'x;1';", "SELECT * FROM t WHERE id = 'x;1'"],
  ["literal with a doubled quote", "SELECT 'a'';b';", "SELECT 'a'';b'"],
  ["semicolon in a comment", "SELECT 1 -- a; b\nFROM t;", "SELECT 1 -- a; b\nFROM t"],
  ["semicolon in a quoted name", 'SELECT "a;b" FROM t;', 'SELECT "a;b" FROM t'],
  ["several statements stay", "SELECT 1; DELETE FROM singer;", "SELECT 1; DELETE FROM singer"],
  ["several in a block", `${F}sql\nSELECT 1;\nSELECT 2;\n${F}`, "SELECT 1;\nSELECT 2", 1],
  ["comment after the end", "SELECT 1; -- done", "SELECT 1"],
  ["G2-05 sql", "sql\nSELECT 1", "SELECT 1"],
  ["G2-05 sqlite", "sqlite\nSELECT 1", "SELECT 1"],
  ["G2-05 label", "SQL: SELECT 1", "SELECT 1"],
  ["G2-05 same line", "sql SELECT 1", "SELECT 1"],
  ["G2-05 table named sql", "SELECT * FROM sql", "SELECT * FROM sql"],
  ["word in a block", `${F}\nsqlite\nSELECT 1\n${F}`, "SELECT 1", 1],
  ["G2-06 one-line fence", `${F}sql SELECT 1${F}`, "SELECT 1", 1],
  ["G2-06 bare one-line fence", `${F}SELECT 1${F}`, "SELECT 1", 1],
  ["G2-06 backticks", "`SELECT 1`", "SELECT 1"],
  ["double backticks", "``SELECT `a` FROM t``", "SELECT `a` FROM t"],
  ["backticks in a sentence", "Use `name`, so `SELECT name FROM t`.", "SELECT name FROM t"],
  ["backticks inside stay", "SELECT `a b` FROM `t`", "SELECT `a b` FROM `t`"],
  ["backticks round and inside", "`SELECT `a b` FROM `t``", "SELECT `a b` FROM `t`"],
  ["G2-07 open fence", `${F}sql\nSELECT * FROM customer`, "SELECT * FROM customer", 1],
  ["open fence, open literal", `${F}sql\nSELECT 'ab`, "SELECT 'ab", 1],
  ["open fence after a block", `${F}\nSELECT 1\n${F}\n${F}sql\nSELECT (`, "SELECT (", 2],
  ["fence alone", `${F}sql`, ""],
  ["G2-08 label", "SQLQuery: SELECT count(*) FROM events;", "SELECT count(*) FROM events"],
  ["G2-08 bold label", "**SQL Query:** SELECT 1", "SELECT 1"],
  ["bold label, next line", "**SQL Query:**\nSELECT 1", "SELECT 1"],
  ["G2-08 answer", "Answer: SELECT 1", "SELECT 1"],
  ["label in a block", `${F}sql\nSQLQuery: SELECT 1\n${F}`, "SELECT 1", 1],
  ["label and result", "SQLQuery: SELECT 1\nSQLResult: 1\nAnswer: one", "SELECT 1"],
  ["list mark", "1. SELECT 1", "SELECT 1"],
  ["quotation", "> SELECT 1", "SELECT 1"],
  ["tags", "<sql>SELECT 1</sql>", "SELECT 1"],
  [
    "G2-10 closing tag",
    "I could use SELECT age…\n</think>\nSELECT name FROM singer",
    "SELECT name FROM singer",
  ],
  ["both tags", "<think>SELECT 1</think>SELECT 2", "SELECT 2"],
  ["thinking with a block", `<think>${F}sql\nSELECT 1\n${F}</think>\nSELECT 2`, "SELECT 2"],
  ["open thinking", "<think>SELECT 1", ""],
  ["nothing after thinking", "<think>SELECT 1</think>", ""],
  ["G2-12 comment stays", "SELECT n FROM t -- keep", "SELECT n FROM t -- keep"],
  ["leading comment", "-- count\nSELECT 1", "-- count\nSELECT 1"],
  ["commented-out statement", "-- SELECT 0\nSELECT 1", "-- SELECT 0\nSELECT 1"],
  ["text after a semicolon", "SELECT 1;\nThis gives one row.", "SELECT 1"],
  ["text after a blank line", "SELECT 1\n\nIt's one row, isn't it?", "SELECT 1"],
  ["text on the next line", "SELECT a\nFROM t\nThis query reads t.", "SELECT a\nFROM t"],
  ["blank line inside", "SELECT a\n\nFROM t", "SELECT a\n\nFROM t"],
  ["bullets after a blank line", "SELECT a FROM t\n\n- It reads t.", "SELECT a FROM t"],
  ["prose with SQL's first word", "SELECT a FROM t\n\nAs you see, it reads t.", "SELECT a FROM t"],
  ["text before", "The query is:\n\nSELECT a FROM t", "SELECT a FROM t"],
  ["two tries in prose", "First:\nSELECT 1\n\nBetter:\nSELECT 2", "SELECT 2"],
  ["in a sentence", "You want SELECT a FROM t", "SELECT a FROM t"],
  ["prompt opened the fence", `SELECT 1\n${F}\nThis gives one row.`, "SELECT 1", 1],
  ["with", "WITH a AS (SELECT 1) SELECT * FROM a", "WITH a AS (SELECT 1) SELECT * FROM a"],
  ["subquery at a line's start", "SELECT a FROM (\nSELECT 1)", "SELECT a FROM (\nSELECT 1)"],
  ["set operation", "SELECT a FROM t\nUNION\nSELECT 1", "SELECT a FROM t\nUNION\nSELECT 1"],
  ["parentheses first", "(SELECT 1) UNION (SELECT 2)", "(SELECT 1) UNION (SELECT 2)"],
  ["write", "DROP TABLE singer;", "DROP TABLE singer"],
  ["write behind WITH", "WITH x AS (SELECT 1) DELETE FROM t", "WITH x AS (SELECT 1) DELETE FROM t"],
  ["misspelt in a block", `${F}sql\nSELEC a FROM t\n${F}`, "SELEC a FROM t", 1],
  ["two fences in a literal", `${F}sql\nSELECT '${F} ${F}', 1\n${F}`, `SELECT '${F} ${F}', 1`, 1],
  ["language word in backticks", "`sql SELECT 1`", "SELECT 1"],
  ["end token", "SELECT a FROM t<|im_end|>", "SELECT a FROM t"],
  ["block comment before", "Query:\n/* one */ SELECT 1", "SELECT 1"],
  ["question, query and result", "Question: how many?\nSQLQuery: SELECT 1\nAnswer: 1", "SELECT 1"],
  ["no SQL", "I cannot answer that.", ""],
  ["prose with SQL's words", "Select the names.\nWith this we update the set.", ""],
  ["empty", "", ""],
];

for (const [name, text, sql, blocks = 0] of cases) {
  Deno.test(`extractSql: ${name}`, () => {
    const { ended: _, ...found } = extractSql(text);
    assert.deepEqual(found, { sql, blocks });
  });
}

Deno.test("extractSql: G2-07 a query has ended where the text goes on after it", () => {
  const ended = [
    `${F}sql\nSELECT 1\n${F}`,
    `${F}sql\nSELECT 1;\nThis gives`,
    `${F}sql\nSELEC 1\n${F}\nThis`,
    `SELECT 1\n${F}\nThis gives`,
    "SELECT 1;",
    "SELECT 1;\n<think>Is it",
    "SELECT a FROM t\n\nThis query re",
    "SELECT a FROM t\nThis query re",
    "SELECT 1<|im_end|>",
  ];
  const open = [
    "",
    "The query is",
    "SELECT a FROM t",
    "SELECT a FROM t\nWHERE",
    "Use `SELECT a FROM t",
    "The query `SELECT a FROM t` fails because",
    `${F}sql`,
    `${F}sql\nSELECT * FROM customer`,
    `${F}\nSELECT 1\n${F}\n${F}sql\nSELECT (`,
    "<think>SELECT 1",
    "<think>SELECT 1</think>",
  ];
  assert.deepEqual(ended.filter((text) => !extractSql(text).ended), []);
  assert.deepEqual(open.filter((text) => extractSql(text).ended), []);
});

Deno.test("extractSql: a long hostile text ends soon", () => {
  const start = cpuUsage().user;
  const pieces = ["`", "SELECT ", "(", "'", "*", ":", "<think>", "\n", "--\n", F, `${F}sql\n`];
  for (const piece of [...pieces, `${F}\nSELECT 1\n${F}\n`, "`SELECT 1` ", "WITH a AS ("]) {
    extractSql(piece.repeat(20_000));
  }
  assert.ok(cpuUsage().user - start < 10_000_000);
});
