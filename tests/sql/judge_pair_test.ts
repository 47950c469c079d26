import assert from "node:assert/strict";
import type { SqlOutcome } from "../../lib/domain.ts";
import { InfrastructureError } from "../../lib/errors.ts";
import type { ComparisonMode } from "../../lib/sql/denotation.ts";
import { type Judgement, judgePrediction, runGold } from "../../lib/sql/judge_pair.ts";
import { createSqlPool, type SqlPool } from "../../lib/sql/pool.ts";
import { recordDuration } from "../../lib/sql/query_duration.ts";
import { createSampleDatabase } from "./sample_database.ts";

const endless =
  "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT count(*) FROM x";

async function judge(mode: ComparisonMode, sql: string, prediction: string): Promise<Judgement> {
  await using sample = await createSampleDatabase();
  await using pool = createSqlPool({ limits: { timeoutMs: 500 } });
  const context = { pool, databasePath: sample.path, mode };
  return await judgePrediction({
    ...context,
    gold: await runGold({ ...context, sql }),
    prediction,
  });
}

/** [name, gold, prediction, spider-ts, bird-ex, denotation] */
const cases: readonly (readonly [string, string, string, boolean, boolean, boolean])[] = [
  [
    "missing DISTINCT",
    "SELECT DISTINCT country FROM singer",
    "SELECT country FROM singer",
    true,
    true,
    false,
  ],
  [
    "count of distinct",
    "SELECT count(DISTINCT country) FROM singer",
    "SELECT count(country) FROM singer",
    true,
    false,
    false,
  ],
  ["broken text", "SELECT name FROM broken LIMIT 1", "SELECT 'ab'", true, false, true],
  ["error", "SELECT 1", "SELECT nothing FROM nowhere", false, false, false],
  ["timeout", "SELECT 1", endless, false, false, false],
  ["write", "SELECT name FROM singer WHERE 0", "DELETE FROM singer", false, false, false],
  ["second statement", "SELECT 1", "SELECT 1; SELECT 2", true, false, false],
  ["no statement", "SELECT name FROM singer WHERE 0", "-- none", false, false, false],
];

for (const [name, sql, prediction, ...wanted] of cases) {
  Deno.test(`judgePrediction: ${name}`, async () => {
    const modes = ["spider-ts", "bird-ex", "denotation"] as const;
    const verdicts = modes.map(async (mode) => (await judge(mode, sql, prediction)).verdict);
    assert.deepEqual(await Promise.all(verdicts), wanted);
  });
}

Deno.test("judgePrediction: G1-05 runs the text as it is, outside spider-ts", async () => {
  const sql = "SELECT avg(value) FROM boxes";
  for (const mode of ["bird-ex", "denotation"] as const) {
    assert.equal((await judge(mode, sql, sql)).verdict, true);
  }
  const rewritten = await judge("spider-ts", sql, sql);
  assert.equal(rewritten.verdict, false);
  assert.equal(rewritten.reason, "values differ");
});

Deno.test("judgePrediction: G1-05 what is executed is the prediction, byte for byte", async () => {
  await using sample = await createSampleDatabase();
  await using real = createSqlPool();
  const executed: string[] = [];
  const pool: SqlPool = {
    ...real,
    run(path, sql, limits) {
      executed.push(sql);
      return real.run(path, sql, limits);
    },
  };
  const prediction = " SELECT\tavg( value )\r\nFROM boxes WHERE value > = 1 ; -- value, distinct\n";
  for (const mode of ["bird-ex", "denotation"] as const) {
    const context = { pool, databasePath: sample.path, mode };
    const gold = await runGold({ ...context, sql: "SELECT avg(value) FROM boxes" });
    executed.length = 0;
    await judgePrediction({ ...context, gold, prediction });
    assert.deepEqual(new Set(executed), new Set([prediction]), mode);
  }
});

Deno.test("judgePrediction: G3-10 integers that a double cannot hold are told apart", async () => {
  const answers = [
    ["SELECT 9007199254740993", "SELECT 9007199254740993", true],
    ["SELECT 9007199254740993", "SELECT 9007199254740992", false],
    ["SELECT 9223372036854775807", "SELECT 9223372036854775806", false],
    ["SELECT 9007199254740993", "SELECT 9007199254740992.0", false],
    ["SELECT 1", "SELECT 1.0", true],
    ["SELECT 4294967297", "SELECT 1", false],
  ] as const;
  await using sample = await createSampleDatabase();
  await using pool = createSqlPool();
  for (const mode of ["spider-ts", "bird-ex", "denotation"] as const) {
    const context = { pool, databasePath: sample.path, mode };
    for (const [sql, prediction, wanted] of answers) {
      const gold = await runGold({ ...context, sql });
      const { verdict } = await judgePrediction({ ...context, gold, prediction });
      assert.equal(verdict, wanted, `${mode}: ${sql} and ${prediction}`);
    }
  }
});

Deno.test("judgePrediction: a timeout keeps its outcome", async () => {
  const { outcome, reason } = await judge("bird-ex", "SELECT 1", endless);
  assert.deepEqual(outcome, { kind: "timeout", limitMs: 500 });
  assert.equal(reason, "timeout after 500 ms");
});

Deno.test("judgePrediction: bird-ex tells its clock's verdict apart", async () => {
  const outcome = { kind: "rows", columns: ["1"], rows: [[1n]], invalidUtf8: false } as const;
  const slow: SqlOutcome = { ...outcome };
  recordDuration(slow, 20_000);
  const pool = { run: () => Promise.resolve(slow) } as unknown as SqlPool;
  const judgeWith = (mode: ComparisonMode, goldMs: number) => {
    const gold = { sql: "SELECT 1", outcome: { ...outcome } };
    recordDuration(gold.outcome, goldMs);
    return judgePrediction({ pool, databasePath: "x", mode, gold, prediction: "SELECT 1" });
  };
  const verdicts = async (judgement: Promise<Judgement>) => {
    const { verdict, officialVerdict } = await judgement;
    return [verdict, officialVerdict];
  };
  assert.deepEqual(await verdicts(judgeWith("bird-ex", 9_000)), [true, true]);
  assert.deepEqual(await verdicts(judgeWith("bird-ex", 11_000)), [true, false]);
  assert.deepEqual(await verdicts(judgeWith("denotation", 11_000)), [true, true]);
});

Deno.test("runGold: names the outcome of a gold that gives no rows", async () => {
  await using sample = await createSampleDatabase();
  await using pool = createSqlPool();
  const context = { pool, databasePath: sample.path, mode: "denotation" } as const;
  const cases: readonly (readonly [string, RegExp])[] = [
    ["SELECT absent", /error 1: no such column: absent, need rows: SELECT absent$/],
    [endless, /timeout after 300 ms/],
    ["DELETE FROM singer", /write attempt/],
    ["", /no statement/],
  ];
  for (const [sql, message] of cases) {
    const failing = runGold({ ...context, sql, limits: { timeoutMs: 300 } });
    await assert.rejects(
      failing,
      (error) => error instanceof InfrastructureError && message.test(error.message),
    );
  }
});

Deno.test("runGold: a prediction's time limit does not bind it", async () => {
  await using sample = await createSampleDatabase();
  await using pool = createSqlPool({ limits: { timeoutMs: 1 } });
  const context = { pool, databasePath: sample.path, mode: "denotation" } as const;
  const gold = await runGold({ ...context, sql: "SELECT count(*) FROM t a, t b" });
  assert.deepEqual(gold.outcome.rows, [[4_000_000n]]);
});
