import assert from "node:assert/strict";
import { runCell } from "../../lib/experiment/run_cell.ts";
import { mergeRuns } from "../../lib/runs/merge_runs.ts";
import { lockRun } from "../../lib/runs/run_lock.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { sha256 } from "../../lib/sha256.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { createScriptedModel } from "../../lib/llm/scripted_model.ts";
import { newFolder, newPath, worldCell, type WorldOptions } from "./world.ts";

/** Runs a cell, to its end or for some episodes. */
async function runFor(episodes = Infinity, options: WorldOptions = {}): Promise<string> {
  const path = await newPath();
  const stop = new AbortController();
  const onEpisode = (_: unknown, { done }: { done: number }) => {
    if (done === episodes) stop.abort(new Error("Stopped"));
  };
  await runCell({ ...worldCell(path, options), signal: stop.signal, onEpisode }).catch((error) => {
    if (!stop.signal.aborted) throw error;
  });
  return path;
}

const as = (path: string, name = "main/a.run.sqlite") => ({ path, name });
const hash = async (path: string) => sha256(await Deno.readFile(path));
const files = async (folder: string) =>
  (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);

const whole = await runFor();

Deno.test("mergeRuns: copies every cell, byte for byte, and tells what it holds", async () => {
  const folder = await newFolder();
  const stateless = await runFor(Infinity, { method: "stateless" });
  const merged = await mergeRuns([as(whole), as(stateless, "b.run.sqlite")], folder);
  assert.deepEqual(merged.map(({ name }) => name), ["b.run.sqlite", "main/a.run.sqlite"]);
  for (const { name, from, sha256, episodes, total, last } of merged) {
    assert.equal(await hash(`${folder}/${name}`), await hash(from));
    assert.equal(await hash(from), sha256);
    assert.deepEqual([episodes, total], [8, 8]);
    assert.equal(last, readRun(from).episodes.at(-1)!.digest);
  }
});

Deno.test("mergeRuns: the same results twice are taken once, though times differ", async () => {
  const folder = await newFolder();
  const again = await runFor();
  const database = new DatabaseSync(again);
  database.exec("UPDATE calls SET duration_ms = 7");
  database.close();
  const [merged, ...others] = await mergeRuns([as(whole), as(again)], folder);
  assert.equal(others.length, 0);
  assert.equal(merged!.from, whole);
});

Deno.test("mergeRuns: of a run and how it went on, the later is taken, in either order", async () => {
  const part = await runFor(3);
  assert.equal(readRun(part).episodes.length, 3);
  for (const sources of [[as(part), as(whole)], [as(whole), as(part)]]) {
    const [merged] = await mergeRuns(sources, await newFolder());
    assert.deepEqual([merged!.from, merged!.episodes], [whole, 8]);
  }
});

Deno.test("mergeRuns: results that differ are refused by name, and nothing is written", async () => {
  const folder = await newFolder();
  const path = await newPath();
  await runCell({ ...worldCell(path), model: createScriptedModel({ answer: () => "SELECT 4" }) });
  const sources = [as(await runFor(), "first.run.sqlite"), as(whole), as(path)];
  await assert.rejects(mergeRuns(sources, folder), {
    name: "InputError",
    message: `Cannot merge "${whole}" and "${path}": both are the cell main/a.run.sqlite, and ` +
      "their results part at episode 1 of their order",
  });
  const other = await runFor(Infinity, { configuration: { budget: 2 } });
  await assert.rejects(mergeRuns([as(whole), as(other)], folder), /made from something else each/);
  assert.deepEqual(await files(folder), []);
});

Deno.test("mergeRuns: a file that is unsound or being written is refused", async () => {
  const folder = await newFolder();
  const forged = await runFor();
  const database = new DatabaseSync(forged);
  database.exec("UPDATE attempts SET completion = completion || ' ' WHERE position = 2");
  database.close();
  await assert.rejects(
    mergeRuns([as(forged)], folder),
    /Task q2: its rows do not match their digest/,
  );
  const renamed = await runFor();
  const other = new DatabaseSync(renamed);
  other.exec(
    `UPDATE run SET value = replace(value, '"merit"', '"stateless"') WHERE key = 'manifest'`,
  );
  other.close();
  await assert.rejects(mergeRuns([as(renamed)], folder), /The manifest is not the one/);
  for (
    const change of [
      "UPDATE tasks SET difficulty = 'easy' WHERE position = 2",
      "UPDATE tasks SET twin_group = 'q' WHERE position = 2",
      "DELETE FROM vectors",
    ]
  ) {
    const altered = await runFor();
    const database = new DatabaseSync(altered);
    database.exec(change);
    database.close();
    await assert.rejects(mergeRuns([as(whole), as(altered)], folder), {
      name: "InputError",
      message: new RegExp(`^Cannot merge "${altered}": .*; see merit audit$`, "s"),
    }, change);
  }
  using _lock = lockRun(whole);
  await assert.rejects(mergeRuns([as(whole)], folder), /a process is writing it/);
  assert.deepEqual(await files(folder), []);
});

Deno.test("mergeRuns: a file under two names is refused, and so is what the folder cannot take", async () => {
  const folder = await newFolder();
  await assert.rejects(mergeRuns([as(whole), as(whole, "a.run.sqlite")], folder), {
    name: "InputError",
    message: /as a\.run\.sqlite: it is taken as main\/a\.run\.sqlite/,
  });
  assert.deepEqual(await files(folder), []);
  await Deno.mkdir(`${folder}/a.run.sqlite/full`, { recursive: true });
  await assert.rejects(mergeRuns([as(whole, "a.run.sqlite")], folder), {
    name: "InputError",
    message: /^Cannot merge into ".*a\.run\.sqlite": /,
  });
  assert.deepEqual(await files(folder), ["a.run.sqlite"], "no draft is left");
});

Deno.test("mergeRuns: again into the same folder changes nothing", async () => {
  const folder = await newFolder();
  const first = await mergeRuns([as(whole)], folder);
  const there = `${folder}/main/a.run.sqlite`;
  const { mtime } = await Deno.stat(there);
  const second = await mergeRuns([as(there), as(whole)], folder);
  assert.deepEqual({ ...second[0], from: "" }, { ...first[0], from: "" });
  assert.deepEqual((await Deno.stat(there)).mtime, mtime);
});
