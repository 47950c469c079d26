import assert from "node:assert/strict";
import { InputError } from "../../lib/errors.ts";
import { digestDatabase } from "../../lib/benchmark/build_database.ts";
import { bundledGenerators, loadBundled } from "../../lib/benchmark/bundled.ts";
import { readGold } from "../../lib/benchmark/gold_book.ts";
import { makeTables } from "../../lib/benchmark/make_tables.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { inTempDir } from "./bird_layout.ts";

const bundledFolder = new URL("../../data/bundled/", import.meta.url);
const databases = ["bike_share"];

Deno.test("loadBundled: holds 40 questions a database, and the twins only when asked", () =>
  inTempDir(async (cache) => {
    const plain = await loadBundled({ cache });
    const counts = Map.groupBy(plain.tasks, ({ databaseId }) => databaseId);
    assert.deepEqual(
      [...counts].map(([name, tasks]) => [name, tasks.length]),
      Object.keys(bundledGenerators).map((name) => [name, 40]),
    );
    assert.equal(plain.defaultMode, "denotation");
    const groups = new Set(plain.tasks.map(({ twinGroup }) => twinGroup));
    const both = await loadBundled({ cache, twins: true });
    assert.deepEqual(both.tasks.slice(0, 160), plain.tasks);
    const twins = both.tasks.slice(160);
    assert.equal(twins.length, 10);
    assert.deepEqual(twins.map(({ id, index }) => [id, index])[0], ["160", 160]);
    for (const twin of twins) {
      assert(groups.has(twin.twinGroup), twin.question);
      const original = plain.tasks.find(({ twinGroup }) => twinGroup === twin.twinGroup)!;
      assert.notEqual(twin.question, original.question);
      assert.equal(readGold(both.golds, twin.id), readGold(both.golds, original.id));
    }
  }));

Deno.test("loadBundled: every gold gives rows and no two questions are one", () =>
  inTempDir(async (cache) => {
    const { tasks, golds, databasePath } = await loadBundled({ cache, twins: true });
    assert.equal(new Set(tasks.map(({ question }) => question)).size, tasks.length);
    for (const { id, databaseId } of tasks) {
      const db = new DatabaseSync(databasePath(databaseId), { readOnly: true });
      const rows = db.prepare(readGold(golds, id)).all();
      db.close();
      assert(rows.length > 0 && rows.length <= 300, `${databaseId}, task ${id}: ${rows.length}`);
    }
  }));

Deno.test("loadBundled: inputs name the digests in place of SQLite's bytes", () =>
  inTempDir(async (cache) => {
    const { inputs } = await loadBundled({ cache, databases, twins: true });
    assert.deepEqual(
      inputs.map(({ path }) => path),
      ["dev.json", "digests.json", "tables.json", "twins.json"],
    );
  }));

Deno.test("loadBundled: a spoilt cache is built again, a good one is left alone", () =>
  inTempDir(async (cache) => {
    const path = (await loadBundled({ cache, databases })).databasePath("bike_share");
    assert.equal(path, `${cache}/database/bike_share/bike_share.sqlite`);
    const digest = digestDatabase(path);
    const built = (await Deno.stat(path)).ino;
    await loadBundled({ cache, databases });
    assert.equal((await Deno.stat(path)).ino, built);
    const db = new DatabaseSync(path);
    db.exec("UPDATE station SET docks = docks + 1");
    db.close();
    await loadBundled({ cache, databases });
    assert.equal(digestDatabase(path), digest);
    await Deno.writeTextFile(path, "torn");
    await loadBundled({ cache, databases });
    assert.equal(digestDatabase(path), digest);
  }));

Deno.test("loadBundled: loads at once share one cache", () =>
  inTempDir(async (cache) => {
    const loads = await Promise.all([1, 2, 3].map(() => loadBundled({ cache, databases })));
    assert.deepEqual(loads[0]!.tasks, loads[2]!.tasks);
    const names = [...Deno.readDirSync(`${cache}/database/bike_share`)].map(({ name }) => name);
    assert.deepEqual(names, ["bike_share.sqlite"]);
  }));

Deno.test("loadBundled: an unknown database and a cache that takes no files are refused", () =>
  inTempDir(async (cache) => {
    await assert.rejects(loadBundled({ cache, databases: ["zoo"] }), InputError);
    await Deno.writeTextFile(`${cache}/file`, "");
    await assert.rejects(
      loadBundled({ cache: `${cache}/file`, databases }),
      /no file can be written below .*file/,
    );
  }));

Deno.test("bundled tables.json: is what makeTables gives", () =>
  inTempDir(async (cache) => {
    const { databasePath } = await loadBundled({ cache });
    const listed = JSON.parse(await Deno.readTextFile(new URL("tables.json", bundledFolder)));
    const made = Object.keys(bundledGenerators).map((databaseId) =>
      makeTables({ databaseId, path: databasePath(databaseId) })
    );
    assert.deepEqual(listed, JSON.parse(JSON.stringify(made)));
  }));
