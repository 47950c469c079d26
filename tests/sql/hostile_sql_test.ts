import assert from "node:assert/strict";
import type { SqlOutcome } from "../../lib/domain.ts";
import { describeOutcome } from "../../lib/sql/describe_outcome.ts";
import { createSqlPool, type SqlLimits } from "../../lib/sql/pool.ts";
import { childrenOf, until } from "./children_of.ts";
import { createSampleDatabase } from "./sample_database.ts";

/** What never ends is stopped soon; all else has time to come to its own end on any machine. */
const soonMs = 400, longMs = 20_000;
const numbers = "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x)";

type Attack = readonly [
  name: string,
  sql: string,
  outcome: SqlOutcome["kind"],
  limits?: Partial<SqlLimits>,
];

/** They would change the file, how it is written, or what the sandbox relies on. */
const changingPragmas = [
  "journal_mode = WAL",
  "writable_schema = ON",
  "schema_version = 9",
  "user_version = 7",
  "main.user_version = 7",
  "application_id = 7",
  "page_size = 512",
  "auto_vacuum = FULL",
  "encoding = 'UTF-16'",
  "wal_checkpoint",
  "wal_checkpoint(TRUNCATE)",
  "incremental_vacuum",
  "incremental_vacuum(5)",
  "optimize",
  "locking_mode = EXCLUSIVE",
  "synchronous = OFF",
  "secure_delete = ON",
  "max_page_count = 1",
  "cache_spill = OFF",
  "cache_size = 1000000",
  "temp_store = FILE",
  "temp_store_directory = '/tmp'",
  "mmap_size = 1000000",
  "query_only = OFF",
  "trusted_schema = ON",
  "hard_heap_limit = 0",
  "soft_heap_limit = 0",
  "shrink_memory",
  "busy_timeout = 60000",
  "key = 'x'",
  "rekey = 'x'",
  "no_such_pragma = 1",
];

/** They would tell what is no business of a query. */
const readingPragmas = ["journal_mode", "query_only", "table_info(singer)", "no_such_pragma"];

const attacks: readonly Attack[] = [
  ["G3-01 cross join", "SELECT count(*) FROM t a, t b, t c, t d", "timeout"],
  ["G3-02 endless recursion", `${numbers} SELECT count(*) FROM x`, "timeout"],
  [
    "G3-02 endless recursion behind a limit",
    `SELECT * FROM (${numbers} SELECT count(*) FROM x) LIMIT 1`,
    "timeout",
  ],
  ["G3-02 recursion with an end", `${numbers} SELECT n FROM x LIMIT 5`, "rows"],
  [
    "G3-02 series of dates",
    "WITH RECURSIVE d(x) AS (SELECT date('2024-01-01') UNION ALL SELECT date(x, '+1 day') FROM d WHERE x < '2024-01-31') SELECT x FROM d",
    "rows",
  ],
  ["endless rows", `${numbers} SELECT n FROM x`, "too_large", { maxRows: 10_000 }],
  ["endless wide rows", `${numbers} SELECT n, zeroblob(100000) FROM x`, "too_large"],
  ["endless empty result", `${numbers} SELECT n FROM x WHERE n < 0`, "timeout"],
  ["endless sort", `${numbers} SELECT n FROM x ORDER BY n DESC`, "timeout"],
  ["endless distinct", `${numbers} SELECT DISTINCT n FROM x WHERE n < 0`, "timeout"],
  ["random hunt", `${numbers} SELECT n FROM x WHERE random() = 1`, "timeout"],
  ["long pattern", "SELECT 'a' LIKE printf('%.60000c', '%')", "error"],
  ["zeroblob bomb", "SELECT zeroblob(1000000000)", "error"],
  ["randomblob bomb", "SELECT randomblob(1000000000)", "error"],
  ["printf bomb", "SELECT printf('%1000000000d', 1)", "error"],
  ["printf bomb by argument", "SELECT printf('%.*c', 2000000000, 'x')", "error"],
  ["hex bomb", "SELECT hex(hex(hex(zeroblob(30000000))))", "error"],
  [
    "replace bomb",
    "SELECT replace(replace(hex(zeroblob(50000)), '0', hex(zeroblob(500))), '0', hex(zeroblob(500)))",
    "error",
  ],
  ["group_concat bomb", "SELECT group_concat(hex(zeroblob(100000))) FROM t a, t b", "timeout"],
  ["json bomb", "SELECT json_group_array(hex(zeroblob(100000))) FROM t a, t b", "timeout"],
  ["large value", "SELECT hex(zeroblob(40000000))", "too_large"],
  ["deep parentheses", `SELECT ${"(".repeat(100_000)}1${")".repeat(100_000)}`, "error"],
  ["deep subqueries", `${"SELECT * FROM (".repeat(20_000)}SELECT 1${")".repeat(20_000)}`, "error"],
  ["deep scalar subqueries", `SELECT ${"(SELECT ".repeat(5_000)}1${")".repeat(5_000)}`, "error"],
  ["long sum", `SELECT ${"1+".repeat(100_000)}1`, "error"],
  ["long NOT", `SELECT ${"NOT ".repeat(100_000)}1`, "error"],
  ["deep CASE", `SELECT ${"CASE WHEN 1 THEN ".repeat(5_000)}1${" END".repeat(5_000)}`, "error"],
  ["deep JSON", `SELECT json('${"[".repeat(100_000)}')`, "error"],
  ["many UNIONs", `SELECT 1${" UNION ALL SELECT 1".repeat(5_000)}`, "error"],
  [
    "chain of common table expressions",
    `WITH c0 AS (SELECT 1)${
      Array.from({ length: 2_000 }, (_, i) => `, c${i + 1} AS (SELECT * FROM c${i})`).join("")
    } SELECT * FROM c2000`,
    "rows",
  ],
  [
    "doubling common table expressions",
    `WITH c0 AS (SELECT 1 a)${
      Array.from(
        { length: 40 },
        (_, i) => `, c${i + 1} AS (SELECT a FROM c${i} UNION ALL SELECT a FROM c${i})`,
      ).join("")
    } SELECT count(*) FROM c40`,
    "error",
    { heapBytes: 32 * 1024 ** 2 },
  ],
  [
    "many joins",
    `SELECT count(*) FROM ${Array.from({ length: 64 }, (_, i) => `t t${i}`).join(", ")}`,
    "timeout",
  ],
  [
    "too many joins",
    `SELECT count(*) FROM ${Array.from({ length: 65 }, (_, i) => `t t${i}`).join(", ")}`,
    "error",
  ],
  ["hundreds of columns", `SELECT ${Array(900).fill("a").join(", ")} FROM t`, "rows"],
  ["thousands of columns", `SELECT ${Array(3_000).fill("1").join(", ")}`, "error"],
  ["long statement", `SELECT '${"x".repeat(3_000_000)}'`, "rows"],
  ["endless comment", `SELECT 1 /*${" *".repeat(1_000_000)}`, "rows"],
  ["binary noise", "\u0001\u0002\uffff", "error"],
  ["G3-04 write behind WITH", "WITH x AS (SELECT 1) DELETE FROM singer", "write_attempt"],
  ["G3-06 attach", "ATTACH 'other.db' AS o", "write_attempt"],
  ["G3-06 vacuum into", "VACUUM INTO 'x.db'", "write_attempt"],
  ["drop", "DROP TABLE singer", "write_attempt"],
  ...changingPragmas.map((pragma): Attack => [pragma, `PRAGMA ${pragma}`, "write_attempt"]),
  ...readingPragmas.map((pragma): Attack => [pragma, `PRAGMA ${pragma}`, "error"]),
  ["G3-12 second statement", "SELECT 1; DELETE FROM singer", "several_statements"],
  ["G3-12 two selects", "SELECT 1; SELECT 2", "several_statements"],
  ["extension", "SELECT load_extension('/tmp/x.so')", "error"],
];

Deno.test("createSqlPool: hostile SQL ends in its outcome, harms nothing and leaves no process", async (t) => {
  await using sample = await createSampleDatabase();
  const hash = await sample.hash(), files = sample.files();
  const workers = 1, spares = 1;
  await using pool = createSqlPool({ workers, spares });
  await pool.run(sample.path, "SELECT 1");
  for (const [name, sql, kind, limits] of attacks) {
    await t.step(name, async () => {
      const timeoutMs = kind === "timeout" ? soonMs : longMs;
      const before = childrenOf(sample.folder);
      const start = performance.now();
      const outcome = await pool.run(sample.path, sql, { timeoutMs, ...limits });
      const took = performance.now() - start;
      assert.equal(outcome.kind, kind, describeOutcome(outcome).slice(0, 200));
      assert.ok(took < timeoutMs + 1000, `need an end within ${timeoutMs} ms, it took ${took}`);
      const isGone = (id: number) => !childrenOf(sample.folder).includes(id);
      if (kind === "timeout") await until(() => before.some(isGone));
      const next = await pool.run(sample.path, "SELECT count(*) FROM singer");
      assert.ok(next.kind === "rows" && next.rows[0]?.[0] === 3n, describeOutcome(next));
      await until(() => childrenOf(sample.folder).length <= workers + spares);
    });
  }
  await pool.close();
  assert.deepEqual(childrenOf(sample.folder), []);
  assert.equal(await sample.hash(), hash);
  assert.deepEqual(sample.files(), files);
});

Deno.test("createSqlPool: G3-06 no other file is read or made, wherever it lies", async () => {
  await using sample = await createSampleDatabase();
  await using other = await createSampleDatabase(
    "CREATE TABLE secret (a); INSERT INTO secret VALUES (42)",
  );
  const beside = `${sample.folder}/beside.sqlite`;
  await Deno.copyFile(other.path, beside);
  const before = [sample.files(), other.files(), await sample.hash(), await other.hash()];
  await using pool = createSqlPool();
  for (
    const path of [other.path, beside, `${sample.folder}/new.sqlite`, "new.sqlite", sample.path]
  ) {
    for (const sql of [`ATTACH '${path}' AS o`, `ATTACH 'file:${path}?mode=ro' AS o`]) {
      const outcome = await pool.run(sample.path, sql);
      assert.equal(outcome.kind, "write_attempt", describeOutcome(outcome));
      const next = await pool.run(sample.path, "SELECT a FROM o.secret");
      assert.equal(next.kind, "error", describeOutcome(next));
    }
    const outcome = await pool.run(sample.path, `VACUUM INTO '${path}'`);
    assert.equal(outcome.kind, "write_attempt", describeOutcome(outcome));
  }
  const after = [sample.files(), other.files(), await sample.hash(), await other.hash()];
  assert.deepEqual(after, before);
  assert.throws(() => Deno.statSync("new.sqlite"), Deno.errors.NotFound);
});

Deno.test("createSqlPool: a million rows arrive", async () => {
  await using sample = await createSampleDatabase();
  await using pool = createSqlPool({ limits: { timeoutMs: 60_000 } });
  const outcome = await pool.run(sample.path, `${numbers} SELECT n FROM x LIMIT 1000000`);
  assert.ok(outcome.kind === "rows");
  assert.equal(outcome.rows.length, 1_000_000);
  assert.deepEqual(outcome.rows.at(-1), [1_000_000n]);
});
