import assert from "node:assert/strict";
import { loadBenchmark } from "../../lib/benchmark/load_benchmark.ts";
import { createJudge, type JudgeOptions } from "../../lib/benchmark/judge.ts";
import { loadBundled } from "../../lib/benchmark/bundled.ts";
import { readGold } from "../../lib/benchmark/gold_book.ts";
import type { Observation } from "../../lib/domain.ts";
import { InputError } from "../../lib/errors.ts";
import { createSqlPool, type SqlPool } from "../../lib/sql/pool.ts";
import { goldLines, inTempDir, withBirdLayout } from "./bird_layout.ts";

/** A pool that counts what it is asked to run. */
function countRuns(pool: SqlPool): SqlPool & { readonly runs: string[] } {
  const runs: string[] = [];
  return {
    ...pool,
    runs,
    run(path, sql, limits) {
      runs.push(sql);
      return pool.run(path, sql, limits);
    },
  };
}

type Settings = Partial<Omit<JudgeOptions, "benchmark" | "pool">>;

/** Observes queries on the clinic's first task (COUNT of owners in Köln) or another one. */
async function observe(
  queries: readonly string[],
  { task = 0, ...settings }: Settings & { readonly task?: number } = {},
): Promise<readonly (Observation | null)[]> {
  let observations: readonly (Observation | null)[] = [];
  await withBirdLayout(async (directory) => {
    const benchmark = await loadBenchmark({ directory });
    await using pool = createSqlPool();
    const judge = await createJudge({ benchmark, pool, ...settings });
    observations = await Promise.all(
      queries.map((sql) => judge.observe(benchmark.tasks[task]!, sql)),
    );
  });
  return observations;
}

Deno.test("createJudge: says correct, mismatch, error and timeout, with shape and preview", async () => {
  const endless =
    "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM x) SELECT count(*) FROM x";
  const [correct, mismatch, error, timeout] = await observe([
    "SELECT 1",
    "SELECT name, city FROM owner",
    "SELECT nme FROM owner",
    endless,
  ], { limits: { timeoutMs: 300 } });
  assert.deepEqual(correct, {
    status: "correct",
    outcome: "rows",
    message: "",
    shape: { rows: 1, columns: 1 },
    preview: "1",
    reason: "equal",
  });
  assert.equal(mismatch?.status, "mismatch");
  assert.deepEqual(mismatch?.shape, { rows: 3, columns: 2 });
  assert.equal(mismatch?.preview, "Ann | Köln\nBo | Bonn\nCy | NULL");
  assert.equal(error?.status, "error");
  assert.equal(error?.message, "no such column: nme");
  assert.equal(error?.shape, null);
  assert.equal(timeout?.status, "timeout");
  assert.match(timeout!.message, /^Timeout: /);
});

Deno.test("createJudge: other failures are errors with a sentence of their own", async () => {
  const cases = [
    ["SELECT * FROM owner a, owner b, owner c", "too_large", /too large/],
    ["SELECT 1; SELECT 2", "several_statements", /Several statements/],
    [" -- nothing", "no_statement", /no SQL statement/],
    ["DELETE FROM owner", "write_attempt", /tries to change/],
    ["SELECT ?", "unbound_parameter", /parameter without a value/],
  ] as const;
  const observations = await observe(cases.map(([sql]) => sql), { limits: { maxRows: 10 } });
  cases.forEach(([sql, kind, message], at) => {
    const observation = observations[at]!;
    assert.equal(observation.status, "error", sql);
    assert.equal(observation.outcome, kind);
    assert.match(observation.message, message);
    assert.equal(observation.preview, "");
  });
});

Deno.test("createJudge: the mode decides, BIRD's by default for BIRD's layout", async () => {
  const articles = "SELECT article FROM line";
  const verdicts = async (mode?: JudgeOptions["mode"]) =>
    (await observe([articles], { task: 2, ...(mode ? { mode } : {}) }))[0]?.status;
  assert.equal(await verdicts(), "correct");
  assert.equal(await verdicts("bird-ex"), "correct");
  assert.equal(await verdicts("denotation"), "mismatch");
});

Deno.test("createJudge: in spider-ts the loop sees the query as written, not as rewritten", async () => {
  const [distinct, several] = await observe(
    ["SELECT DISTINCT article FROM line", "SELECT DISTINCT article FROM line; SELECT 2"],
    { task: 2, mode: "spider-ts" },
  );
  assert.equal(distinct?.status, "correct");
  assert.deepEqual(distinct?.shape, { rows: 2, columns: 1 });
  assert.equal(several?.status, "correct");
  assert.equal(several?.outcome, "several_statements");
});

Deno.test("createJudge: failing golds are refused before anything else, all named", () =>
  withBirdLayout(async (directory) => {
    const golds = `${directory}/bad.sql`;
    await Deno.writeTextFile(
      golds,
      goldLines.replace("FROM owner WHERE", "FROM owners WHERE").replace("DISTINCT", "DISTINCT;"),
    );
    const benchmark = await loadBenchmark({ directory, golds });
    await using pool = createSqlPool();
    await assert.rejects(createJudge({ benchmark, pool }), (error) => {
      assert(error instanceof InputError);
      assert.match(error.message, /2 of 3 tasks .*7 \(.*no such table: owners\), 12 \(/);
      return true;
    });
    const judge = await createJudge({ benchmark, pool, allowBadGold: true });
    assert.deepEqual(judge.unscored, ["7", "12"]);
    assert.deepEqual(benchmark.tasks.map(judge.isScorable), [false, true, false]);
    assert.equal(await judge.observe(benchmark.tasks[0]!, "SELECT 1"), null);
    const scored = await judge.observe(benchmark.tasks[1]!, "SELECT name FROM owner");
    assert.equal(scored?.status, "correct");
  }));

Deno.test("createJudge: an empty gold is one that does not run", () =>
  withBirdLayout(async (directory) => {
    const golds = `${directory}/empty.sql`;
    const [, ...rest] = goldLines.split("\n");
    await Deno.writeTextFile(golds, ["\tclinic", ...rest].join("\n"));
    const benchmark = await loadBenchmark({ directory, golds });
    await using pool = createSqlPool();
    await assert.rejects(createJudge({ benchmark, pool }), /1 of 3 tasks .*7 \(no statement/);
    const judge = await createJudge({ benchmark, pool, allowBadGold: true });
    assert.equal(await judge.observe(benchmark.tasks[0]!, "SELECT 1"), null);
  }));

Deno.test("createJudge: a gold is not bound by the prediction's time limit", () =>
  withBirdLayout(async (directory) => {
    const golds = `${directory}/slow.sql`;
    const slow = "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM x LIMIT 1000000) " +
      "SELECT count(*) FROM x";
    const [, ...rest] = goldLines.split("\n");
    await Deno.writeTextFile(golds, [`${slow}\tclinic`, ...rest].join("\n"));
    const benchmark = await loadBenchmark({ directory, golds });
    await using pool = createSqlPool();
    const judge = await createJudge({ benchmark, pool, limits: { timeoutMs: 20 } });
    const [task] = benchmark.tasks;
    assert.equal((await judge.observe(task!, slow))?.status, "timeout");
    assert.equal((await judge.observe(task!, "SELECT 1000000"))?.status, "correct");
  }));

Deno.test("createJudge: no query runs twice on one gold, twins share theirs", () =>
  inTempDir(async (cache) => {
    const benchmark = await loadBundled({ cache, twins: true, databases: ["bike_share"] });
    await using real = createSqlPool();
    const pool = countRuns(real);
    const judge = await createJudge({ benchmark, pool });
    const golds = new Set(benchmark.tasks.map(({ id }) => readGold(benchmark.golds, id)));
    assert.equal(pool.runs.length, golds.size);
    const twin = benchmark.tasks.at(-1)!;
    const original = benchmark.tasks.find(({ twinGroup }) => twinGroup === twin.twinGroup)!;
    assert.notEqual(original.id, twin.id);
    const [first, again, other] = await Promise.all(
      [twin, twin, original].map((task) => judge.observe(task, "SELECT 'x'")),
    );
    assert.equal(first, again);
    assert.equal(first, other);
    assert.equal(pool.runs.length, golds.size + 1);
  }));

Deno.test("createJudge: bundled golds are right by their own judge", () =>
  inTempDir(async (cache) => {
    const benchmark = await loadBundled({ cache, twins: true });
    await using pool = createSqlPool();
    const judge = await createJudge({ benchmark, pool });
    for (const task of benchmark.tasks) {
      const observation = await judge.observe(task, readGold(benchmark.golds, task.id));
      assert.equal(observation?.status, "correct", `task ${task.id}`);
    }
  }));

Deno.test("createJudge: tasks of another benchmark are refused", () =>
  withBirdLayout(async (directory) => {
    const benchmark = await loadBenchmark({ directory, databases: ["clinic"] });
    await using pool = createSqlPool();
    const judge = await createJudge({ benchmark, pool });
    await assert.rejects(
      judge.observe({ ...benchmark.tasks[0]!, id: "77" }, "SELECT 1"),
      RangeError,
    );
  }));

const never =
  "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM x) SELECT count(*) FROM x";

Deno.test("createJudge: runs the golds of the tasks that it is for, and no others", () =>
  withBirdLayout(async (directory) => {
    const golds = `${directory}/bad.sql`;
    await Deno.writeTextFile(golds, goldLines.replace("FROM owner WHERE", "FROM owners WHERE"));
    const benchmark = await loadBenchmark({ directory, golds });
    await using real = createSqlPool();
    const pool = countRuns(real);
    const [bad, good, other] = benchmark.tasks;
    const seen: string[] = [];
    const judge = await createJudge({
      benchmark,
      pool,
      tasks: [good!, other!],
      onProgress: ({ done, total }) => seen.push(`${done} of ${total}`),
    });
    assert.deepEqual(pool.runs.toSorted(), [
      readGold(benchmark.golds, other!.id),
      readGold(benchmark.golds, good!.id),
    ]);
    assert.deepEqual(seen, ["1 of 2", "2 of 2"]);
    assert.equal((await judge.observe(good!, "SELECT name FROM owner"))?.status, "correct");
    const foreign = { name: "RangeError", message: /task "7": need one that the judge was made/ };
    await assert.rejects(() => judge.observe(bad!, "SELECT 1"), foreign);
    assert.throws(() => judge.isScorable(bad!), foreign);
    assert.equal(pool.runs.length, 3);
  }));

/** Aborts a while after the work has begun, and says how long it then took to end. */
async function giveUp(stop: AbortController, work: Promise<unknown>): Promise<number> {
  const reason = new DOMException("Interrupted", "AbortError");
  const vain = Promise.withResolvers<never>();
  let aborted = 0;
  setTimeout(() => {
    aborted = performance.now();
    stop.abort(reason);
  }, 200);
  const timer = setTimeout(() => vain.reject(new Error("Waited for 10 s in vain")), 10_000);
  await assert.rejects(() => Promise.race([work, vain.promise]), reason);
  clearTimeout(timer);
  return performance.now() - aborted;
}

Deno.test("createJudge: an endless gold is given up when the signal aborts", () =>
  withBirdLayout(async (directory) => {
    const golds = `${directory}/endless.sql`;
    const [, ...rest] = goldLines.split("\n");
    await Deno.writeTextFile(golds, [`${never}\tclinic`, ...rest].join("\n"));
    const benchmark = await loadBenchmark({ directory, golds });
    await using pool = createSqlPool();
    const stop = new AbortController(), seen: number[] = [];
    const onProgress = ({ done }: { readonly done: number }) => void seen.push(done);
    const { signal } = stop;
    const took = await giveUp(stop, createJudge({ benchmark, pool, signal, onProgress }));
    assert.ok(took < 1000, `need an end within 1 s, it took ${took} ms`);
    const before = performance.now();
    await pool.close();
    assert.ok(performance.now() - before < 5000, "need a pool that closes over an endless query");
    assert.ok(seen.length < 3);
  }));

Deno.test("createJudge: so is an endless prediction, and nothing is asked afterwards", () =>
  withBirdLayout(async (directory) => {
    const benchmark = await loadBenchmark({ directory });
    const [task] = benchmark.tasks;
    await using real = createSqlPool();
    const pool = countRuns(real), stop = new AbortController();
    const judge = await createJudge({ benchmark, pool, signal: stop.signal });
    const took = await giveUp(stop, judge.observe(task!, never));
    assert.ok(took < 1000, `need an end within 1 s, it took ${took} ms`);
    assert.equal(pool.runs.at(-1), never);
    await assert.rejects(() => judge.observe(task!, "SELECT 2"), { name: "AbortError" });
    assert.equal(pool.runs.at(-1), never);
  }));

Deno.test("createJudge: nothing runs where the signal aborted before, or a limit is none", () =>
  withBirdLayout(async (directory) => {
    const benchmark = await loadBenchmark({ directory });
    await using real = createSqlPool();
    const pool = countRuns(real);
    const signal = AbortSignal.abort(new Error("Enough"));
    await assert.rejects(() => createJudge({ benchmark, pool, signal }), /Enough/);
    for (const timeoutMs of [0, 2 ** 31, NaN]) {
      await assert.rejects(() => createJudge({ benchmark, pool, limits: { timeoutMs } }), {
        name: "RangeError",
        message: /timeoutMs is (0|2147483648|NaN), need a number in \(0, 86400000\]/,
      });
    }
    assert.deepEqual(pool.runs, []);
  }));

Deno.test("createJudge: a database that changes under it makes no verdict", () =>
  withBirdLayout(async (directory) => {
    const benchmark = await loadBenchmark({ directory });
    await using pool = createSqlPool();
    const judge = await createJudge({ benchmark, pool });
    const [owners] = benchmark.tasks;
    const path = benchmark.databasePath("clinic");
    const kept = await Deno.readFile(path), { mtime } = await Deno.stat(path);
    await Deno.writeFile(path, new Uint8Array());
    await assert.rejects(judge.observe(owners!, "SELECT 1"), {
      name: "InfrastructureError",
      message: `Cannot judge on ${path}: the file has changed since its golds ran; put it back, ` +
        "then resume",
    });
    await Deno.writeFile(path, kept);
    await Deno.utime(path, mtime!, mtime!);
    assert.equal((await judge.observe(owners!, "SELECT 1"))?.status, "correct");
  }));

Deno.test("createJudge: nor does one that changes while its statements wait or run", () =>
  withBirdLayout(async (directory) => {
    const benchmark = await loadBenchmark({ directory });
    const path = benchmark.databasePath("clinic");
    await using real = createSqlPool();
    let changesAfter = Infinity;
    const pool: SqlPool = {
      ...real,
      async run(...statement) {
        const outcome = await real.run(...statement);
        if (--changesAfter === 0) await Deno.utime(path, 1, 1);
        return outcome;
      },
    };
    const judge = await createJudge({ benchmark, pool });
    changesAfter = 1;
    const changed = {
      name: "InfrastructureError",
      message: /the file has changed since its golds/,
    };
    await assert.rejects(judge.observe(benchmark.tasks[0]!, "SELECT 1"), changed);
    await Deno.utime(path, 2, 2);
    changesAfter = 1;
    await assert.rejects(createJudge({ benchmark, pool }), changed);
  }));
