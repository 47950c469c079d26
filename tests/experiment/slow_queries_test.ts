import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { loadBundled } from "../../lib/benchmark/bundled.ts";
import { loadBenchmark } from "../../lib/benchmark/load_benchmark.ts";
import { createJudge } from "../../lib/benchmark/judge.ts";
import { bundledRecording } from "../../lib/experiment/bundled_recording.ts";
import { createCallFinder } from "../../lib/experiment/find_call.ts";
import { readOutsideData } from "../../lib/experiment/outside_data.ts";
import { findSlowQueries } from "../../lib/experiment/slow_queries.ts";
import { openRecording } from "../../lib/llm/open_recording.ts";
import { listCallKeys, readRecordedCall, type RecordedCall } from "../../lib/llm/recorded_calls.ts";
import { readRecordedIdentities } from "../../lib/llm/recording_tables.ts";
import { createSqlPool } from "../../lib/sql/pool.ts";

const benchmark = await loadBundled({ twins: true });
const { databasePath } = benchmark;

const recordings = dirname(bundledRecording);
const shared = fileURLToPath(new URL("../../../shared/data/spider-dev", import.meta.url));

for (const { name } of Deno.readDirSync(recordings)) {
  if (!name.endsWith(".sqlite")) continue;
  const path = `${recordings}/${name}`, data = readOutsideData(path);
  const folder = data === null ? null : [data.folder, shared].find((one) => existsSync(one));
  const isAbsent = folder === undefined;
  if (isAbsent) console.log(`skipped, because there is no ${data?.folder}`);
  Deno.test({
    name: `${name}: no recorded query takes between 1 s and its deadline`,
    ignore: isAbsent,
    async fn() {
      const recorded = folder === null ? benchmark : await loadBenchmark({ directory: folder! });
      const { tasks, databasePath } = recorded;
      using database = openRecording(path, { readOnly: true });
      const calls = readRecordedIdentities(database).flatMap((identity) =>
        listCallKeys(database, identity).map((key) => readRecordedCall(database, key))
      );
      const find = createCallFinder(tasks);
      for (const call of calls) assert.ok(find(call) !== null, `whose question is ${call.key}?`);
      await using pool = createSqlPool();
      const slow = await findSlowQueries({ calls, find, databasePath, pool });
      const judge = await createJudge({ benchmark: recorded, pool, mode: "denotation" });
      const cut = slow.filter(({ isCut }) => isCut);
      for (const { task, sql } of cut) {
        assert.notEqual((await judge.observe(task, sql))?.status, "correct", sql);
      }
      const named = slow.filter(({ isCut }) => !isCut).map(({ task, sql, durationMs }) =>
        `task ${task.id}, ${Math.round(durationMs)} ms: ${sql}`
      );
      assert.deepEqual(named, [], "their outcome would depend on the machine");
    },
  });
}

Deno.test("findSlowQueries: finds what is slow, not what is quick, endless or a reflection", async () => {
  const count = (limit: string) =>
    `WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x ${limit}) SELECT count(*) FROM x`;
  const [task] = benchmark.tasks;
  const slow = count("LIMIT 400000"), endless = count("");
  const call = (sql: string, purpose: "repair" | "reflection" = "repair") => ({
    call: { text: "```sql\n" + sql + "\n```", finish: "stop" } as RecordedCall,
    place: { task: task!, purpose },
  });
  const cut = {
    call: { text: "```sql\n" + count("LIMIT 400002"), finish: "length" } as RecordedCall,
    place: { task: task!, purpose: "repair" as const },
  };
  const places = new Map(
    [
      ...[call("SELECT 1"), call(slow), call(slow), call(endless), call("SELECT nme FROM nowhere")],
      call(count("LIMIT 400001"), "reflection"),
      cut,
    ].map(({ call, place }) => [call, place]),
  );
  await using pool = createSqlPool();
  const found = await findSlowQueries({
    ...{ calls: [...places.keys()], find: (one) => places.get(one) ?? null, databasePath, pool },
    ...{ leastMs: 25, timeoutMs: 3000 },
  });
  assert.deepEqual(found.map(({ sql, isCut }) => [sql, isCut]), [
    [slow, false],
    [count("LIMIT 400002"), true],
  ]);
  assert.ok(found[0]!.durationMs >= 25);
});
