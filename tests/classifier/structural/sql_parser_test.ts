import assert from "node:assert/strict";
import { loadBundled } from "../../../lib/benchmark/bundled.ts";
import { readGold } from "../../../lib/benchmark/gold_book.ts";
import { readQuery } from "../../../lib/classifier/structural/read_query.ts";
import { loadSqlParser } from "../../../lib/classifier/structural/sql_parser.ts";
import { readFailures } from "../../../lib/experiment/read_failures.ts";

const parse = await loadSqlParser();
const benchmark = await loadBundled();
const folder = new URL("../../../data/failures/", import.meta.url).pathname;

Deno.test("loadSqlParser: reads every gold of the bundled benchmark", () => {
  for (const { id } of benchmark.tasks) {
    const sql = readGold(benchmark.golds, id);
    assert.notEqual(readQuery(parse(sql)), null, sql);
  }
});

Deno.test("loadSqlParser: reads every query of the real model that SQLite could run", async () => {
  const [, real] = await readFailures({ folder, tasks: benchmark.tasks });
  const ran = real!.cases.filter(({ label }) => label.outcome === "rows");
  assert.ok(ran.length > 80);
  for (const { label } of ran) assert.notEqual(readQuery(parse(label.sql)), null, label.sql);
});

Deno.test("loadSqlParser: what is no statement, or several, is null", () => {
  const texts = [
    "",
    ";",
    "SELECT",
    "SELCT 1",
    "SELECT 1; SELECT 2",
    "-- SELECT 1",
    "\0",
    "😀",
    "'",
  ];
  for (const text of texts) assert.equal(parse(text), null, JSON.stringify(text));
});

/** Each makes the bare parser run for ever, or breaks it for all queries after it. */
const hostile: Readonly<Record<string, string>> = {
  parentheses: `SELECT ${"(".repeat(500)}1${")".repeat(500)}`,
  casts: `SELECT ${"CAST(".repeat(30)}1`,
  positions: `SELECT ${"POSITION(".repeat(10)}1`,
  intervals: `SELECT 1 FROM t ORDER BY ${"INTERVAL ".repeat(60)}1`,
  cases: `SELECT 1 WHERE ${"+ CASE ".repeat(60)}1`,
  sums: `SELECT ${"1 + ".repeat(4_000)}1`,
  negations: `SELECT 1 WHERE ${"NOT ".repeat(5_000)}1`,
  unions: `SELECT 1 ${"UNION SELECT 1 ".repeat(5_000)}`,
  names: `SELECT 1 WHERE ${"ROWS . ".repeat(60)}1`,
  paths: `SELECT ${":a ".repeat(2_000)}`,
  "a quote in a comment": `SELECT /* ' */ ${"CAST(".repeat(30)}1 -- '`,
  length: `SELECT '${"x".repeat(9_000)}'`,
};

Deno.test("loadSqlParser: hostile texts cost nothing and break nothing", () => {
  for (const [name, sql] of Object.entries(hostile)) {
    const started = performance.now();
    assert.equal(parse(sql), null, name);
    assert.ok(performance.now() - started < 1_000, name);
    assert.notEqual(parse("SELECT 1"), null, `after ${name}`);
  }
});

Deno.test("loadSqlParser: a missing package and a broken one are faults of the machinery", async () => {
  await assert.rejects(() => loadSqlParser(() => Promise.reject(new Error("offline"))), {
    name: "InfrastructureError",
    message: /Cannot load the SQL parser .*npm:@guanmingchiu\/sqlparser-ts@/,
  });
  const library = (message: string) => () =>
    Promise.resolve({
      init: () => Promise.resolve(),
      parse: () => {
        throw new Error(message);
      },
    });
  const broken = await loadSqlParser(library("memory access out of bounds"));
  assert.throws(() => broken("SELECT 1"), { name: "InfrastructureError", message: /SELECT 1/ });
  const words = "sql parser error: Expected: end of statement, found: unreachable";
  assert.equal((await loadSqlParser(library(words)))("SELECT 1"), null);
});
