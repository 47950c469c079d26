import assert from "node:assert/strict";
import { loadBundled } from "../../lib/benchmark/bundled.ts";
import { readGold } from "../../lib/benchmark/gold_book.ts";
import { judgeCommand } from "../../lib/commands/judge.ts";
import { InputError } from "../../lib/errors.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { captureTerminal } from "./capture_terminal.ts";

const golds = [
  "SELECT name FROM fruit",
  "SELECT count(*) FROM fruit",
  "SELECT name FROM fruit WHERE price > 1",
  "SELECT max(price) FROM fruit",
];
const predictions = [
  // The same set of rows, one of them twice: BIRD forgives it, Spider and the kit do not.
  "SELECT name FROM fruit UNION ALL SELECT 'pear'",
  "SELECT 2",
  "SELECT nme FROM fruit",
  "SELECT 99",
];

async function makeBenchmark(changedGolds: readonly string[] = golds): Promise<string> {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/database/shop`, { recursive: true });
  const database = new DatabaseSync(`${folder}/database/shop/shop.sqlite`);
  database.exec(
    "CREATE TABLE fruit (name TEXT, price REAL); " +
      "INSERT INTO fruit VALUES ('apple', 1.5), ('pear', 0.5)",
  );
  database.close();
  const questions = changedGolds.map((query, at) => ({
    db_id: "shop",
    question: `Question ${at}?`,
    query,
  }));
  await Deno.writeTextFile(`${folder}/dev.json`, JSON.stringify(questions));
  await Deno.writeTextFile(`${folder}/pred.sql`, predictions.join("\n") + "\n");
  return folder;
}

async function judge(folder: string, ...args: string[]) {
  const terminal = captureTerminal();
  const given = args.includes("--predictions") ? [] : ["--predictions", `${folder}/pred.sql`];
  const code = await judgeCommand.run(["--benchmark", folder, ...given, ...args], terminal);
  return { code, lines: terminal.lines, errors: terminal.errors };
}

async function judgeJson(folder: string, ...args: string[]) {
  const { code, lines } = await judge(folder, "--json", ...args);
  const items = lines.map((line) => JSON.parse(line));
  return { code, items: items.slice(0, -1), total: items.at(-1) };
}

Deno.test("judge: --json prints a verdict a line, then the total, and nothing else", async () => {
  const folder = await makeBenchmark();
  const { code, items, total } = await judgeJson(folder, "--mode", "spider-ts");
  assert.equal(code, 0);
  assert.deepEqual(items.map((item) => Object.keys(item)), [
    ...Array(4).fill(["idx", "db_id", "verdict", "reason"]),
  ]);
  assert.deepEqual(items.map(({ idx, db_id, verdict }) => [idx, db_id, verdict]), [
    [0, "shop", false],
    [1, "shop", true],
    [2, "shop", false],
    [3, "shop", false],
  ]);
  assert.match(items[2].reason, /no such column: nme/);
  assert.deepEqual(total, { total: 4, correct: 1, unscored: 0, accuracy: 0.25 });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("judge: the mode decides what is equal", async () => {
  const folder = await makeBenchmark();
  const verdictsOf = async (mode: string) =>
    (await judgeJson(folder, "--mode", mode)).items.map(({ verdict }) => verdict);
  assert.deepEqual(await verdictsOf("bird-ex"), [true, true, false, false]);
  assert.deepEqual(await verdictsOf("denotation"), [false, true, false, false]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("judge: the human form prints what is not correct, --all everything", async () => {
  const folder = await makeBenchmark();
  const { lines } = await judge(folder, "--mode", "bird-ex");
  assert.deepEqual(lines.map((line) => line.split(":")[0]), [
    "2 shop wrong",
    "3 shop wrong",
    "2 of 4 correct",
  ]);
  assert.equal(lines.at(-1), "2 of 4 correct: 50.0 % execution accuracy (bird-ex)");
  const { lines: all } = await judge(folder, "--mode", "bird-ex", "--all");
  assert.equal(all.length, 5);
  assert.equal(all[0], "0 shop correct: equal");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("judge: the three formats of predictions give the same verdicts", async () => {
  const folder = await makeBenchmark();
  const entries = predictions.map((sql, at) => [at, `${sql}\t----- bird -----\tshop`]);
  await Deno.writeTextFile(`${folder}/pred.json`, JSON.stringify(Object.fromEntries(entries)));
  const lines = predictions.map((sql, idx) => JSON.stringify({ idx, sql })).reverse();
  await Deno.writeTextFile(`${folder}/pred.jsonl`, lines.join("\n"));
  await Deno.copyFile(`${folder}/pred.json`, `${folder}/pred.txt`);
  const expected = (await judgeJson(folder)).items;
  for (const args of [["pred.json"], ["pred.jsonl"], ["pred.txt", "bird"]]) {
    const [file, format] = args;
    const { items } = await judgeJson(
      folder,
      ...["--predictions", `${folder}/${file}`],
      ...(format ? ["--predictions-format", format] : []),
    );
    assert.deepEqual(items, expected);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("judge: a bad gold refuses the file, or leaves its question unscored", async () => {
  const folder = await makeBenchmark(golds.with(3, "SELECT price FROM nowhere"));
  await assert.rejects(() => judge(folder), (error: Error) => {
    assert.ok(error instanceof InputError);
    assert.match(error.message, /no such table: nowhere/);
    return true;
  });
  const { code, items, total } = await judgeJson(folder, "--allow-bad-gold", "--mode", "bird-ex");
  assert.equal(code, 0);
  assert.equal(items[3].verdict, null);
  assert.deepEqual(total, { total: 4, correct: 2, unscored: 1, accuracy: 2 / 3 });
  const { lines } = await judge(folder, "--allow-bad-gold", "--mode", "bird-ex");
  assert.match(lines.at(-1)!, /^2 of 3 correct: 66\.7 % .*, 1 unscored$/);

  const gold = golds.map((sql) => `${sql}\tshop\n`).join("");
  await Deno.writeTextFile(`${folder}/mended.sql`, gold);
  const mended = await judgeJson(folder, "--golds", `${folder}/mended.sql`, "--mode", "bird-ex");
  assert.deepEqual(mended.total, { total: 4, correct: 2, unscored: 0, accuracy: 0.5 });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("judge: says that idx is the position where the questions carry another", async () => {
  const folder = await makeBenchmark();
  assert.deepEqual((await judge(folder)).errors.filter((line) => line.includes("idx")), []);
  const questions = JSON.parse(await Deno.readTextFile(`${folder}/dev.json`));
  const part = questions.map((question: object, at: number) => ({ ...question, idx: 3 - at }));
  await Deno.writeTextFile(`${folder}/dev.json`, JSON.stringify(part));
  assert.match((await judge(folder)).errors.join("\n"), /note: .* idx is the position in the file/);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("judge: an endless prediction is wrong at the deadline", async () => {
  const folder = await makeBenchmark();
  const endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";
  const lines = predictions.with(1, endless).join("\n");
  await Deno.writeTextFile(`${folder}/pred.sql`, lines);
  const { items, code } = await judgeJson(folder, "--timeout-ms", "300", "--mode", "denotation");
  assert.equal(code, 0);
  assert.equal(items[1].verdict, false);
  assert.match(items[1].reason, /timeout|300 ms/i);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("judge: refuses what does not fit, naming it", async () => {
  const folder = await makeBenchmark();
  const refused = async (args: string[], reason: RegExp) => {
    await assert.rejects(() => judge(folder, ...args), (error: Error) => {
      assert.ok(error instanceof InputError, String(error));
      assert.match(error.message, reason);
      return true;
    });
  };
  await refused(["--predictions", `${folder}/none.sql`], /none\.sql/);
  await Deno.writeTextFile(`${folder}/short.sql`, "SELECT 1\n");
  await refused(["--predictions", `${folder}/short.sql`], /1 lines, need 4/);
  await refused(["--mode", "spider"], /the nearest is spider-ts/);
  await refused(["--databases", "shp"], /shp/);
  await refused(["--twins"], /only bundled has them/);
  const bundled = ["--benchmark", "bundled", "--predictions", "p.sql", "--golds", "g.sql"];
  await assert.rejects(
    () => judgeCommand.run(bundled, captureTerminal()),
    /Cannot open the bundled benchmark with golds/,
  );
  await assert.rejects(
    () => judgeCommand.run(["--benchmark", "bundled"], captureTerminal()),
    /it needs --predictions FILE/,
  );
  await Deno.remove(folder, { recursive: true });
});

Deno.test("judge: a shuffled and a shifted file without ids are noticed", async () => {
  const folder = await Deno.makeTempDir();
  const benchmark = await loadBundled({ databases: ["bike_share", "harbor_freight"] });
  const golds = Array.from({ length: benchmark.questionCount }, () => "SELECT 1 WHERE 0");
  for (const { id, index } of benchmark.tasks) {
    golds[index] = readGold(benchmark.golds, id).replace(/\s+/g, " ");
  }
  const own = benchmark.tasks.map(({ index }) => index);
  const put = (moved: readonly number[]) =>
    golds.map((sql, at) => own.includes(at) ? golds[moved[own.indexOf(at)]!] : sql).join("\n");
  const notesOn = async (text: string) => {
    await Deno.writeTextFile(`${folder}/pred.txt`, text);
    const terminal = captureTerminal();
    const databases = ["--databases", "bike_share,harbor_freight"];
    const args = ["--benchmark", "bundled", "--predictions", `${folder}/pred.txt`, ...databases];
    assert.equal(await judgeCommand.run(args, terminal), 0);
    return [terminal.lines.at(-1)!.slice(0, 9), ...terminal.errors];
  };
  const half = own.length / 2;
  assert.deepEqual(await notesOn(put(own)), ["80 of 80 "]);
  const [, swapped] = await notesOn(put([...own.slice(half), ...own.slice(0, half)]));
  assert.match(swapped!, /^Note: \d\d of 80 predictions name a table that their database lacks;/);
  const [, shifted] = await notesOn(put([...own.slice(1), own[0]!]));
  assert.equal(
    shifted,
    "Note: none of 80 is correct; is each prediction in the place of its question?",
  );
  await Deno.remove(folder, { recursive: true });
});
