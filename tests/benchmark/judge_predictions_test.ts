import assert from "node:assert/strict";
import { createJudge, type Judge, officiallyLate } from "../../lib/benchmark/judge.ts";
import { judgePredictions, totalVerdicts } from "../../lib/benchmark/judge_predictions.ts";
import { loadBenchmark } from "../../lib/benchmark/load_benchmark.ts";
import { readPredictions } from "../../lib/benchmark/read_predictions.ts";
import type { Observation, Task } from "../../lib/domain.ts";
import { InfrastructureError } from "../../lib/errors.ts";
import { createSqlPool } from "../../lib/sql/pool.ts";
import { inTempDir, withBirdLayout } from "./bird_layout.ts";

const sharedSpider = new URL("../../../shared/data/spider-dev/", import.meta.url);
const withoutShared = await Deno.stat(sharedSpider).then(() => false, () => true);
if (withoutShared) console.log("skipped, because shared/ is not beside the checkout");

const observation = (status: Observation["status"], reason = status): Observation => ({
  status,
  outcome: "rows",
  message: "",
  shape: null,
  preview: "",
  reason,
});

const predictions = Array.from({ length: 5 }, (_, index) => ({
  task: { id: String(index), index, databaseId: "d" } as Task,
  sql: String(index),
}));

const fakeJudge = (observe: Judge["observe"]): Judge => ({
  mode: "denotation",
  unscored: [],
  isScorable: () => true,
  observe,
});

Deno.test("judgePredictions: G7-07 verdicts come in order whatever finishes first, never too many at once", async () => {
  const delays = [50, 10, 40, 20, 30];
  let underWay = 0, most = 0;
  const judge = fakeJudge(async ({ index }) => {
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setTimeout(resolve, delays[index]));
    underWay--;
    return observation(index % 2 === 0 ? "correct" : "mismatch");
  });
  const runs = [];
  for (const concurrency of [1, 3, 5]) {
    most = 0;
    runs.push(await Array.fromAsync(judgePredictions({ judge, predictions, concurrency })));
    assert.equal(most, concurrency);
  }
  assert.deepEqual(runs[0]!.map(({ idx, verdict }) => [idx, verdict]), [
    [0, true],
    [1, false],
    [2, true],
    [3, false],
    [4, true],
  ]);
  assert.deepEqual(runs[1], runs[0]);
  assert.deepEqual(runs[2], runs[0]);
});

Deno.test("judgePredictions: failures are false, bad golds and broken machinery null", async () => {
  const judge = fakeJudge(({ index }) => {
    if (index === 0) return Promise.resolve(observation("timeout"));
    if (index === 1) return Promise.resolve(null);
    if (index === 2) return Promise.reject(new InfrastructureError("Cannot start a child"));
    return Promise.resolve(observation("correct"));
  });
  const verdicts = await Array.fromAsync(judgePredictions({ judge, predictions }));
  assert.deepEqual(verdicts.map(({ verdict }) => verdict), [false, null, null, true, true]);
  assert.equal(verdicts[2]!.reason, "Cannot start a child");
  const { officialCorrect: _, ...total } = totalVerdicts(verdicts);
  assert.deepEqual(total, { total: 5, correct: 2, unscored: 2, accuracy: 2 / 3 });
});

Deno.test("judgePredictions: a programmer's mistake is not turned into a verdict", async () => {
  const judge = fakeJudge(() => Promise.reject(new TypeError("Broken")));
  await assert.rejects(Array.fromAsync(judgePredictions({ judge, predictions })), TypeError);
  await assert.rejects(
    Array.fromAsync(judgePredictions({ judge, predictions, concurrency: 0 })),
    RangeError,
  );
});

Deno.test("totalVerdicts: accuracy is undefined without scored verdicts, late ones count apart", () => {
  const line = (verdict: boolean | null, reason = "") => ({ idx: 0, db_id: "d", verdict, reason });
  assert.equal(totalVerdicts([]).accuracy, null);
  assert.equal(totalVerdicts([line(null)]).accuracy, null);
  const { correct, officialCorrect } = totalVerdicts([line(true), line(true, officiallyLate)]);
  assert.deepEqual([correct, officialCorrect], [2, 1]);
});

Deno.test("judgePredictions: a BIRD file through reader, judge and total", () =>
  withBirdLayout(async (directory) => {
    const benchmark = await loadBenchmark({ directory });
    const path = `${directory}/p.jsonl`;
    await Deno.writeTextFile(
      path,
      ["SELECT 1", "SELECT nme FROM owner", "SELECT article FROM line"]
        .map((sql, idx) => JSON.stringify({ idx, sql })).join("\n"),
    );
    await using pool = createSqlPool();
    const judge = await createJudge({ benchmark, pool });
    const read = await readPredictions({ path, benchmark });
    const verdicts = await Array.fromAsync(judgePredictions({ judge, predictions: read }));
    assert.deepEqual(verdicts, [
      { idx: 0, db_id: "clinic", verdict: true, reason: "equal" },
      { idx: 1, db_id: "clinic", verdict: false, reason: "error 1: no such column: nme" },
      { idx: 2, db_id: "shop", verdict: true, reason: "equal" },
    ]);
  }));

interface OfficialLine {
  readonly pred: string;
  readonly verdict_official: 0 | 1;
  readonly verdict_bird: 0 | 1;
}

for (const mode of ["spider-ts", "bird-ex"] as const) {
  Deno.test({
    name:
      `judgePredictions: agrees with the official verdicts on three Spider databases in ${mode}`,
    ignore: withoutShared,
    fn: () =>
      inTempDir(async (directory) => {
        const text = await Deno.readTextFile(new URL("verdicts/graphix.jsonl", sharedSpider));
        const official: OfficialLine[] = text.trim().split("\n").map((line) => JSON.parse(line));
        const path = `${directory}/predictions.txt`;
        await Deno.writeTextFile(path, official.map(({ pred }) => `${pred}\n`).join(""));
        const benchmark = await loadBenchmark({
          directory: sharedSpider.pathname,
          databases: ["concert_singer", "pets_1", "world_1"],
        });
        const read = await readPredictions({ path, benchmark });
        await using pool = createSqlPool();
        const judge = await createJudge({ benchmark, pool, mode });
        const verdicts = await Array.fromAsync(judgePredictions({ judge, predictions: read }));
        for (const { idx, verdict } of verdicts) {
          const { verdict_official, verdict_bird, pred } = official[idx]!;
          const expected = mode === "spider-ts" ? verdict_official : verdict_bird;
          assert.equal(verdict, expected === 1, `idx ${idx}: ${pred}`);
        }
      }),
  });
}
