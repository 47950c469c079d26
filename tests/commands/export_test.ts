import assert from "node:assert/strict";
import type { Benchmark } from "../../lib/benchmark/benchmark.ts";
import { createGoldBook } from "../../lib/benchmark/gold_book.ts";
import { type PredictionFormat, readPredictions } from "../../lib/benchmark/read_predictions.ts";
import { exportCommand } from "../../lib/commands/export.ts";
import { makeRun, tasks, verdicts } from "../analysis/make_run.ts";
import { captureTerminal } from "./capture_terminal.ts";

const allScored: typeof verdicts = { ...verdicts, 5: ["correct"] };
const benchmark: Benchmark = {
  name: "example",
  format: "spider",
  defaultMode: "spider-ts",
  tasks,
  questionCount: tasks.length,
  golds: createGoldBook(new Map()),
  tables: [],
  databasePath: () => "",
  inputs: [],
  notes: [],
};

/** The last attempt of each question, by hand from the script. */
const finalSql = tasks.map(({ id }) => `SELECT ${allScored[id]!.length - 1} AS q${id}`);

for (const format of ["spider", "bird", "jsonl"] satisfies PredictionFormat[]) {
  Deno.test(`export: predictions in ${format} format come back as they were`, async () => {
    const folder = await Deno.makeTempDir();
    const counted = { name: "example", format: "spider", questionCount: 6, inputs: [] };
    const manifest = { benchmark: counted };
    await makeRun(`${folder}/a.run.sqlite`, { script: allScored, manifest });
    const path = `${folder}/predictions`;
    const args = [`${folder}/a.run.sqlite`, "--predictions", path, "--format", format];
    const terminal = captureTerminal();
    assert.equal(await exportCommand.run(args, terminal), 0);
    const predictions = await readPredictions({ path, benchmark, format });
    assert.deepEqual(predictions.map(({ sql }) => sql), finalSql);
    assert.deepEqual(terminal.lines, []);
    assert.equal(terminal.errors.length, 1);

    await assert.rejects(() => exportCommand.run(args, terminal), /there already/);
    await Deno.remove(folder, { recursive: true });
  });
}

/** Six of eight questions, of which one is unscored and two were not run yet. */
async function exportPart(format: PredictionFormat) {
  const folder = await Deno.makeTempDir();
  const run = `${folder}/a.run.sqlite`, path = `${folder}/predictions`;
  const counted = { name: "example", format: "spider", questionCount: 8, inputs: [] };
  await makeRun(run, {
    manifest: { benchmark: counted },
    script: { ...verdicts, 1: null },
    limit: 4,
  });
  const terminal = captureTerminal();
  await exportCommand.run([run, "--predictions", path, "--format", format], terminal);
  const text = await Deno.readTextFile(path);
  await Deno.remove(folder, { recursive: true });
  return { text, errors: terminal.errors.slice(1) };
}

const missing = "Note: 5 of the file's 8 questions have no prediction " +
  "(2 not in the run, 2 not run yet, 1 unscored) and are";

Deno.test("export: a part in spider format has a line for each question of the file", async () => {
  const { text, errors } = await exportPart("spider");
  const lines = [finalSql[0], "SELECT", finalSql[2], finalSql[3], ...Array(4).fill("SELECT")];
  assert.equal(text, lines.map((line) => `${line}\n`).join(""));
  assert.deepEqual(errors, [`${missing} written as SELECT, which counts as wrong`]);
});

Deno.test("export: a part in bird format has a key for each question of the file", async () => {
  const { text, errors } = await exportPart("bird");
  const end = "\t----- bird -----\t";
  assert.deepEqual(Object.entries(JSON.parse(text)), [
    ["0", `${finalSql[0]}${end}music`],
    ["1", `SELECT${end}music`],
    ["2", `${finalSql[2]}${end}music`],
    ["3", `${finalSql[3]}${end}zoo`],
    ...["4", "5", "6", "7"].map((key) => [key, `SELECT${end}zoo`]),
  ]);
  assert.deepEqual(errors, [`${missing} written as SELECT, which counts as wrong`]);
});

Deno.test("export: a part in jsonl format holds only what there is", async () => {
  const { text, errors } = await exportPart("jsonl");
  const lines = text.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(lines, [0, 2, 3].map((idx) => ({ idx, sql: finalSql[idx] })));
  assert.deepEqual(errors, [`${missing} left out`]);
});

Deno.test("export: a CSV row for each attempt", async () => {
  const folder = await Deno.makeTempDir();
  const broken = { "2.1": { text: "", finish: "empty" } } as const;
  await makeRun(`${folder}/a.run.sqlite`, { salt: ' /* "x", y */', broken });
  const path = `${folder}/attempts.csv`;
  await exportCommand.run([`${folder}/a.run.sqlite`, "--attempts", path], captureTerminal());
  const lines = (await Deno.readTextFile(path)).trimEnd().split("\n");
  assert.equal(lines.length, 1 + 11);
  assert.equal(
    lines[1],
    "merit,1,0,0,0,music,simple,solved,0,whole,correct,rows,,,,1,100,10,," +
      '"SELECT 0 AS q0 /* ""x"", y */"',
  );
  assert.match(lines[5]!, /^merit,1,2,2,2,music,moderate,solved,1,empty,error,/);
  assert.match(lines[0]!, /^method,order,position,task,idx,database,.*,message,sql$/);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("export: options need each other, and no file of the user's is lost", async () => {
  const folder = await Deno.makeTempDir();
  const run = `${folder}/a.run.sqlite`;
  await makeRun(run);
  const refused = (args: string[], reason: RegExp) =>
    assert.rejects(() => exportCommand.run([run, ...args], captureTerminal()), reason);
  await refused([], /need --predictions FILE, --attempts FILE or both/);
  await refused(["--predictions", "p.sql"], /need each other/);
  await refused(["--format", "bird", "--attempts", "a.csv"], /need each other/);
  await refused(["--attempts", run], /it is there already/);
  await refused(["--attempts", `${folder}/missing/a.csv`], /Cannot write/);
  await refused(["--attempts", `${run}/a.csv`], /Cannot write/);
  await Deno.remove(folder, { recursive: true });
});
