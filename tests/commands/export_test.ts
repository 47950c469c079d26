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
    await makeRun(`${folder}/a.run.sqlite`, { script: allScored });
    const path = `${folder}/predictions`;
    const args = [`${folder}/a.run.sqlite`, "--predictions", path, "--format", format];
    const terminal = captureTerminal();
    assert.equal(await exportCommand.run(args, terminal), 0);
    const predictions = await readPredictions({ path, benchmark, format });
    assert.deepEqual(predictions.map(({ sql }) => sql), finalSql);
    assert.deepEqual(terminal.lines, []);

    await assert.rejects(() => exportCommand.run(args, terminal), /there already/);
    await Deno.remove(folder, { recursive: true });
  });
}

Deno.test("export: unscored questions have no prediction, so only jsonl takes the run", async () => {
  const folder = await Deno.makeTempDir();
  const run = `${folder}/a.run.sqlite`, path = `${folder}/predictions`;
  await makeRun(run);
  const terminal = captureTerminal();
  await assert.rejects(
    () => exportCommand.run([run, "--predictions", path, "--format", "spider"], terminal),
    /there are 5, need 6/,
  );
  await exportCommand.run([run, "--predictions", path, "--format", "jsonl"], terminal);
  const lines = (await Deno.readTextFile(path)).trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(lines, finalSql.slice(0, 5).map((sql, idx) => ({ idx, sql })));
  await Deno.remove(folder, { recursive: true });
});

Deno.test("export: a CSV row for each attempt", async () => {
  const folder = await Deno.makeTempDir();
  await makeRun(`${folder}/a.run.sqlite`, { salt: ' /* "x", y */' });
  const path = `${folder}/attempts.csv`;
  await exportCommand.run([`${folder}/a.run.sqlite`, "--attempts", path], captureTerminal());
  const lines = (await Deno.readTextFile(path)).trimEnd().split("\n");
  assert.equal(lines.length, 1 + 11);
  assert.equal(
    lines[1],
    "merit,1,0,0,0,music,simple,solved,0,correct,rows,,,,1,100,10,," +
      '"SELECT 0 AS q0 /* ""x"", y */"',
  );
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
