import assert from "node:assert/strict";
import { InputError } from "../../lib/errors.ts";
import { readSchema } from "../../lib/sql/read_schema.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { createSampleDatabase, keysScript } from "./sample_database.ts";

Deno.test("readSchema: reads tables, keys and types as declared", async () => {
  await using sample = await createSampleDatabase(keysScript);
  const hash = await sample.hash();
  const { tables } = readSchema(sample.path);
  assert.deepEqual(tables.map(({ name }) => name), ["animal kinds", "Animal", "visit", "bill"]);
  assert.deepEqual(tables[2], {
    name: "visit",
    columns: [
      { name: "animal_id", type: "INTEGER" },
      { name: "day", type: "DATE" },
      { name: "visit date", type: "TEXT" },
      { name: "vet", type: "INTEGER" },
    ],
    primaryKey: ["day", "animal_id"],
    foreignKeys: [
      { columns: ["vet"], referencedTable: "missing", referencedColumns: ["nobody"] },
      { columns: ["animal_id"], referencedTable: "Animal", referencedColumns: ["id"] },
    ],
  });
  assert.equal(await sample.hash(), hash);
  assert.deepEqual(sample.files(), ["sample.sqlite"]);
});

Deno.test("readSchema: sees what only a write-ahead log holds and leaves the files alone", async () => {
  await using sample = await createSampleDatabase();
  const writer = new DatabaseSync(sample.path);
  writer.exec("PRAGMA journal_mode = WAL; CREATE TABLE late (a)");
  const files = sample.files();
  assert.equal(readSchema(sample.path).tables.at(-1)?.name, "late");
  assert.deepEqual(sample.files(), files);
  writer.close();
});

Deno.test("readSchema: refuses what is no database", async () => {
  await using sample = await createSampleDatabase();
  await Deno.writeTextFile(`${sample.folder}/text`, "x".repeat(2000));
  const bytes = await Deno.readFile(sample.path);
  await Deno.writeFile(`${sample.folder}/cut`, bytes.subarray(0, 3000));
  await Deno.writeFile(`${sample.folder}/wrong`, bytes.map((byte, i) => i > 99 ? byte ^ 85 : byte));
  for (const name of ["text", "cut", "wrong", "missing", "."]) {
    assert.throws(
      () => readSchema(`${sample.folder}/${name}`),
      (error) =>
        error instanceof InputError && error.message.startsWith("Cannot open the database"),
    );
  }
});

const spider = new URL("../../../shared/data/spider-dev/", import.meta.url);
const ignore = !await Deno.stat(spider).then(() => true, () => false);
if (ignore) console.log("skipped, because shared/ is not beside the checkout");

Deno.test({
  name: "readSchema: agrees with Spider's tables.json",
  ignore,
  async fn() {
    interface Entry {
      db_id: string;
      table_names_original: string[];
      column_names_original: [number, string][];
    }
    const entries: Entry[] = JSON.parse(await Deno.readTextFile(new URL("tables.json", spider)));
    const folded = (names: string[]) => names.map((name) => name.toLowerCase()).sort();
    for (const entry of entries) {
      const path = new URL(`database/${entry.db_id}/${entry.db_id}.sqlite`, spider).pathname;
      const { tables } = readSchema(path);
      const names = entry.table_names_original.filter((name) => name !== "sqlite_sequence");
      assert.deepEqual(folded(tables.map(({ name }) => name)), folded(names));
      const wanted = entry.column_names_original
        .filter(([table]) => names.includes(entry.table_names_original[table] ?? ""))
        .map(([table, name]) => `${entry.table_names_original[table]}.${name}`);
      const found = tables.flatMap(({ name, columns }) =>
        columns.map((column) => `${name}.${column.name}`)
      );
      assert.deepEqual(folded(found), folded(wanted));
    }
  },
});
