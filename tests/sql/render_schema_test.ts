import assert from "node:assert/strict";
import { readSchema } from "../../lib/sql/read_schema.ts";
import { quoteName, renderSchema } from "../../lib/sql/render_schema.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { createSampleDatabase, keysScript } from "./sample_database.ts";

const rendered = [
  'CREATE TABLE "animal kinds" (kind TEXT PRIMARY KEY);',
  'CREATE TABLE Animal (id INTEGER PRIMARY KEY, kind VARCHAR (20) REFERENCES "animal kinds"(kind), "order" INT, loose, twice INT);',
  'CREATE TABLE visit (animal_id INTEGER REFERENCES Animal(id), day DATE, "visit date" TEXT, vet INTEGER REFERENCES missing(nobody), PRIMARY KEY (day, animal_id));',
  'CREATE TABLE bill (day DATE, animal INTEGER REFERENCES Animal(id), "a""b" REAL, FOREIGN KEY (day, animal) REFERENCES visit(day, animal_id));',
];

Deno.test("renderSchema: one line a table, and SQLite takes it", async () => {
  await using sample = await createSampleDatabase(keysScript);
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

Deno.test("quoteName: SQLite takes every name", () => {
  const words = "name order group Index values left key desc match plan row rank to if not a1 1a";
  const names = [...words.split(" "), "", " ", "a b", 'a"b', "a.b", "größe", "a-b", "$x", "a'b"];
  for (const name of names) {
    const database = new DatabaseSync(":memory:");
    const quoted = quoteName(name);
    database.exec(`CREATE TABLE x${quoted === name ? quoted : ""} (${quoted} INT, other INT)`);
    const table = quoted === name ? `x${name}` : "x";
    const columns = database.prepare(`SELECT ${quoted} FROM ${table} ORDER BY ${quoted}`).columns();
    assert.equal(columns[0]?.name, name);
    database.close();
  }
});
