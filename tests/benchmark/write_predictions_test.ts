import assert from "node:assert/strict";
import { InputError } from "../../lib/errors.ts";
import { loadBenchmark } from "../../lib/benchmark/load_benchmark.ts";
import { readPredictions } from "../../lib/benchmark/read_predictions.ts";
import { flattenSql, writePredictions } from "../../lib/benchmark/write_predictions.ts";
import { withBirdLayout } from "./bird_layout.ts";

Deno.test("flattenSql: newlines and tabs become blanks, line comments go, quotes are flagged", () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ["SELECT 1", "SELECT 1", false],
    ["\n SELECT\t1\r\nFROM t\n", "SELECT 1 FROM t", false],
    ["SELECT 1 -- keep\n FROM t", "SELECT 1    FROM t", false],
    ["SELECT /* a\nb */ 1", "SELECT   1", false],
    ["SELECT '--'\nFROM t", "SELECT '--' FROM t", false],
    ["SELECT 'a\nb' FROM t", "SELECT 'a b' FROM t", true],
    ['SELECT "a\tb" FROM t', 'SELECT "a b" FROM t', true],
    ["SELECT\u00a0\n1", "SELECT\u00a0 1", false],
    ["SELECT 'open\n", "SELECT 'open", true],
    ["SELECT 'it''s' -- x", "SELECT 'it''s' -- x", false],
  ];
  for (const [sql, line, altered] of cases) {
    assert.deepEqual(flattenSql(sql), { sql: line, altered });
  }
});

const answers = [
  "SELECT name\nFROM owner -- all\nWHERE 1",
  "SELECT 'tab\there', \"q\\\"",
  "SELECT 3",
];

for (const format of ["spider", "bird", "jsonl"] as const) {
  Deno.test(`writePredictions: ${format} is read back as it was written`, () =>
    withBirdLayout(async (directory) => {
      const benchmark = await loadBenchmark({ directory });
      const predictions = benchmark.tasks.map((task, at) => ({ task, sql: answers[at]! }));
      const path = `${directory}/predictions`;
      const written = await writePredictions({
        path,
        benchmark,
        predictions: predictions.toReversed(),
        format,
      });
      assert.deepEqual(written, { altered: format === "spider" ? ["9"] : [], padded: 0 });
      const expected = format === "spider"
        ? predictions.map(({ task, sql }) => ({ task, sql: flattenSql(sql).sql }))
        : predictions;
      assert.deepEqual(await readPredictions({ path, benchmark, format }), expected);
    }));
}

Deno.test("writePredictions: BIRD's keys and separator are the official ones", () =>
  withBirdLayout(async (directory) => {
    const benchmark = await loadBenchmark({ directory });
    const predictions = benchmark.tasks.map((task) => ({ task, sql: "SELECT 1" }));
    const path = `${directory}/p.json`;
    await writePredictions({ path, benchmark, predictions, format: "bird" });
    assert.deepEqual(JSON.parse(await Deno.readTextFile(path)), {
      "0": "SELECT 1\t----- bird -----\tclinic",
      "1": "SELECT 1\t----- bird -----\tclinic",
      "2": "SELECT 1\t----- bird -----\tshop",
    });
  }));

Deno.test("writePredictions: an empty answer never becomes a blank line of Spider's file", () =>
  withBirdLayout(async (directory) => {
    const benchmark = await loadBenchmark({ directory });
    const predictions = benchmark.tasks.map((task) => ({ task, sql: " \n" }));
    const path = `${directory}/p.txt`;
    const written = await writePredictions({ path, benchmark, predictions, format: "spider" });
    assert.deepEqual(written, { altered: ["7", "9", "12"], padded: 0 });
    assert.equal(await Deno.readTextFile(path), "SELECT\nSELECT\nSELECT\n");
  }));

/** What the official evaluators read, line by line, where only the question at 1 has an answer. */
const padded = {
  spider: "SELECT\nSELECT 7\nSELECT\n",
  bird: `{
"0": "SELECT\\t----- bird -----\\tclinic",
"1": "SELECT 7\\t----- bird -----\\tclinic",
"2": "SELECT\\t----- bird -----\\tshop"
}
`,
  jsonl: '{"idx":1,"sql":"SELECT 7"}\n',
} as const;

for (const [format, text] of Object.entries(padded) as [keyof typeof padded, string][]) {
  Deno.test(`writePredictions: a part in ${format} format keeps the places of the file`, () =>
    withBirdLayout(async (directory) => {
      const whole = await loadBenchmark({ directory });
      const path = `${directory}/predictions`;
      const predictions = [{ task: whole.tasks[1]!, sql: "SELECT 7" }];
      const written = await writePredictions({ path, benchmark: whole, predictions, format });
      assert.deepEqual(written, { altered: [], padded: format === "jsonl" ? 0 : 2 });
      assert.equal(await Deno.readTextFile(path), text);
      if (format === "jsonl") return;
      const read = await readPredictions({ path, benchmark: whole, format });
      assert.deepEqual(read.map(({ sql }) => sql), ["SELECT", "SELECT 7", "SELECT"]);

      // A run over a part of the file knows no other questions than its own.
      const benchmark = { tasks: [whole.tasks[1]!], questionCount: 3 };
      await writePredictions({ path, benchmark, predictions, format });
      assert.deepEqual(await readPredictions({ path, benchmark: whole, format }), read);
    }));
}

Deno.test("writePredictions: unknown, repeated and misplaced tasks are refused", () =>
  withBirdLayout(async (directory) => {
    const benchmark = await loadBenchmark({ directory });
    const write = (ids: readonly string[], changes = {}) =>
      writePredictions({
        path: `${directory}/p`,
        benchmark: { ...benchmark, ...changes },
        predictions: ids.map((id) => ({ task: { ...benchmark.tasks[0]!, id }, sql: "SELECT 1" })),
        format: "spider",
      });
    await assert.rejects(write(["5"]), /task "5" is not in the benchmark/);
    await assert.rejects(write(["7", "7"]), /task "7" is predicted twice/);
    await assert.rejects(write(["7", "9"]), /task "9" is question 0, as another task is/);
    await assert.rejects(write(["7"], { questionCount: 0 }), InputError);
    await assert.rejects(write(["7"], { questionCount: 0 }), /is question 0, need one below 0/);
    await assert.rejects(Deno.stat(`${directory}/p`), Deno.errors.NotFound);
    assert.deepEqual(await write(["9"]), { altered: [], padded: 2 });
  }));
