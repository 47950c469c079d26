import assert from "node:assert/strict";
import { createRandom } from "../../lib/random.ts";
import { scanSql, type SqlTokenKind } from "../../lib/sql/scan_sql.ts";

function kinds(sql: string): SqlTokenKind[] {
  return [...scanSql(sql)].map(({ kind }) => kind);
}

const cases: readonly (readonly [string, readonly SqlTokenKind[]])[] = [
  ["'it''s'", ["string"]],
  ['"a""b"', ["quoted"]],
  ["`a``b`", ["quoted"]],
  ["[a]b]", ["quoted", "word", "symbol"]],
  ["--x\n1", ["comment", "space", "number"]],
  ["/*;*/a", ["comment", "word"]],
  ["1.5e3", ["number"]],
  [".5", ["number"]],
  ["t.a", ["word", "symbol", "word"]],
  ["größe", ["word"]],
  ["\u00a0", ["word"]],
  ["😀", ["word"]],
  ["a\v", ["word", "symbol"]],
];

for (const [sql, wanted] of cases) {
  Deno.test(`scanSql: ${JSON.stringify(sql)}`, () => assert.deepEqual(kinds(sql), wanted));
}

Deno.test("scanSql: says what stays open", () => {
  for (const sql of ["'a", '"a', "`a", "[a", "/* a", "'a''"]) {
    assert.deepEqual([...scanSql(sql)].map(({ closed }) => closed), [false], sql);
  }
});

Deno.test("scanSql: tokens give any text back", () => {
  const random = createRandom("scan");
  const pieces = [
    "'",
    '"',
    "`",
    "[",
    "]",
    "/*",
    "*/",
    "--",
    "\n",
    ";",
    "(",
    "a",
    "1",
    " ",
    "\ud800",
  ];
  for (let i = 0; i < 500; i++) {
    const sql = Array.from({ length: random.integer(0, 20) }, () => random.pick(pieces)).join("");
    const tokens = [...scanSql(sql)];
    assert.equal(tokens.map(({ text }) => text).join(""), sql);
    tokens.reduce((at, { start, text }) => {
      assert.equal(start, at);
      return at + text.length;
    }, 0);
  }
});
