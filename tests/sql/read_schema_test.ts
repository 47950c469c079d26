import assert from "node:assert/strict";
import { InputError } from "../../lib/errors.ts";
import { readSchema } from "../../lib/sql/read_schema.ts";
import { renderSchema } from "../../lib/sql/render_schema.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { createSampleDatabase } from "./sample_database.ts";

const script = `
  CREATE TABLE "animal kinds" (kind TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE Animal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind   VARCHAR
      (20) NOT NULL REFERENCES "animal kinds",
    "order" INT DEFAULT 3,
    loose,
    twice INT GENERATED ALWAYS AS ("order" * 2)
  );
  CREATE TABLE visit (
    animal_id INTEGER, day DATE, "visit date" TEXT, vet INTEGER REFERENCES missing(nobody),
    PRIMARY KEY (day, animal_id),
    FOREIGN KEY (ANIMAL_ID) REFERENCES animal(ID)
  );
  CREATE TABLE bill (
    day DATE, animal INTEGER, "a""b" REAL,
    FOREIGN KEY (day, animal) REFERENCES visit(day, animal_id),
    FOREIGN KEY (animal) REFERENCES Animal(id),
    FOREIGN KEY (animal) REFERENCES Animal(id)
  );
  CREATE VIEW names AS SELECT kind FROM Animal;
  CREATE INDEX by_day ON visit(day);
`;

const rendered = [
  'CREATE TABLE "animal kinds" (kind TEXT PRIMARY KEY);',
  'CREATE TABLE Animal (id INTEGER PRIMARY KEY, kind VARCHAR (20) REFERENCES "animal kinds"(kind), "order" INT, loose, twice INT);',
  'CREATE TABLE visit (animal_id INTEGER REFERENCES Animal(id), day DATE, "visit date" TEXT, vet INTEGER REFERENCES missing(nobody), PRIMARY KEY (day, animal_id));',
  'CREATE TABLE bill (day DATE, animal INTEGER REFERENCES Animal(id), "a""b" REAL, FOREIGN KEY (day, animal) REFERENCES visit(day, animal_id));',
];

Deno.test("readSchema: reads tables, keys and types as declared", async () => {
  await using sample = await createSampleDatabase(script);
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

Deno.test("renderSchema: one line a table, and SQLite takes it", async () => {
  await using sample = await createSampleDatabase(script);
  const text = renderSchema(readSchema(sample.path));
  assert.deepEqual(text.split("\n"), rendered);
  const database = new DatabaseSync(":memory:");
  database.exec(text);
  database.close();
});

Deno.test("renderSchema: descriptions follow their table", async () => {
  await using sample = await createSampleDatabase(
    "CREATE TABLE t (a INT, b c); CREATE TABLE u (a)",
  );
  const text = renderSchema(readSchema(sample.path), {
    descriptions: { t: { a: "first\n  line", b: " ", z: "no such column" }, u: { a: "same name" } },
  });
  assert.deepEqual(text.split("\n"), [
    "CREATE TABLE t (a INT, b c);",
    "-- a: first line",
    "CREATE TABLE u (a);",
    "-- a: same name",
  ]);
});

Deno.test("renderSchema: a database without tables gives an empty text", async () => {
  await using sample = await createSampleDatabase("");
  assert.equal(renderSchema(readSchema(sample.path)), "");
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
      assert.deepEqual(folded(tables.map(({ name }) => name)), folded(entry.table_names_original));
      const wanted = entry.column_names_original.filter(([table]) => table >= 0)
        .map(([table, name]) => `${entry.table_names_original[table]}.${name}`);
      const found = tables.flatMap(({ name, columns }) =>
        columns.map((column) => `${name}.${column.name}`)
      );
      assert.deepEqual(folded(found), folded(wanted));
    }
  },
});
