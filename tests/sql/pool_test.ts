import assert from "node:assert/strict";
import { InfrastructureError, InputError } from "../../lib/errors.ts";
import { createSqlPool, type SqlPool } from "../../lib/sql/pool.ts";
import { durationOf } from "../../lib/sql/query_duration.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { childrenOf, until } from "./children_of.ts";
import { createSampleDatabase, type SampleDatabase } from "./sample_database.ts";
import { withStarts } from "./with_starts.ts";

const endless =
  "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT count(*) FROM x";

async function firstCell(pool: SqlPool, path: string, sql: string): Promise<unknown> {
  const outcome = await pool.run(path, sql);
  assert.ok(outcome.kind === "rows", Deno.inspect(outcome));
  return outcome.rows[0]?.[0];
}

Deno.test("createSqlPool: runs statements at the same time and in turn", async () => {
  await using sample = await createSampleDatabase();
  await using pool = createSqlPool({ workers: 2 });
  const numbers = Array.from({ length: 20 }, (_, i) => i);
  const results = await Promise.all(
    numbers.map((number) => firstCell(pool, sample.path, `SELECT ${number}`)),
  );
  assert.deepEqual(results, numbers.map(BigInt));
});

Deno.test("createSqlPool: keeps processes warm and bounds their number", async () => {
  await using first = await createSampleDatabase();
  await using second = await createSampleDatabase();
  await using third = await createSampleDatabase();
  await using pool = createSqlPool({ workers: 1, spares: 1 });
  await firstCell(pool, first.path, "SELECT 1");
  const [warm] = childrenOf(first.folder);
  await firstCell(pool, first.path, "SELECT 1");
  assert.deepEqual(childrenOf(first.folder), [warm]);
  await firstCell(pool, second.path, "SELECT 1");
  await firstCell(pool, third.path, "SELECT 1");
  await until(() => childrenOf(first.folder).length === 0);
  assert.equal(childrenOf(second.folder).length + childrenOf(third.folder).length, 2);
  await firstCell(pool, first.path, "SELECT 1");
});

Deno.test("createSqlPool: one process a database while it answers in time", async () => {
  await using first = await createSampleDatabase();
  await using second = await createSampleDatabase();
  await using pool = createSqlPool({ workers: 2 });
  const numbers = Array.from({ length: 40 }, (_, i) => i);
  const results = await Promise.all(
    numbers.map((number) =>
      firstCell(pool, (number < 20 ? first : second).path, `SELECT ${number}`)
    ),
  );
  assert.deepEqual(results, numbers.map(BigInt));
  await firstCell(pool, first.path, "SELECT 1");
  const warm = childrenOf(first.folder);
  for (const number of numbers) await firstCell(pool, first.path, `SELECT ${number}`);
  assert.deepEqual(childrenOf(first.folder), warm);
});

Deno.test("createSqlPool: other databases pass a busy one, which gets a second process", async () => {
  await using busy = await createSampleDatabase();
  await using other = await createSampleDatabase();
  await using pool = createSqlPool({ workers: 2 });
  const ended: string[] = [];
  const note = <Value>(name: string, promise: Promise<Value>) =>
    promise.finally(() => ended.push(name));
  await Promise.all([
    note("endless", pool.run(busy.path, endless, { timeoutMs: 4000 })),
    note("second", firstCell(pool, busy.path, "SELECT 1")),
    note("other", firstCell(pool, other.path, "SELECT 1")),
  ]);
  assert.deepEqual(ended, ["other", "second", "endless"]);
});

Deno.test("createSqlPool: closing refuses what still waits", async () => {
  await using sample = await createSampleDatabase();
  const pool = createSqlPool({ workers: 1 });
  const statements = [endless, "SELECT 1"].map((sql) => pool.run(sample.path, sql));
  const results = Promise.allSettled(statements);
  await until(() => childrenOf(sample.folder).length === 1);
  await pool.close();
  for (const result of await results) {
    assert.ok(result.status === "rejected" && result.reason instanceof InfrastructureError);
    assert.match(result.reason.message, /the pool (?:is|was) closed/);
  }
});

Deno.test("createSqlPool: kills at the deadline, and the next statement runs", async () => {
  await using sample = await createSampleDatabase();
  await using pool = createSqlPool();
  const start = performance.now();
  const outcome = await pool.run(sample.path, endless, { timeoutMs: 300 });
  assert.deepEqual(outcome, { kind: "timeout", limitMs: 300 });
  assert.ok(performance.now() - start >= 300);
  assert.equal(await firstCell(pool, sample.path, "SELECT 2"), 2n);
});

Deno.test("createSqlPool: the deadline counts neither queue nor start", async () => {
  await using sample = await createSampleDatabase();
  await using pool = createSqlPool({ workers: 1 });
  const slow = pool.run(sample.path, endless, { timeoutMs: 1000 });
  const quick = Array.from(
    { length: 5 },
    () => pool.run(sample.path, "SELECT count(*) FROM t", { timeoutMs: 900 }),
  );
  assert.equal((await slow).kind, "timeout");
  for (const outcome of await Promise.all(quick)) assert.equal(outcome.kind, "rows");
});

Deno.test("createSqlPool: a blocked event loop makes no timeout", async () => {
  await using sample = await createSampleDatabase();
  await using pool = createSqlPool();
  await firstCell(pool, sample.path, "SELECT 1");
  const outcome = pool.run(sample.path, "SELECT count(*) FROM t", { timeoutMs: 500 });
  await new Promise((resolve) => setTimeout(resolve, 0));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
  assert.equal((await outcome).kind, "rows");
});

Deno.test("createSqlPool: children see no environment and may read one database", async () => {
  await using sample = await createSampleDatabase();
  await using pool = createSqlPool({ workers: 1 });
  await firstCell(pool, sample.path, "SELECT 1");
  const [id] = childrenOf(sample.folder);
  const environment = await Deno.readTextFile(`/proc/${id}/environ`);
  assert.ok(/^(?:DENO_DIR=[^\0]*\0)?$/.test(environment), environment);
  const command = (await Deno.readTextFile(`/proc/${id}/cmdline`)).split("\0");
  const allowed = command.filter((argument) => /^--allow|^-A|^-[RWNES]/.test(argument));
  assert.deepEqual(allowed, [`--allow-read=${await Deno.realPath(sample.path)}`]);
});

Deno.test("createSqlPool: measures the statement's own time", async () => {
  await using sample = await createSampleDatabase();
  await using pool = createSqlPool();
  const outcome = await pool.run(sample.path, "SELECT count(*) FROM t a, t b");
  const duration = durationOf(outcome);
  assert.ok(duration !== undefined && duration > 0 && duration < 30_000);
});

Deno.test("createSqlPool: runs again where its process was killed from outside", async () => {
  await using sample = await createSampleDatabase();
  await using pool = createSqlPool({ workers: 1, spares: 0 });
  const result = pool.run(sample.path, "SELECT count(*) FROM t a, t b, t c LIMIT 1", {
    timeoutMs: 2000,
  });
  await until(() => childrenOf(sample.folder).length === 1);
  const [victim] = childrenOf(sample.folder);
  await new Promise((resolve) => setTimeout(resolve, 300));
  Deno.kill(victim!, "SIGKILL");
  assert.notEqual((await result).kind, "error");
  assert.equal(await firstCell(pool, sample.path, "SELECT 3"), 3n);
});

Deno.test("createSqlPool: gives up where its process is killed twice", async () => {
  await using sample = await createSampleDatabase();
  await using pool = createSqlPool({ workers: 1, spares: 0 });
  const result = pool.run(sample.path, endless).catch((error) => error);
  const killed = new Set<number>();
  for (let i = 0; i < 2; i++) {
    await until(() => childrenOf(sample.folder).some((id) => !killed.has(id)));
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const id of childrenOf(sample.folder).filter((id) => !killed.has(id))) {
      Deno.kill(id, "SIGKILL");
      killed.add(id);
    }
  }
  const error = await result;
  assert.ok(error instanceof InfrastructureError, String(error));
  assert.match(error.message, /SIGKILL/);
  assert.equal(await firstCell(pool, sample.path, "SELECT 4"), 4n);
});

Deno.test("createSqlPool: an idle process that was killed is not used", async () => {
  await using sample = await createSampleDatabase();
  await using pool = createSqlPool();
  await Promise.all([1, 2].map((i) => firstCell(pool, sample.path, `SELECT ${i}`)));
  for (const id of childrenOf(sample.folder)) Deno.kill(id, "SIGKILL");
  assert.equal(await firstCell(pool, sample.path, "SELECT 5"), 5n);
});

Deno.test("createSqlPool: refuses what is no database and creates no file", async () => {
  await using sample = await createSampleDatabase();
  await Deno.writeTextFile(`${sample.folder}/text.sqlite`, "not a database, only a longer text");
  await using pool = createSqlPool();
  for (const path of ["missing.sqlite", "text.sqlite", "", "no/folder.sqlite"]) {
    const error = await pool.run(`${sample.folder}/${path}`, "SELECT 1").catch((error) => error);
    assert.ok(error instanceof InputError, `${path}: ${error}`);
    assert.match(error.message, /^Cannot open the database .*: \S/);
  }
  assert.deepEqual(sample.files(), ["sample.sqlite", "text.sqlite"]);
  assert.equal(await firstCell(pool, sample.path, "SELECT 6"), 6n);
});

Deno.test("createSqlPool: follows symbolic links, odd names too", async () => {
  await using sample = await createSampleDatabase();
  await Deno.mkdir(`${sample.folder}/a, b`);
  const odd = `${sample.folder}/a, b/100% ü, #?.sqlite`;
  await Deno.copyFile(sample.path, odd);
  await Deno.symlink(odd, `${sample.folder}/link`);
  await using pool = createSqlPool();
  for (const path of [odd, `${sample.folder}/link`]) {
    assert.equal(await firstCell(pool, path, "SELECT name FROM singer"), "Ann");
  }
});

Deno.test("createSqlPool: reads a database in WAL mode and leaves it alone", async () => {
  await using sample = await createSampleDatabase();
  const writer = new DatabaseSync(sample.path);
  writer.exec("PRAGMA journal_mode = WAL; INSERT INTO singer VALUES (4, 'Di', 'Peru')");
  const files = sample.files(), hash = await sample.hash();
  const pool = createSqlPool();
  assert.equal(await firstCell(pool, sample.path, "SELECT count(*) FROM singer"), 4n);
  assert.deepEqual(sample.files(), files);
  writer.exec("INSERT INTO singer VALUES (5, 'Ed', 'Peru')");
  assert.equal(await firstCell(pool, sample.path, "SELECT count(*) FROM singer"), 5n);
  await pool.close();
  assert.equal(await sample.hash(), hash);
  writer.close();
  await using another = createSqlPool();
  assert.equal(await firstCell(another, sample.path, "SELECT count(*) FROM singer"), 5n);
  assert.deepEqual(sample.files(), ["sample.sqlite"]);
});

Deno.test("createSqlPool: sees a database that was replaced", async () => {
  await using sample = await createSampleDatabase();
  await using pool = createSqlPool();
  assert.equal(await firstCell(pool, sample.path, "SELECT count(*) FROM singer"), 3n);
  await using other = await createSampleDatabase("CREATE TABLE singer (id)");
  await Deno.rename(other.path, sample.path);
  assert.equal(await firstCell(pool, sample.path, "SELECT count(*) FROM singer"), 0n);
});

Deno.test("createSqlPool: close ends processes in mid-query and removes copies", async () => {
  await using sample = await createSampleDatabase();
  const pool = createSqlPool({ workers: 2 });
  const running = [1, 2, 3].map(() => pool.run(sample.path, endless).catch((error) => error));
  await until(() => childrenOf(sample.folder).length === 2);
  await pool.close();
  assert.deepEqual(childrenOf(sample.folder), []);
  for (const error of await Promise.all(running)) assert.ok(error instanceof InfrastructureError);
  await assert.rejects(pool.run(sample.path, "SELECT 1"), InfrastructureError);
  await pool.close();
});

Deno.test("createSqlPool: close at any moment after a crash leaves no process", () =>
  withStarts(async (started) => {
    await using sample = await createSampleDatabase();
    // The pool's own work after the crash is some dozen turns of the microtask queue.
    for (let turns = 0; turns < 20; turns++) {
      const pool = createSqlPool({ workers: 1, spares: 0 });
      await firstCell(pool, sample.path, "SELECT 1");
      const [id] = childrenOf(sample.folder);
      const victim = started.find(({ pid }) => pid === id)!;
      const failure = pool.run(sample.path, endless).catch((error) => error);
      const closed = victim.status.then(async () => {
        for (let turn = 0; turn < turns; turn++) await null;
        await pool.close();
      });
      victim.kill("SIGKILL");
      await closed;
      const left = childrenOf(sample.folder);
      for (const id of left) Deno.kill(id, "SIGKILL");
      assert.deepEqual(left, [], `closed ${turns} turns after the crash`);
      assert.match((await failure).message, /the pool was closed/);
    }
  }));

/** Starts a program that has pools, of lines that are given the sample's path as a literal. */
function startProgram(
  { folder, path }: SampleDatabase,
  lines: (path: string) => string,
): Deno.ChildProcess {
  const script = `${folder}/program.ts`;
  const pool = JSON.stringify(import.meta.resolve("../../lib/sql/pool.ts"));
  Deno.writeTextFileSync(
    script,
    `import { createSqlPool } from ${pool};\n${lines(JSON.stringify(path))}`,
  );
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-config", "--no-lock", "-A", script],
    stdout: "piped",
  }).spawn();
}

Deno.test("createSqlPool: processes end with their parent, in mid-query too", async () => {
  await using sample = await createSampleDatabase();
  await using parent = startProgram(
    sample,
    (path) => `await createSqlPool().run(${path}, ${JSON.stringify(endless)});`,
  );
  await until(() => childrenOf(sample.folder).length === 1);
  await new Promise((resolve) => setTimeout(resolve, 300));
  parent.kill("SIGKILL");
  await parent.status;
  await until(() => childrenOf(sample.folder).length === 0);
});

Deno.test("createSqlPool: a program that forgets to close it still ends", async () => {
  await using sample = await createSampleDatabase();
  const { stdout } = await startProgram(
    sample,
    (path) => `console.log((await createSqlPool().run(${path}, "SELECT 1")).kind);`,
  ).output();
  assert.equal(new TextDecoder().decode(stdout), "rows\n");
  await until(() => childrenOf(sample.folder).length === 0);
});

Deno.test("createSqlPool: G3-03 a program that closes it in the middle of an endless query ends at once", async () => {
  await using sample = await createSampleDatabase();
  const program = startProgram(
    sample,
    (path) => `
      const pool = createSqlPool({ workers: 1 });
      const endless = ${JSON.stringify(endless)};
      console.log((await pool.run(${path}, endless, { timeoutMs: 300 })).kind);
      pool.run(${path}, endless).catch((error) => console.log(error.name));
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await pool.close();
    `,
  );
  const stuck = setTimeout(() => program.kill("SIGKILL"), 20_000);
  let output = "", closed = 0;
  for await (const part of program.stdout.pipeThrough(new TextDecoderStream())) {
    output += part;
    closed = performance.now();
  }
  const { success } = await program.status;
  clearTimeout(stuck);
  assert.deepEqual([output, success], ["timeout\nInfrastructureError\n", true]);
  const took = performance.now() - closed;
  assert.ok(took < 2000, `need an end within 2 s of closing, it took ${took} ms`);
  assert.deepEqual(childrenOf(sample.folder), []);
});

Deno.test("createSqlPool: large results arrive whole", async () => {
  await using sample = await createSampleDatabase();
  await using pool = createSqlPool();
  const outcome = await pool.run(
    sample.path,
    "SELECT a.a, a.a * 1.5, 'ü' || b.a, NULL, zeroblob(3) FROM t a, t b WHERE b.a <= 25",
  );
  assert.ok(outcome.kind === "rows");
  assert.equal(outcome.rows.length, 50_000);
  assert.deepEqual(outcome.rows.at(-1), [2000n, 3000, "ü25", null, new Uint8Array(3)]);
});

Deno.test("createSqlPool: refuses counts and limits that are out of range", async () => {
  assert.throws(() => createSqlPool({ workers: 0 }), RangeError);
  assert.throws(() => createSqlPool({ spares: -1 }), RangeError);
  assert.throws(() => createSqlPool({ limits: { timeoutMs: 0 } }), RangeError);
  assert.throws(() => createSqlPool({ limits: { maxRows: NaN } }), RangeError);
  await using pool = createSqlPool();
  await assert.rejects(pool.run("x", "SELECT 1", { timeoutMs: 2 ** 31 }), RangeError);
});
