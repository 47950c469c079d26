import assert from "node:assert/strict";
import { InputError } from "../../lib/errors.ts";
import { loadBenchmark } from "../../lib/benchmark/load_benchmark.ts";
import { type PredictionFormat, readPredictions } from "../../lib/benchmark/read_predictions.ts";
import { withBirdLayout } from "./bird_layout.ts";

/** Reads a text as predictions for the three questions of the BIRD layout: their SQL, or the refusal. */
async function read(
  text: string | Uint8Array<ArrayBuffer>,
  format: PredictionFormat,
  databases?: readonly string[],
): Promise<readonly string[] | string> {
  let result: readonly string[] | string = "";
  await withBirdLayout(async (directory) => {
    const benchmark = await loadBenchmark({ directory, ...(databases ? { databases } : {}) });
    const path = `${directory}/predictions`;
    await Deno.writeFile(path, typeof text === "string" ? new TextEncoder().encode(text) : text);
    try {
      const predictions = await readPredictions({ path, benchmark, format });
      assert.deepEqual(
        predictions.map(({ task }) => task.id),
        benchmark.tasks.map(({ id }) => id),
      );
      result = predictions.map(({ sql }) => sql);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      result = error.message;
    }
  });
  return result;
}

const mark = "\t----- bird -----\t";
const bird = (entries: Readonly<Record<string, unknown>>) => JSON.stringify(entries);
const good = { "0": `A${mark}clinic`, "1": `B${mark}clinic`, "2": `C${mark}shop` };

Deno.test("readPredictions: Spider takes a line each, drops what follows a tab", async () => {
  assert.deepEqual(await read("A\tclinic\nB \nC\n", "spider"), ["A", "B", "C"]);
  assert.deepEqual(await read("\ufeffA\r\nB\r\nC", "spider"), ["A", "B", "C"]);
  assert.deepEqual(await read("A\n\nC\n\n\n", "spider"), ["A", "", "C"]);
  assert.deepEqual(await read("A\nB\n\n", "spider"), ["A", "B", ""]);
});

Deno.test("readPredictions: Spider refuses another number of lines and says why", async () => {
  assert.match(
    String(await read("A\nFROM t\nB\nC\n", "spider")),
    /it has 4 lines, need 3, .*a newline inside a SQL text makes two lines/,
  );
  assert.match(String(await read("A\n", "spider")), /it has 1 lines, need 3/);
  assert.match(String(await read("", "spider")), /it has 0 lines, need 3/);
});

Deno.test("readPredictions: shuffled files are refused where they name databases, or read by idx", async () => {
  assert.match(
    String(await read("C\tshop\nA\tclinic\nB\tclinic\n", "spider")),
    /line 1 is for the database "shop", need "clinic"/,
  );
  assert.deepEqual(await read("A\tclinic\nB\tother\nC\tshop\tx\n", "spider"), ["A", "B", "C"]);
  const moved = { "0": good[2], "1": good[0], "2": good[1] };
  assert.match(String(await read(bird(moved), "bird")), /for the database "shop", need "clinic"/);
  const lines = [2, 0, 1].map((idx) => JSON.stringify({ idx, sql: "ABC"[idx] }));
  assert.deepEqual(await read(lines.join("\n"), "jsonl"), ["A", "B", "C"]);
});

Deno.test("readPredictions: BIRD takes dense keys and cuts the database off", async () => {
  assert.deepEqual(await read(bird(good), "bird"), ["A", "B", "C"]);
  const tabs = { ...good, "1": `B\n\t"x"${mark}clinic` };
  assert.deepEqual(await read(JSON.stringify(tabs, null, 2), "bird"), ["A", 'B\n\t"x"', "C"]);
});

Deno.test("readPredictions: BIRD refuses malformed files with key and reason", async () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ["{", /it is not JSON/],
    ["[]", /it is a list, need an object/],
    [bird({ ...good, "1": 0 }), /key "1" is the number 0, need text/],
    [bird({ ...good, "1": null }), /key "1" is null, need text/],
    [bird({ ...good, "1": "B" }), /key "1" has no .*----- bird -----/],
    [bird({ ...good, "1": `B${mark}shop` }), /key "1" is for the database "shop", need "clinic"/],
    [bird({ "0": good[0], "1": good[1] }), /it has 2 keys, need 3/],
    [bird({ ...good, "3": good[0] }), /it has 4 keys, need 3/],
    [bird({ "0": good[0], "2": good[2] }), /key 2 is "2", need "1"/],
    [bird({ ...good, "x": good[2] }), /key 4 is "x", need "3"/],
    [
      `{"1": "B${"\\t----- bird -----\\t"}clinic", "0": "A\\t----- bird -----\\tclinic"}`,
      /key 1 is "1", need "0"/,
    ],
    [
      `{"0": "A\\t----- bird -----\\tclinic", "0": "A\\t----- bird -----\\tclinic"}`,
      /key 2 is "0", need "1"/,
    ],
  ];
  for (const [text, reason] of cases) assert.match(String(await read(text, "bird")), reason);
});

Deno.test("readPredictions: JSONL takes any order, keeps newlines, skips blank lines", async () => {
  const text =
    '{"idx": 2, "sql": "C"}\n\n{"idx": 0, "sql": "A\\nA", "note": 1}\r\n{"idx": 1, "sql": ""}';
  assert.deepEqual(await read(text, "jsonl"), ["A\nA", "", "C"]);
});

Deno.test("readPredictions: JSONL refuses malformed lines, repetitions, gaps and strangers", async () => {
  const line = (idx: unknown, sql: unknown = "A") => JSON.stringify({ idx, sql }) + "\n";
  const all = line(0) + line(1) + line(2);
  const cases: readonly (readonly [string, RegExp])[] = [
    [all + '{"idx": 3, "sq', /line 4 of .*predictions: it is not JSON/],
    [all + "5\n", /line 4 is the number 5, need an object/],
    [line(0) + line("1"), /line 2 needs an integer in "idx", it is the text "1"/],
    [line(0.5), /line 1 needs an integer in "idx", it is the number 0\.5/],
    [line(1e300), /line 1 needs an integer in "idx", it is the number 1e\+300/],
    [line("x".repeat(99)), /line 1 needs an integer in "idx", it is the text "x{40}"…/],
    [line(true), /line 1 needs an integer in "idx", it is true/],
    [line(0, null), /line 1 needs text in "sql", it is null/],
    ['{"idx": 0}', /line 1 needs text in "sql", it is missing/],
    [all + line(3), /line 4 has idx 3, need a position from 0 to 2/],
    [line(-1), /line 1 has idx -1/],
    [all + line(1), /line 4 repeats idx 1 of line 2/],
    [line(1), /2 questions have no prediction: idx 0, 2/],
  ];
  for (const [text, reason] of cases) assert.match(String(await read(text, "jsonl")), reason);
});

Deno.test("readPredictions: a file for the whole benchmark serves a filtered one", async () => {
  assert.deepEqual(await read("A\nB\nC\n", "spider", ["shop"]), ["C"]);
  assert.deepEqual(await read(bird(good), "bird", ["shop"]), ["C"]);
  assert.deepEqual(await read('{"idx": 2, "sql": "C"}', "jsonl", ["shop"]), ["C"]);
});

Deno.test("readPredictions: bytes that are not UTF-8 and absent files are refused", async () => {
  assert.match(String(await read(new Uint8Array([65, 0xff, 10]), "spider")), /not UTF-8/);
  await withBirdLayout(async (directory) => {
    const benchmark = await loadBenchmark({ directory });
    await assert.rejects(
      readPredictions({ path: `${directory}/none.jsonl`, benchmark }),
      /none\.jsonl: there is no such file/,
    );
  });
});

Deno.test("readPredictions: the format follows the file's ending unless it is given", () =>
  withBirdLayout(async (directory) => {
    const benchmark = await loadBenchmark({ directory });
    const texts = {
      "p.json": bird(good),
      "p.jsonl": '{"idx":0,"sql":"A"}\n{"idx":1,"sql":"B"}\n{"idx":2,"sql":"C"}',
      "p.txt": "A\nB\nC",
    };
    for (const [name, text] of Object.entries(texts)) {
      const path = `${directory}/${name}`;
      await Deno.writeTextFile(path, text);
      const predictions = await readPredictions({ path, benchmark });
      assert.deepEqual(predictions.map(({ sql }) => sql), ["A", "B", "C"]);
    }
  }));
