import assert from "node:assert/strict";
import { runCell } from "../../lib/experiment/run_cell.ts";
import { createRunFile, openRunFile, runFileExists } from "../../lib/runs/run_file.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { newFolder, newPath, worldCell } from "./world.ts";

const refuses = (path: string, message: string) =>
  assert.throws(() => openRunFile(path, { readOnly: true }), {
    name: "InputError",
    message: `Cannot open run file "${path}": ${message}`,
  });

/** A finished run, and what became of its bytes. */
async function makeChanged(change: (bytes: Uint8Array) => Uint8Array): Promise<string> {
  const [path, changed] = [await newPath(), await newPath("b")];
  await runCell(worldCell(path));
  await Deno.writeFile(changed, change(await Deno.readFile(path)));
  return changed;
}

Deno.test("createRunFile: makes an empty run that can be opened", async () => {
  const path = await newPath();
  createRunFile(path).close();
  using database = openRunFile(path, { readOnly: true });
  assert.equal(database.prepare("SELECT count(*) AS n FROM tasks").get()!.n, 0);
  assert.equal(database.prepare("PRAGMA foreign_keys").get()!.foreign_keys, 1);
});

Deno.test("createRunFile: refuses a path where something is", async () => {
  const path = await newPath();
  await Deno.writeTextFile(path, "notes");
  assert.throws(() => createRunFile(path), {
    name: "InputError",
    message: `Cannot create run file "${path}": it is there already; resume it instead`,
  });
  assert.equal(await Deno.readTextFile(path), "notes");
});

Deno.test("createRunFile: refuses a folder that is not there", async () => {
  const path = `${await newFolder()}/none/a.run.sqlite`;
  assert.throws(() => createRunFile(path), { name: "InputError", message: /unable to open/ });
});

Deno.test("openRunFile: refuses what is no file", async () => {
  const folder = await newFolder();
  for (const path of [`${folder}/none.sqlite`, folder, `${folder}/none/a.sqlite`]) {
    refuses(path, "there is no such file");
    assert.equal(runFileExists(path), false);
  }
});

const damaged = "it is damaged or no SQLite file";
const foreign = "it is an SQLite file of something else";
const changes: Readonly<Record<string, [(bytes: Uint8Array) => Uint8Array, message: string]>> = {
  "text": [() => new TextEncoder().encode("No database, but long enough ".repeat(99)), damaged],
  "an empty file": [() => new Uint8Array(), foreign],
  "a file that lost its second half": [(bytes) => bytes.slice(0, bytes.length / 2), damaged],
  "a file that lost its last page": [(bytes) => bytes.slice(0, -4096), damaged],
  "a file that lost some bytes": [(bytes) => bytes.slice(0, -100), damaged],
  "a file with a page overwritten": [(bytes) => bytes.fill(0xaa, 8192, 12_288), damaged],
};

for (const [what, [change, message]] of Object.entries(changes)) {
  Deno.test(`openRunFile: refuses ${what}`, async () => {
    refuses(await makeChanged(change), message);
  });
}

Deno.test("openRunFile: refuses another program's database and leaves it as it is", async () => {
  const path = await newPath();
  const other = new DatabaseSync(path);
  other.exec("CREATE TABLE notes (text); PRAGMA user_version = 1");
  other.close();
  const before = await Deno.readFile(path);
  for (const readOnly of [true, false]) {
    assert.throws(() => openRunFile(path, { readOnly }), new RegExp(foreign));
  }
  assert.deepEqual(await Deno.readFile(path), before);
});

const versions = {
  0: "an older kit wrote it: make the run again, its recording answers the calls",
  1: "an older kit wrote it: make the run again, its recording answers the calls",
  3: "a newer kit wrote it",
} as const;

for (const [version, why] of Object.entries(versions)) {
  Deno.test(`openRunFile: refuses version ${version}`, async () => {
    const path = await newPath();
    const database = createRunFile(path);
    database.exec(`PRAGMA user_version = ${version}`);
    database.close();
    refuses(path, `its version is ${version}, need 2; ${why}`);
  });
}

const tableChanges: Readonly<Record<string, readonly [change: string, message: string]>> = {
  "without a table": ["DROP TABLE retrievals", "its table retrievals is missing"],
  "without memory's table": ["DROP TABLE memory", "its table memory is missing"],
  "without a column": [
    "ALTER TABLE calls DROP COLUMN finish",
    "its table calls is not as the kit makes it",
  ],
  "with a view for a table": [
    "DROP TABLE vectors; CREATE VIEW vectors AS SELECT question AS text, id AS vector FROM tasks",
    "its table vectors is missing",
  ],
  "with a table that takes any type": [
    "DROP TABLE superseded; CREATE TABLE superseded (sequence, digest)",
    "its table superseded is not as the kit makes it",
  ],
};

for (const [what, [change, message]] of Object.entries(tableChanges)) {
  Deno.test(`openRunFile: refuses a file ${what}`, async () => {
    const path = await newPath();
    using database = createRunFile(path);
    database.exec(`PRAGMA foreign_keys = OFF; ${change}`);
    refuses(path, message);
  });
}

Deno.test("openRunFile: takes a file to which a reader added an index and a view", async () => {
  const path = await newPath();
  using database = createRunFile(path);
  database.exec(
    "CREATE INDEX by_status ON attempts (status); CREATE VIEW a AS SELECT * FROM calls",
  );
  openRunFile(path, { readOnly: true }).close();
});

Deno.test("openRunFile: refuses a trigger, which would run on a resume", async () => {
  const path = await newPath();
  using database = createRunFile(path);
  database.exec("CREATE TRIGGER later AFTER INSERT ON episodes BEGIN DELETE FROM vectors; END");
  assert.throws(() => openRunFile(path, { readOnly: true }), {
    name: "InputError",
    message: /its trigger later is not the kit's/,
  });
});

Deno.test("openRunFile: refuses a path where the system lets nobody look", async () => {
  const path = `${await newFolder()}/${"x".repeat(300)}.run.sqlite`;
  assert.throws(() => openRunFile(path, { readOnly: true }), {
    name: "InputError",
    message: /^Cannot look for run file ".*": File name too long/,
  });
});

Deno.test("openRunFile: read-only connections write nothing", async () => {
  const path = await newPath();
  createRunFile(path).close();
  using database = openRunFile(path, { readOnly: true });
  assert.throws(() => database.exec("DELETE FROM run"), /readonly/);
});

Deno.test("openRunFile: a write that a kill cut short is undone, read-only too", async () => {
  const [path, killed] = [await newPath(), await newPath("killed")];
  await runCell(worldCell(path));
  const database = openRunFile(path, { readOnly: false });
  database.exec(
    "PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE tasks SET question = 'x' || question",
  );
  database.exec("CREATE TABLE filler AS SELECT zeroblob(400000)");
  await Deno.copyFile(path, killed);
  await Deno.copyFile(`${path}-journal`, `${killed}-journal`);
  database.exec("ROLLBACK");
  using mended = openRunFile(killed, { readOnly: true });
  const questions = "SELECT group_concat(question) AS all_questions FROM tasks";
  assert.deepEqual(mended.prepare(questions).get(), database.prepare(questions).get());
  assert.equal(runFileExists(`${killed}-journal`), false);
  database.close();
});
