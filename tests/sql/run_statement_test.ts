import assert from "node:assert/strict";
import type { SqlOutcome } from "../../lib/domain.ts";
import { openGuardedConnection } from "../../lib/sql/guarded_connection.ts";
import { defaultSqlLimits, type SqlLimits } from "../../lib/sql/limits.ts";
import { BrokenFile, runStatement } from "../../lib/sql/run_statement.ts";
import { createSampleDatabase } from "./sample_database.ts";

await using sample = await createSampleDatabase();
const guarded = openGuardedConnection(sample.path, 64 * 1024 ** 2);

function run(sql: string, limits: Partial<SqlLimits> = {}): SqlOutcome {
  return runStatement(guarded, sql, { ...defaultSqlLimits, ...limits });
}

function rows(sql: string): unknown {
  const outcome = run(sql);
  assert.equal(outcome.kind, "rows", Deno.inspect(outcome));
  return outcome.kind === "rows" && outcome.rows;
}

/** [SQL, kind] */
const kinds: readonly (readonly [string, SqlOutcome["kind"]])[] = [
  ["SELECT 1", "rows"],
  ["SELECT 1;", "rows"],
  ["SELECT 1; -- done", "rows"],
  ["SELECT 1;; /* done */ ;", "rows"],
  ["SELECT 1 /* open", "rows"],
  ["\ufeffSELECT 1", "rows"],
  ["VALUES (1), (2)", "rows"],
  ["SELECT a FROM t WHERE 0", "rows"],
  ["WITH x AS (SELECT 1) SELECT * FROM x", "rows"],
  ["EXPLAIN SELECT 1", "rows"],
  ["EXPLAIN QUERY PLAN SELECT 1", "rows"],
  ["SELECT name FROM sqlite_schema", "rows"],
  ["SELECT value FROM json_each('[1, 2]')", "rows"],
  [
    "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT n FROM x LIMIT 5",
    "rows",
  ],
  ["", "no_statement"],
  [" \n\t", "no_statement"],
  [";", "no_statement"],
  ["-- nothing", "no_statement"],
  ["/* nothing */ ; -- more", "no_statement"],
  ["SELECT 1; SELECT 2", "several_statements"],
  ["SELECT 1; DELETE FROM singer", "several_statements"],
  ["SELECT 1; nonsense", "several_statements"],
  ["SELECT 1;\u00a0", "several_statements"],
  ["SELECT ?", "unbound_parameter"],
  ["SELECT ?1", "unbound_parameter"],
  ["SELECT * FROM singer WHERE name = :name", "unbound_parameter"],
  ["SELECT @a, $b", "unbound_parameter"],
  ["SELECT '?', ':a', \"@b\" -- ?", "rows"],
  ["WITH x AS (SELECT 1) DELETE FROM singer", "write_attempt"],
  ["DELETE FROM singer RETURNING name", "write_attempt"],
  ["INSERT INTO singer VALUES (9, 'x', 'y')", "write_attempt"],
  ["REPLACE INTO singer VALUES (1, 'x', 'y')", "write_attempt"],
  ["UPDATE singer SET name = 'x'", "write_attempt"],
  ["EXPLAIN DELETE FROM singer", "write_attempt"],
  ["DROP TABLE singer", "write_attempt"],
  ["DROP TABLE IF EXISTS singer", "write_attempt"],
  ["CREATE TABLE x (a)", "write_attempt"],
  ["CREATE TEMP TABLE x AS SELECT 1", "write_attempt"],
  ["CREATE VIEW v AS SELECT 1", "write_attempt"],
  ["CREATE INDEX i ON singer(name)", "write_attempt"],
  ["CREATE TRIGGER r AFTER INSERT ON singer BEGIN SELECT 1; END", "write_attempt"],
  ["CREATE VIRTUAL TABLE f USING fts5(a)", "write_attempt"],
  ["ALTER TABLE singer ADD COLUMN x", "write_attempt"],
  ["ANALYZE", "write_attempt"],
  ["ATTACH 'other.sqlite' AS o", "write_attempt"],
  ["ATTACH ':memory:' AS m", "write_attempt"],
  ["DETACH main", "write_attempt"],
  ["VACUUM", "write_attempt"],
  ["VACUUM INTO 'copy.sqlite'", "write_attempt"],
  ["PRAGMA user_version = 7", "write_attempt"],
  ["PRAGMA journal_mode = WAL", "write_attempt"],
  ["PRAGMA writable_schema = ON", "write_attempt"],
  ["PRAGMA hard_heap_limit = 0", "write_attempt"],
  ["PRAGMA temp_store_directory = '/tmp'", "write_attempt"],
  ["PRAGMA optimize", "write_attempt"],
  ["PRAGMA wal_checkpoint", "write_attempt"],
  ["PRAGMA user_version", "error"],
  ["PRAGMA table_info(singer)", "error"],
  ["SELECT * FROM pragma_table_info('singer')", "error"],
  ["BEGIN", "error"],
  ["COMMIT", "error"],
  ["ROLLBACK", "error"],
  ["SAVEPOINT s", "error"],
  ["SELECT 1 \0 SELECT 2", "error"],
  ["SELECT '\ud800'", "error"],
  ["SELEC 1", "error"],
  ["SELECT 'open", "error"],
  ["SELECT load_extension('x')", "error"],
  ["SELECT readfile('/etc/passwd')", "error"],
  ["SELECT writefile('x', 'y')", "error"],
  ["SELECT edit('x')", "error"],
  ["SELECT fts3_tokenizer('simple')", "error"],
];

for (const [sql, kind] of kinds) {
  Deno.test(`runStatement: ${kind} for ${JSON.stringify(sql)}`, () => {
    assert.equal(run(sql).kind, kind);
    assert.deepEqual(rows("SELECT count(*) FROM singer"), [[3n]]);
  });
}

/** [SQL, code, SQLite's text] */
const errors: readonly (readonly [string, number, string])[] = [
  ["SELECT * FROM singers", 1, "no such table: singers"],
  ["SELECT nme FROM singer", 1, "no such column: nme"],
  ["SELECT abs(-9223372036854775808)", 1, "integer overflow"],
  ["SELECT abs(iif(a = 1500, -9223372036854775808, a)) FROM t", 1, "integer overflow"],
  ["SELECT json('{')", 1, "malformed JSON"],
  ["SELECT a, json(iif(a = 1500, '{', '1')) FROM t", 1, "malformed JSON"],
  ["SELECT 1 LIMIT 'x'", 20, "datatype mismatch"],
  ["SELECT load_extension('x')", 1, "not authorized to use function: load_extension"],
  ["BEGIN", 23, "not authorized: BEGIN"],
];

for (const [sql, code, message] of errors) {
  Deno.test(`runStatement: error ${code} for ${sql}`, () => {
    assert.deepEqual(run(sql), { kind: "error", code, message });
  });
}

Deno.test("runStatement: cells keep SQLite's types", () => {
  assert.deepEqual(
    rows("SELECT 1, 1.0, '1', x'31', NULL, 9e999, -0.0, 9223372036854775807, '', x''"),
    [[
      1n,
      1,
      "1",
      Uint8Array.of(49),
      null,
      Infinity,
      -0,
      9223372036854775807n,
      "",
      new Uint8Array(),
    ]],
  );
});

Deno.test("runStatement: G3-08 double-quoted strings are strings", () => {
  assert.deepEqual(rows('SELECT id FROM singer WHERE country = "France"'), [[1n], [3n]]);
});

Deno.test("runStatement: G3-09 columns of one name stay apart", () => {
  const outcome = run("SELECT s.name, c.name FROM singer s JOIN concert c ON s.id = c.singer_id");
  assert.deepEqual(outcome, {
    kind: "rows",
    columns: ["name", "name"],
    rows: [["Ann", "One"], ["Ann", "Two"]],
    invalidUtf8: false,
  });
});

Deno.test("runStatement: G3-10 integers are exact", () => {
  const wanted = [1774883342899n, 9007199254740993n, 9223372036854775807n, -9223372036854775808n];
  assert.deepEqual(rows(`SELECT ${wanted.join(", ")}`), [wanted]);
});

Deno.test("runStatement: bytes that are not UTF-8 are dropped and flagged", () => {
  const outcome = run("SELECT name FROM broken ORDER BY rowid");
  assert.ok(outcome.kind === "rows");
  assert.deepEqual(outcome.rows, [["ab"], ["c"], ["\ufffd"]]);
  assert.equal(outcome.invalidUtf8, true);
});

Deno.test("runStatement: a genuine U+FFFD is kept and not flagged", () => {
  const outcome = run("SELECT name FROM broken WHERE name = char(65533)");
  assert.ok(outcome.kind === "rows");
  assert.deepEqual(outcome.rows, [["\ufffd"]]);
  assert.equal(outcome.invalidUtf8, false);
});

/** [hexadecimal bytes, Python 3.11's bytes.decode(errors="ignore")] */
const decoded: readonly (readonly [string, string])[] = [
  ["61ff62", "ab"],
  ["e228a1", "("],
  ["eda080", ""],
  ["f09f98", ""],
  ["f09f9880", "😀"],
  ["c3a9c3", "é"],
  ["efbfbdff", "\ufffd"],
  ["ffefbfbd41", "\ufffdA"],
  ["c080", ""],
  ["f8888080", ""],
  ["efbbbf61ff", "\ufeffa"],
  ["610062ff", "a\0b"],
];

for (const [hex, text] of decoded) {
  Deno.test(`runStatement: bytes ${hex} as text`, () => {
    const outcome = run(`SELECT CAST(x'${hex}' AS TEXT), 1`);
    assert.ok(outcome.kind === "rows");
    assert.deepEqual(outcome.rows, [[text, 1n]]);
    assert.equal(outcome.invalidUtf8, hex !== "f09f9880");
  });
}

Deno.test("runStatement: text with NUL characters is whole", () => {
  assert.deepEqual(rows("SELECT 'a' || char(0) || 'b', 1"), [["a\0b", 1n]]);
});

Deno.test("runStatement: texts are mended where rows are not repeatable", () => {
  const outcome = run("SELECT random(), name FROM broken WHERE name LIKE 'a%'");
  assert.ok(outcome.kind === "rows");
  assert.equal(outcome.rows[0]?.[1], "ab");
  assert.equal(outcome.invalidUtf8, true);
});

Deno.test("runStatement: limits end a result", () => {
  const endless = "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT n";
  const cap = { kind: "too_large", cap: 1000 } as const;
  assert.deepEqual(run(`${endless} FROM x`, { maxRows: 1000 }), { ...cap, limit: "rows" });
  assert.deepEqual(run(`${endless} FROM x`, { maxBytes: 1000 }), { ...cap, limit: "bytes" });
  assert.deepEqual(run(`${endless} FROM x`, { timeoutMs: 50 }), { kind: "timeout", limitMs: 50 });
  assert.equal(run("SELECT a FROM t", { maxRows: 2000 }).kind, "rows");
  assert.equal(run("SELECT a FROM t", { maxRows: 1999 }).kind, "too_large");
  assert.equal(run("SELECT zeroblob(500)", { maxBytes: 508 }).kind, "rows");
  assert.equal(run("SELECT zeroblob(501)", { maxBytes: 508 }).kind, "too_large");
});

Deno.test("runStatement: G2-12 a row cap holds whatever a comment swallows", () => {
  const outcome = run("SELECT a FROM t -- keep", { maxRows: 3 });
  assert.deepEqual(outcome, { kind: "too_large", limit: "rows", cap: 3 });
});

Deno.test("runStatement: SQLite's heap is bounded and the connection survives", () => {
  for (
    const sql of [
      "SELECT hex(zeroblob(60000000))",
      "SELECT group_concat(hex(zeroblob(50000))) FROM t",
      "SELECT hex(zeroblob(20000)) || a AS x FROM t ORDER BY x",
    ]
  ) {
    const outcome = run(sql);
    assert.ok(outcome.kind === "error" && outcome.code === 7, Deno.inspect(outcome));
  }
  assert.deepEqual(rows("SELECT count(*) FROM t"), [[2000n]]);
});

Deno.test("runStatement: values have a longest length", () => {
  for (const sql of ["SELECT zeroblob(200000000)", "SELECT printf('%.*c', 200000000, 'x')"]) {
    const outcome = run(sql);
    assert.ok(outcome.kind === "error" && [7, 18].includes(outcome.code), Deno.inspect(outcome));
  }
});

Deno.test("runStatement: a damaged file is no statement's mistake", async () => {
  await using sample = await createSampleDatabase();
  const broken = openGuardedConnection(sample.path, 64 * 1024 ** 2);
  const table = "SELECT rootpage FROM sqlite_schema WHERE name = 't'";
  const [root] = broken.database.prepare(table).all();
  {
    using file = await Deno.open(sample.path, { write: true });
    await file.seek((Number(root!.rootpage) - 1) * 4096, Deno.SeekMode.Start);
    await file.write(new Uint8Array(4096).fill(0xaa));
  }
  const attempt = (sql: string) => runStatement(broken, sql, defaultSqlLimits);
  assert.throws(() => attempt("SELECT count(*) FROM t"), BrokenFile);
  assert.equal(attempt("SELECT count(*) FROM singer").kind, "rows");
  broken.database.close();
});
