/** The reader of labelled failures, and what must hold of those in `data/failures`. */
import assert from "node:assert/strict";
import { loadBundled } from "../../lib/benchmark/bundled.ts";
import { failureTypes } from "../../lib/domain.ts";
import { failureSplit } from "../../lib/experiment/failure_split.ts";
import {
  type Mutation,
  readFailures,
  type RecordedFailure,
} from "../../lib/experiment/read_failures.ts";

const { tasks } = await loadBundled();
const folder = new URL("../../data/failures/", import.meta.url).pathname;
const [mutations, real] = (await readFailures({ folder, tasks }))
  .map(({ cases }) => cases.map(({ label }) => label)) as [Mutation[], RecordedFailure[]];

Deno.test("data/failures: at least 800 mutations and 150 real failures, each query once", () => {
  assert.ok(mutations.length >= 800);
  assert.equal(real.length, 150);
  for (const failures of [mutations, real]) {
    const keys = failures.map(({ task, sql }) => `${task}/${sql.replace(/\s+/g, " ")}`);
    assert.equal(new Set(keys).size, keys.length);
  }
});

Deno.test("data/failures: the split is that of the question's id, in halves", () => {
  for (const { task, split } of [...mutations, ...real]) assert.equal(split, failureSplit(task));
  const share = mutations.filter(({ split }) => split === "held_out").length / mutations.length;
  assert.ok(share > 0.45 && share < 0.55);
});

Deno.test("data/failures: a family has one type, and none dominates", () => {
  const byFamily = Map.groupBy(mutations, ({ family }) => family);
  for (const [family, failures] of byFamily) {
    assert.equal(new Set(failures.map(({ type }) => type)).size, 1, family);
    assert.ok(failures.length <= 0.03 * mutations.length, family);
  }
  const byType = Map.groupBy(mutations, ({ type }) => type);
  for (const type of failureTypes) {
    const share = (byType.get(type)?.length ?? 0) / mutations.length;
    assert.ok(type === "unknown" ? share === 0 : share > 0.1 && share < 0.25, `${type} ${share}`);
  }
});

Deno.test("data/failures: real ones have a reason of one line", () => {
  for (const { reason, attempt } of real) {
    assert.match(reason, /^[^\n]{12,140}$/);
    assert.ok(["first", "repair"].includes(attempt));
  }
  const repairs = Map.groupBy(
    real.filter(({ attempt }) => attempt === "repair"),
    ({ task }) => task,
  );
  for (const [task, of] of repairs) assert.ok(of.length <= 2, task);
});

async function reject(text: string | null, message: RegExp): Promise<void> {
  const place = await Deno.makeTempDir();
  try {
    if (text !== null) await Deno.writeTextFile(`${place}/mine.json`, text);
    await assert.rejects(() => readFailures({ folder: place, tasks }), {
      name: "InputError",
      message,
    });
  } finally {
    await Deno.remove(place, { recursive: true });
  }
}

const good = {
  ...{ task: "0", type: "syntax", split: "held_out", sql: "SELECT", status: "error" },
  ...{ outcome: "error", message: "incomplete input", shape: null },
};

Deno.test("readFailures: refuses what is malformed and says where", async () => {
  await reject(null, /holds no \.json file/);
  await reject("[", /mine\.json: it is not JSON/);
  await reject("{}", /mine\.json: it is an object, need a list/);
  await reject("[]", /mine\.json: its list is empty, need at least one failure/);
  await reject("[7]", /mine\.json, failure 1: it is the number 7, need an object/);
  const second = (change: object) => JSON.stringify([good, { ...good, ...change }]);
  await reject(second({ sql: 3 }), /failure 2: sql is the number 3, need a text/);
  await reject(
    second({ type: "typo" }),
    /failure 2: type is the text "typo", need result_mismatch/,
  );
  await reject(second({ split: "test" }), /split is .*need development or held_out/);
  await reject(second({ status: "correct" }), /status is .*need mismatch or error or timeout/);
  await reject(second({ shape: { rows: "1" } }), /shape is an object, need null or rows/);
  await reject(second({ outcome: "nonsense" }), /outcome is .*need rows or error or timeout/);
  await reject(second({ shape: { rows: -5, columns: 1 } }), /shape is .*at least 0/);
  await reject(second({ task: "999" }), /failure 2: the benchmark has no question "999"/);
  await assert.rejects(() => readFailures({ folder: "/nowhere", tasks }), /no folder "\/nowhere"/);
});

Deno.test("readFailures: a folder in the place of a file is named", async () => {
  const place = await Deno.makeTempDir();
  await Deno.mkdir(`${place}/cases.json`);
  await assert.rejects(() => readFailures({ folder: place, tasks }), {
    name: "InputError",
    message: /Cannot read .*cases\.json/,
  });
  await Deno.remove(place, { recursive: true });
});
