/** Every value in a run file is bound: whichever is changed, left out or added, the audit reports it. */
import assert from "node:assert/strict";
import { InfrastructureError, InputError } from "../../lib/errors.ts";
import { type CellSetting, runCell } from "../../lib/experiment/run_cell.ts";
import type { LanguageModel } from "../../lib/llm/language_model.ts";
import { auditRun } from "../../lib/runs/audit_run.ts";
import { digestManifest } from "../../lib/runs/digest_manifest.ts";
import { digestStream } from "../../lib/runs/digest_stream.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { entryAt } from "../memory/entries.ts";
import { newPath, observe, stream, worldCell, worldModel } from "./world.ts";

/** The world's model on a server that tells how much of a prompt it had kept. */
const model: LanguageModel = {
  ...worldModel(),
  async complete(request, signal) {
    const response = await worldModel().complete(request, signal);
    return { ...response, usage: { ...response.usage, cachedTokens: 3 } };
  },
};

/** A short run with rows in every table: it reflects and recalls, and one episode was run again. */
async function makeFull(): Promise<string> {
  const path = await newPath();
  const initialMemory = [entryAt(-1, { kind: "reflection", text: "Mind the names." })];
  const cell = worldCell(path, { method: "reflexion", initialMemory });
  const short = stream.slice(0, 4);
  let isBroken = true;
  const setting: CellSetting = {
    ...cell,
    stream: short,
    manifest: { ...cell.manifest, stream: { digest: digestStream(short), length: 4 } },
    model,
    observe: (task, sql) =>
      isBroken && task.index === 1
        ? Promise.reject(new InfrastructureError("The child is gone"))
        : observe(task, sql),
  };
  await runCell(setting);
  isBroken = false;
  await runCell({ ...setting, resume: true });
  return path;
}

const path = await makeFull();

/** What an audit says of a changed copy of the file: violations, or why nothing can read it. */
async function auditChanged(
  change: (database: DatabaseSync) => unknown,
): Promise<readonly string[]> {
  const copy = await newPath();
  await Deno.copyFile(path, copy);
  using database = new DatabaseSync(copy, { enableForeignKeyConstraints: false });
  database.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF");
  change(database);
  database.close();
  try {
    return (await auditRun(readRun(copy))).violations;
  } catch (error) {
    if (error instanceof InputError) return [error.message];
    throw error;
  } finally {
    await Deno.remove(copy);
  }
}

/** What no result follows from, as `table.column`; and the request may name another server. */
const free = ["calls.duration_ms", "calls.source", "calls.retries", "run.value of request"];

/** Other values in place of one, as SQL over its column `c`. */
const others: Readonly<Record<string, readonly string[]>> = {
  text: ["c || 'x'", "''", "NULL"],
  integer: ["c + 64", "c - 1", "NULL"],
  real: ["c + 64", "c + 1e-9"],
  blob: ["zeroblob(length(c))", "x'00'"],
  null: ["1"],
};

/** Changes of one value each: of every column, in the first and the last row that has a value. */
function listChanges(): readonly {
  readonly table: string;
  readonly name: string;
  readonly sql: string;
}[] {
  using database = new DatabaseSync(path);
  const columns = database.prepare(
    `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
     WHERE t.type = 'table' ORDER BY t.name, c.cid`,
  ).all() as { table: string; column: string }[];
  return columns.flatMap(({ table, column }) => {
    const rows = database.prepare(
      `SELECT rowid AS row, typeof(${column}) AS type, ${
        table === "run" ? "' of ' || key" : "''"
      } AS of
       FROM ${table} ORDER BY ${column} IS NULL, rowid`,
    ).all() as { row: number; type: string; of: string }[];
    const picked = table === "run" ? rows : [rows[0]!, rows.at(-1)!];
    return picked.flatMap(({ row, type, of }) =>
      free.includes(`${table}.${column}${of}`) ? [] : others[type]!.map((other) => ({
        table,
        name: `${table}.${column}${of} in row ${row}: ${other}`,
        sql: `UPDATE ${table} SET ${column} = new.c
          FROM (SELECT ${other} AS c FROM (SELECT ${column} AS c FROM ${table} WHERE rowid = ${row})) AS new
          WHERE rowid = ${row} AND ${column} IS NOT new.c`,
      }))
    );
  });
}

const notMade = new Error("There is nothing to change, or the table does not take it");

function requireMade(database: DatabaseSync, sql: string): void {
  try {
    if (Number(database.prepare(sql).run().changes) > 0) return;
  } catch (error) {
    assert.match((error as Error).message, /constraint failed|cannot store|datatype mismatch/);
  }
  throw notMade;
}

Deno.test("auditRun: a run with rows in every table is sound", async () => {
  const empty: unknown[] = [];
  const violations = await auditChanged((database) => {
    for (
      const { name } of database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .all()
    ) {
      if (database.prepare(`SELECT 1 FROM ${name}`).get() === undefined) empty.push(name);
    }
  });
  assert.deepEqual([violations, empty], [[], []]);
});

Deno.test("auditRun: reports a change of any value of the file", async () => {
  const unnoticed: string[] = [];
  let made = 0;
  for (const { name, sql } of listChanges()) {
    const found = await auditChanged((database) => requireMade(database, sql)).catch((error) => {
      if (error !== notMade) throw error;
    });
    if (found === undefined) continue;
    made++;
    if (found.length === 0) unnoticed.push(name);
  }
  assert.deepEqual(unnoticed, []);
  assert.ok(made > 200, `need changes of most columns, made ${made}`);
});

/** Rows that may go: a vector that only a replaced episode asked for, and the request. */
const mayGo = ["vectors", "run"];

Deno.test("auditRun: reports a row that is left out of any table", async () => {
  const unnoticed: string[] = [];
  const tables = new Set(listChanges().map(({ table }) => table));
  for (const table of tables) {
    if (mayGo.includes(table)) continue;
    for (const which of ["min", "max"]) {
      const found = await auditChanged((database) =>
        database.exec(
          `DELETE FROM ${table} WHERE rowid = (SELECT ${which}(rowid) FROM ${table})`,
        )
      );
      if (found.length === 0) unnoticed.push(`${which} of ${table}`);
    }
  }
  assert.deepEqual(unnoticed, []);
});

const additions: Readonly<Record<string, readonly [change: string, violation: RegExp]>> = {
  "an attempt of no episode": [
    copyRow("attempts", { position: 99 }),
    /^Attempt \d of position 99 belongs to no episode$/,
  ],
  "an attempt after the last": [
    copyRow("attempts", { number: 9 }),
    /attempt 9 was made by calls \[\]/,
  ],
  "a call of no episode": [
    copyRow("calls", { position: 99 }),
    /^Row 0 of calls belongs to no attempt: position 99, number \d$/,
  ],
  "a call of no attempt": [
    copyRow("calls", { number: 9 }),
    /^Row 0 of calls belongs to no attempt: position \d, number 9$/,
  ],
  "a call at a place of its own": [
    copyRow("calls", { place: 9 }),
    /^The calls of attempt \d of position \d do not stand at the places from 0 on$/,
  ],
  "a call among the others": [
    copyRow("calls", { place: 1, number: 0, position: 0 }),
    /attempt 0 was made by calls \[first, first\]/,
  ],
  "a retrieval of no episode": [
    copyRow("retrievals", { position: 99 }),
    /^Row 0 of retrievals belongs to no attempt: position 99, number \d$/,
  ],
  "a retrieval at a place of its own": [
    copyRow("retrievals", { place: 9 }),
    /^The retrievals of attempt \d of position \d do not stand at the places from 0 on$/,
  ],
  "an entry of no episode": [
    copyRow("memory", { id: "'x'", position: 99 }),
    /^Entry x of position 99 belongs to no episode$/,
  ],
  "an entry of an episode": [
    copyRow("memory", { id: "'x'", position: 3 }),
    /its memory entries do not follow from its attempts/,
  ],
  "an entry before the stream": [
    copyRow("memory", { id: "'x'", position: -9 }),
    /^Memory starts with other entries than the manifest says$/,
  ],
  "a superseded episode after the last": [
    copyRow("superseded", { sequence: 99 }),
    /^Superseded episodes do not stand in the order of finalization$/,
  ],
  "a superseded episode before the first": [
    copyRow("superseded", { sequence: -1 }),
    /^Superseded episodes do not stand in the order of finalization$/,
  ],
  "a superseded episode in the place of another": [
    copyRow("superseded", { sequence: 0 }),
    /sequence 0, need \d/,
  ],
  "a task": [
    copyRow("tasks", { position: 4, id: "'q8'" }),
    /^The stream's tasks are not those of the manifest$/,
  ],
  "a task far from the others": [
    copyRow("tasks", { position: 99, id: "'q8'" }),
    /task q8 stands at position 99, need 4; a task is missing$/,
  ],
  "an episode of no task": [
    copyRow("episodes", { position: 99, sequence: 99 }),
    /the episode of position 99 has no task$/,
  ],
  "a schema": [
    copyRow("schemas", { digest: "'00'" }),
    /^Schema 00 belongs to no task$/,
  ],
  "a setting": [
    copyRow("run", { key: "'note'" }),
    /^The run holds "note", which is no part of it$/,
  ],
};

/** SQL that adds a copy of a table's first row with some columns changed. */
function copyRow(table: string, changed: Readonly<Record<string, string | number>>): string {
  const set = Object.entries(changed).map(([column, value]) => `${column} = ${value}`).join(", ");
  return `CREATE TEMP TABLE copy AS SELECT * FROM ${table} LIMIT 1;
    UPDATE copy SET ${set}; INSERT INTO ${table} SELECT * FROM copy`;
}

for (const [what, [change, violation]] of Object.entries(additions)) {
  Deno.test(`auditRun: reports ${what} that was added to the file`, async () => {
    const found = await auditChanged((database) => database.exec(change));
    assert.ok(
      found.some((line) => violation.test(line)),
      `need ${violation}, found:\n${found.join("\n")}`,
    );
  });
}

/** Changes the manifest that a file holds. */
const rewrite = (change: (manifest: Json) => void) => (database: DatabaseSync) => {
  const { value } = database.prepare("SELECT value FROM run WHERE key = 'manifest'").get()!;
  const manifest = JSON.parse(value as string);
  change(manifest);
  database.prepare("UPDATE run SET value = ? WHERE key = 'manifest'").run(JSON.stringify(manifest));
};

type Json = Record<string, unknown>;

/** Paths of all values of a tree that hold no others. */
function listLeaves(tree: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof tree !== "object" || tree === null || Object.keys(tree).length === 0) return [path];
  return Object.entries(tree).flatMap(([key, value]) => listLeaves(value, [...path, key]));
}

function otherValue(value: unknown): unknown {
  switch (typeof value) {
    case "string":
      return `${value}x`;
    case "number":
      return value + 1;
    case "boolean":
      return !value;
    default:
      return Array.isArray(value) ? [...value, 1] : "x";
  }
}

Deno.test("auditRun: reports a change of any value of the manifest", async () => {
  const leaves = listLeaves(readRun(path).manifest);
  assert.ok(leaves.length > 30, "need a manifest of many values");
  for (const leaf of leaves) {
    const found = await auditChanged(rewrite((manifest) => {
      const parent = leaf.slice(0, -1).reduce((part, key) => part[key] as Json, manifest);
      parent[leaf.at(-1)!] = otherValue(parent[leaf.at(-1)!]);
    }));
    assert.equal(
      found[0],
      "The manifest is not the one that the run was started with",
      `${leaf.join(".")} was changed`,
    );
  }
});

Deno.test("auditRun: reports a manifest that was changed together with its digest", async () => {
  const found = await auditChanged((database) => {
    rewrite((manifest) => (manifest.judge as Json).mode = "rows")(database);
    const { value } = database.prepare("SELECT value FROM run WHERE key = 'manifest'").get()!;
    database.prepare("UPDATE run SET value = ? WHERE key = 'manifest_digest'")
      .run(digestManifest(JSON.parse(value as string)));
  });
  assert.deepEqual(found, ["Task q0: its rows do not match their digest"]);
});

Deno.test("auditRun: a manifest that only names its fields in another order is the same", async () => {
  const found = await auditChanged((database) => {
    const { value } = database.prepare("SELECT value FROM run WHERE key = 'manifest'").get()!;
    const turned = Object.fromEntries(Object.entries(JSON.parse(value as string)).toReversed());
    database.prepare("UPDATE run SET value = ? WHERE key = 'manifest'").run(JSON.stringify(turned));
  });
  assert.deepEqual(found, []);
});
