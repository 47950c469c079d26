import assert from "node:assert/strict";
import { commands } from "../../cli.ts";
import { dispatch } from "../../lib/commands/dispatch.ts";
import { loadBenchmark } from "../../lib/benchmark/load_benchmark.ts";
import { describeDatabases, readOutsideData } from "../../lib/experiment/outside_data.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { planSpiderPart } from "../../tools/plan_spider_part.ts";
import { inTempDir, writeBirdLayout } from "../benchmark/bird_layout.ts";
import { captureTerminal } from "../commands/capture_terminal.ts";

async function merit(...args: readonly string[]) {
  const terminal = captureTerminal();
  const code = await dispatch([...args, "--quiet"], { commands, terminal });
  return { code, errors: terminal.errors.join("\n") };
}

/** A recording over a folder that its JSON names, from another place than the one it is in. */
const withRecording = (test: (folder: string) => Promise<void>) =>
  inTempDir(async (folder) => {
    await writeBirdLayout(`${folder}/bird`);
    const live = ["--model", "scripted:count-rows", "--embedder", "hashing"];
    const recording = ["--recording", `${folder}/recordings/part.sqlite`];
    await Deno.mkdir(`${folder}/recordings`);
    const record = ["--methods", "merit", "--budget", "1", ...recording, ...live];
    const benchmark = ["--benchmark", `${folder}/bird`, "--databases", "clinic"];
    assert.equal((await merit("run", ...record, ...benchmark, "--out", `${folder}/first`)).code, 0);
    const databases = describeDatabases(
      await loadBenchmark({ directory: `${folder}/bird`, databases: ["clinic"] }),
    );
    const source = "https://example.org/bird";
    const data = { benchmark: "bird", folder: "../bird", source, databases };
    await Deno.writeTextFile(`${folder}/recordings/part.json`, JSON.stringify({ data }));
    await test(folder);
  });

const replay = (folder: string, out: string, ...more: readonly string[]) =>
  merit(
    ...["run", "--replay", "--recording", `${folder}/recordings/part.sqlite`, "--methods", "merit"],
    ...["--budget", "1", "--out", `${folder}/${out}`, ...more],
  );

Deno.test("outside data: a replay finds the data where the recording says", () =>
  withRecording(async (folder) => {
    const { code, errors } = await replay(folder, "again");
    assert.equal(code, 0, errors);
    assert.doesNotMatch(errors, /note/);
  }));

Deno.test("outside data: a replay without it says what is missing, where it goes and whence", () =>
  withRecording(async (folder) => {
    await Deno.rename(`${folder}/bird`, `${folder}/elsewhere`);
    const { code, errors } = await replay(folder, "again");
    assert.equal(code, 2);
    assert.match(
      errors,
      /put bird's dev\.json, tables\.json and database\/clinic\/ into .*\/bird /,
    );
    assert.match(errors, /get it from https:\/\/example\.org\/bird/);
    const beside = `${folder}/recordings/part.json`;
    const { data } = JSON.parse(await Deno.readTextFile(beside));
    data.databases.push({ ...data.databases[0], name: "planned" });
    await Deno.writeTextFile(beside, JSON.stringify({ databases: ["clinic"], data }));
    const planned = await replay(folder, "planned");
    assert.match(planned.errors, /tables\.json and database\/clinic\/ into/, "what is recorded");
    const named = await replay(folder, "named", "--benchmark", `${folder}/elsewhere`);
    assert.equal(named.code, 3, "the other database is not recorded");
    const part = ["--benchmark", `${folder}/elsewhere`, "--databases", "clinic"];
    assert.equal((await replay(folder, "part", ...part)).code, 0);
  }));

Deno.test("outside data: a recording that is not there is told before its data is asked for", () =>
  withRecording(async (folder) => {
    const recording = `${folder}/recordings/part.sqlite`;
    await Deno.rename(`${folder}/bird`, `${folder}/elsewhere`);
    await Deno.remove(recording);
    const given = ["--recording", recording, "--out", `${folder}/none`];
    const verify = ["verify-recording", recording, "--model", "scripted:count-rows"];
    for (
      const { code, errors } of [
        await replay(folder, "none"),
        await merit("experiment", "main_comparison", ...given),
        await merit(...verify),
      ]
    ) {
      assert.equal(code, 2);
      assert.equal(errors, `merit: Cannot open the recording ${recording}: no such file`);
    }
    // To record, the data is needed and the recording is made.
    const live = ["--model", "scripted:count-rows", "--embedder", "hashing"];
    const { errors } = await merit("experiment", "main_comparison", ...given, ...live);
    assert.match(errors, /without its data: put bird's/);
  }));

Deno.test("outside data: other questions are refused, another database file is a note", () =>
  withRecording(async (folder) => {
    const file = readOutsideData(`${folder}/recordings/part.sqlite`)!.databases[0]!;
    assert.deepEqual([file.name, file.ids], ["clinic", ["7", "9"]]);
    const [path] = (await loadBenchmark({ directory: `${folder}/bird` })).inputs
      .map((input) => `${folder}/bird/${input.path}`).filter((one) =>
        one.endsWith("clinic.sqlite")
      );
    const database = new DatabaseSync(path!);
    database.exec("UPDATE owner SET name = 'Cynthia' WHERE id = 3");
    database.close();
    const { errors } = await replay(folder, "rows");
    assert.match(errors, /note: the database file of clinic is not the one that was recorded/);
    const questions = JSON.parse(await Deno.readTextFile(`${folder}/bird/dev.json`));
    questions[0].question += " Please.";
    await Deno.writeTextFile(`${folder}/bird/dev.json`, JSON.stringify(questions));
    const { code, errors: refused } = await replay(folder, "questions");
    assert.equal(code, 2);
    assert.match(
      refused,
      /of the 2 recorded questions of clinic, 2 have their ids here, and these/,
    );
  }));

Deno.test("outside data: of a file with more questions, the recorded ones are replayed", () =>
  withRecording(async (folder) => {
    const file = `${folder}/bird/dev.json`;
    const questions = JSON.parse(await Deno.readTextFile(file));
    const more = { ...questions[0], question_id: 1, question: "How many owners are from Köln?" };
    await Deno.writeTextFile(file, JSON.stringify([more, ...questions]));
    const { code, errors } = await replay(folder, "whole");
    assert.equal(code, 0, errors);
    assert.match(errors, /note: 1 questions of clinic are left out: they are not recorded/);
    const [run] = [...Deno.readDirSync(`${folder}/whole`)].filter(({ name }) =>
      name.endsWith(".run.sqlite")
    );
    const { episodes } = readRun(`${folder}/whole/${run!.name}`);
    assert.deepEqual(episodes.map(({ task }) => task.id).toSorted(), ["7", "9"]);
    await Deno.writeTextFile(file, JSON.stringify([more, questions[1]]));
    const { code: lacking, errors: refused } = await replay(folder, "lacking");
    assert.equal(lacking, 2);
    assert.match(refused, /of the 2 recorded questions of clinic, 1 have their ids here/);
  }));

Deno.test("outside data: a malformed file beside a recording is the user's to mend", () =>
  inTempDir(async (folder) => {
    const bad: Readonly<Record<string, RegExp>> = {
      "{": /it is not JSON/,
      '{"data": 7}': /data is the number 7, need an object/,
      '{"data": {"databases": []}}': /benchmark is missing, need a text/,
      '{"data": {"benchmark": "b", "folder": "f", "source": "s", "databases": [{"name": 1}]}}':
        /name is the number 1/,
    };
    for (const [text, message] of Object.entries(bad)) {
      await Deno.writeTextFile(`${folder}/a.json`, text);
      assert.throws(() => readOutsideData(`${folder}/a.sqlite`), { name: "InputError", message });
    }
  }));

const shared = new URL("../../../shared/data/spider-dev/", import.meta.url).pathname;
const isAbsent = await Deno.stat(shared).then(() => false, () => true);
if (isAbsent) console.log("skipped, because shared/ is not beside the checkout");

Deno.test({
  name: "spider_part.json: the rule chooses these databases, with these questions",
  ignore: isAbsent,
  async fn() {
    const file = new URL("../../data/recordings/spider_part.json", import.meta.url);
    const part = JSON.parse(await Deno.readTextFile(file));
    const planned = JSON.parse(await planSpiderPart(shared));
    // What is recorded is told beside the plan, which the rule makes before anything is recorded.
    const { methods, databases, experiments } = part;
    assert.deepEqual(part, { ...planned, methods, databases, experiments });
    assert.deepEqual([part.questions, part.twinGroups], [196, 113]);
  },
});
