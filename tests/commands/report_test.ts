import assert from "node:assert/strict";
import { reportCommand } from "../../lib/commands/report.ts";
import { exampleCell } from "../../lib/experiment/examples.ts";
import { prepareCells } from "../../lib/experiment/prepare_cells.ts";
import { runCell } from "../../lib/experiment/run_cell.ts";
import { runCells } from "../../lib/experiment/run_cells.ts";
import { defaultRequest } from "../../lib/experiment/run_request.ts";
import { methodVariants } from "../../lib/experiment/variant.ts";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";
import { makeRun, tasks } from "../analysis/make_run.ts";
import { captureTerminal } from "./capture_terminal.ts";

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function report(...args: string[]): Promise<string> {
  const terminal = captureTerminal();
  assert.equal(await reportCommand.run(args, terminal), 0);
  assert.deepEqual(terminal.errors, []);
  return terminal.text();
}

const rowOf = (text: string, name: string) =>
  text.split("\n").find((line) => line.startsWith(`| ${name} `))!
    .split("|").slice(1, -1).map((cell) => cell.trim());

Deno.test("report: two small runs in one table, in the order of the methods", () =>
  inFolder(async (folder) => {
    await runCell(exampleCell(`${folder}/a.run.sqlite`));
    const cell = exampleCell(`${folder}/b.run.sqlite`);
    await runCell({ ...cell, manifest: { ...cell.manifest, method: "stateless" } });
    const text = await report(folder);
    assert.match(text, /^## example, order 1, judged by denotation$/m);
    assert.match(text, /^oracle feedback, K = 7, model scripted on scripted, 1 questions/m);
    assert.ok(text.indexOf("| stateless ") < text.indexOf("| merit "));
    assert.deepEqual(rowOf(text, "merit").slice(0, 10), [
      ...["merit", "1", "0.0 %", "100.0 %", "1 of 1", "0", "0", "0", "0", "2.00"],
    ]);
    assert.doesNotMatch(text, /Note:/);
  }));

Deno.test("report: numbers by hand over six questions, with unscored, late, cut and empty ones", () =>
  inFolder(async (folder) => {
    const usage = { promptTokens: 100, completionTokens: 10, cachedTokens: null };
    const broken = {
      "1.0": { text: "SELECT 0 AS", finish: "length", usage },
      "2.0": { text: "SELECT 0 AS", finish: "length", usage },
      "2.1": { text: "", finish: "empty", usage },
    } as const;
    await makeRun(`${folder}/a.run.sqlite`, { broken });
    const text = await report(`${folder}/a.run.sqlite`);
    assert.deepEqual(rowOf(text, "merit"), [
      ...["merit", "5", "20.0 %", "80.0 %", "3 of 4", "1", "1", "2", "1"],
      ...["2.20", "2.75", "242", "303"],
    ]);
    assert.match(text, /Note: merit: 1 unscored, no gold to judge by\./);
    assert.deepEqual(rowOf(text, "zoo"), ["zoo", "0.0 % → 50.0 % (2)"]);
    assert.deepEqual(rowOf(text, "challenging"), ["challenging", "0.0 % → 100.0 % (1)"]);
    assert.deepEqual(rowOf(text, "unknown"), ["unknown", "2 of 2"]);
  }));

Deno.test("report: --by shows one breakdown only", () =>
  inFolder(async (folder) => {
    await makeRun(`${folder}/a.run.sqlite`);
    const text = await report(folder, "--by", "failure");
    assert.deepEqual(text.match(/^### By .*/gm), [
      "### By failure type of attempt 0: fixed of all",
    ]);
  }));

Deno.test("report: other orders stand in other tables and incomplete runs are marked", () =>
  inFolder(async (folder) => {
    await makeRun(`${folder}/a.run.sqlite`);
    await makeRun(`${folder}/b.run.sqlite`, { manifest: { order: 2 }, limit: 4 });
    const blocks = (await report(folder)).split(/^(?=## )/m);
    assert.equal(blocks.length, 2);
    assert.deepEqual(rowOf(blocks[0]!, "merit")[1], "5");
    assert.match(blocks[1]!, /^\| merit \(incomplete: 4 of 6\) /m);
  }));

Deno.test("report: warns where the methods do not share attempt 0", () =>
  inFolder(async (folder) => {
    await makeRun(`${folder}/a.run.sqlite`);
    await makeRun(`${folder}/b.run.sqlite`, { manifest: { method: "stateless" }, salt: "b" });
    assert.match(
      await report(folder),
      /Note: Attempt 0 differs between stateless and merit on 5 of 5 questions/,
    );
  }));

Deno.test("report: the same run twice is told apart by its file", () =>
  inFolder(async (folder) => {
    await makeRun(`${folder}/a.run.sqlite`);
    await Deno.copyFile(`${folder}/a.run.sqlite`, `${folder}/b.run.sqlite`);
    const text = await report(folder, `${folder}/a.run.sqlite`);
    assert.equal(text.match(/^\| merit \([ab]\.run\.sqlite\) +\| 5 /gm)?.length, undefined);
    assert.deepEqual(rowOf(text, "merit (a.run.sqlite)").slice(1, 3), ["5", "20.0 %"]);
    assert.deepEqual(rowOf(text, "merit (b.run.sqlite)").slice(1, 3), ["5", "20.0 %"]);
  }));

Deno.test("report: files of one name in two folders have titles of their own", () =>
  inFolder(async (folder) => {
    const places = ["one", "two"].map((part) => `${folder}/${part}`);
    for (const place of places) await Deno.mkdir(place);
    await makeRun(`${places[0]}/a.run.sqlite`);
    await Deno.copyFile(`${places[0]}/a.run.sqlite`, `${places[1]}/a.run.sqlite`);
    const text = await report(...places);
    for (const name of ["one", "two"]) {
      assert.deepEqual(rowOf(text, `merit (${name}/a.run.sqlite)`).slice(1, 3), ["5", "20.0 %"]);
    }
    const titles = text.split("\n").filter((line) => line.startsWith("| database "));
    assert.match(titles.join(), /merit \(one\/a\.run\.sqlite\) .*merit \(two\/a\.run\.sqlite\)/);
  }));

Deno.test("report: --json gives fractions and all breakdowns", () =>
  inFolder(async (folder) => {
    await makeRun(`${folder}/a.run.sqlite`);
    const { blocks } = JSON.parse(await report(folder, "--json"));
    const [run] = blocks[0].runs;
    assert.equal(blocks[0].oracleFeedback, "full");
    assert.equal(blocks[0].questions, tasks.length);
    assert.deepEqual([run.accuracyFirst, run.accuracyLast, run.unscored], [0.2, 0.8, 1]);
    assert.deepEqual([run.timeouts, run.truncated, run.empty], [1, 0, 0]);
    assert.equal(run.byDatabase.length, 2);
  }));

Deno.test("report: refuses what is no run and folders without one", () =>
  inFolder(async (folder) => {
    const run = (path: string) => reportCommand.run([path], captureTerminal());
    await assert.rejects(() => run(folder), /holds no \*\.run\.sqlite file/);
    await assert.rejects(() => run(`${folder}/missing`), /no such file or folder/);
  }));

Deno.test("report: a file that cannot be read is named, and the others are reported", () =>
  inFolder(async (folder) => {
    await makeRun(`${folder}/b.run.sqlite`);
    const alone = await report(folder);
    await Deno.writeTextFile(`${folder}/a.run.sqlite`, "not a database");
    await Deno.writeTextFile(`${folder}/c.run.sqlite`, "");
    const terminal = captureTerminal();
    assert.equal(await reportCommand.run([folder], terminal), 2);
    assert.equal(terminal.text(), alone);
    const [first, second, ...rest] = terminal.errors;
    assert.match(first!, /a\.run\.sqlite/);
    assert.match(second!, /c\.run\.sqlite/);
    assert.deepEqual(rest, ["2 of 3 files could not be read"]);
  }));

Deno.test("report: --attribution sets flips beside those of a second seed of stateless", async () => {
  const folder = await Deno.makeTempDir();
  const base = { model: "scripted:select-one", embedder: "hashing", recording: ":memory:" };
  const second = { ...defaultConfiguration, budget: 1, runSeed: 2 };
  const variants = [
    ...methodVariants(["stateless", "merit"], { ...defaultConfiguration, budget: 1 }),
    { name: "again", method: "stateless", configuration: second },
  ];
  const request = { ...defaultRequest, ...base, variants, databases: ["bike_share"], limit: 12 };
  await using prepared = await prepareCells({ ...request, out: folder }, { resume: false });
  await runCells(prepared, { parallel: 1, prefetch: false });
  const terminal = captureTerminal();
  assert.equal(await reportCommand.run([folder, "--attribution"], terminal), 0);
  const text = terminal.text();
  assert.match(text, /^## merit beside stateless/m);
  assert.match(text, /^0 of 12 questions \(0\.0 %, 95 % interval 0\.0 % to 24\.2 %\) flip/m);
  assert.match(
    text,
    /Between two run seeds of stateless.* 0 of 12 .*chance alone may flip as many/,
  );
  assert.match(text, /associations/);
  const closing = new AbortController();
  await using more = await prepareCells({
    ...request,
    out: folder,
    variants: methodVariants(["reflexion"], { ...defaultConfiguration, budget: 1 }),
  }, { resume: false });
  await runCells(more, {
    parallel: 1,
    prefetch: false,
    closing: closing.signal,
    onEpisode: () => closing.abort(),
  });
  const beside = captureTerminal();
  assert.equal(await reportCommand.run([folder, "--attribution"], beside), 0);
  assert.equal(beside.text(), text, "an arm that is not finished is left out");
  assert.match(
    beside.errors.join("\n"),
    /^Note: left out .*-reflexion-.*: 1 of 12 questions are finished$/,
  );
  const other = captureTerminal();
  const [unfinished] = more.cells;
  await assert.rejects(() => reportCommand.run([unfinished!.path, "--attribution"], other), {
    name: "InputError",
    message: /of 1 runs none is finished/,
  });
  const [plain, merit] = prepared.cells;
  const alone = captureTerminal();
  assert.equal(await reportCommand.run([plain!.path, "--attribution"], alone), 0);
  assert.match(alone.text(), /^No prompt of these runs shows an entry.*: there is nothing to/);
  await assert.rejects(() => reportCommand.run([merit!.path, "--attribution"], other), {
    name: "InputError",
    message: /need a run of stateless/,
  });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("report: --attribution takes no other parameters for a second run seed", () =>
  inFolder(async (folder) => {
    const shared = { ...defaultConfiguration, budget: 1 };
    const other = { ...shared, memory: { ...shared.memory, twins: "block" as const } };
    const base = { ...defaultRequest, model: "scripted:select-one", embedder: "hashing" };
    const run = async (name: string, runSeed: number) => {
      const variants = [
        ...methodVariants(["stateless", "merit"], shared),
        { name, method: "stateless", configuration: { ...other, runSeed } },
      ];
      const out = `${folder}/${name}`;
      const request = { ...base, variants, databases: ["bike_share"], limit: 4, out };
      await using prepared = await prepareCells(request, { resume: false });
      await runCells(prepared, { parallel: 1, prefetch: false });
      return await report(out, "--attribution");
    };
    for (const [name, seed] of [["same-seed", 1], ["other-seed", 2]] as const) {
      const text = await run(name, seed);
      assert.match(text, /by chance is not known: there is no second run seed of stateless/);
      assert.doesNotMatch(text, /Between two run seeds/);
    }
  }));
