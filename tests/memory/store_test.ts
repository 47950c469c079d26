/** What holds for every store of memory, over each that ships. */
import assert from "node:assert/strict";
import { createMemoryStore, createSqliteStore, type MemoryStore } from "../../lib/memory/store.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { entryAt } from "./entries.ts";

const implementations: Readonly<Record<string, () => MemoryStore>> = {
  "in the process": createMemoryStore,
  "in a database": () => createSqliteStore(new DatabaseSync(":memory:")),
};

for (const [name, open] of Object.entries(implementations)) {
  Deno.test(`MemoryStore: ${name} starts empty`, () => {
    assert.deepEqual(open().entries(), []);
  });

  Deno.test(`MemoryStore: ${name} keeps the order of finalization, not of positions`, () => {
    const store = open();
    store.add([entryAt(5)]);
    store.add([]);
    store.add([entryAt(2), entryAt(9)]);
    assert.deepEqual(store.entries().map(({ position }) => position), [5, 2, 9]);
  });

  Deno.test(`MemoryStore: ${name} gives back every field`, () => {
    const entries = [
      entryAt(1, { failureType: null, text: "Ünïcode 😀 'quoted'\nand a second line" }),
      entryAt(-3, { kind: "pair", polarity: "negative", sqlBefore: "", schemaDigest: "" }),
    ];
    const store = open();
    store.add(entries);
    assert.deepEqual(store.entries().map((entry) => ({ ...entry })), entries);
  });

  Deno.test(`MemoryStore: ${name} refuses an id that is there, and all that comes with it`, () => {
    const store = open();
    store.add([entryAt(1)]);
    assert.throws(() => store.add([entryAt(2), entryAt(1)]), {
      name: "InputError",
      message: 'Cannot add memory entry "000001-repair-0": it is there already',
    });
    store.add([entryAt(2)]);
    assert.deepEqual(store.entries().map(({ position }) => position), [1, 2]);
  });

  Deno.test(`MemoryStore: ${name} refuses an id that one addition names twice`, () => {
    const store = open();
    assert.throws(() => store.add([entryAt(1), entryAt(1)]), { name: "InputError" });
    assert.deepEqual(store.entries(), []);
  });
}

Deno.test("createSqliteStore: entries are the caller's transaction", () => {
  const database = new DatabaseSync(":memory:");
  createSqliteStore(database).add([entryAt(1)]);
  database.exec("BEGIN");
  createSqliteStore(database).add([entryAt(2)]);
  database.exec("ROLLBACK");
  assert.deepEqual(createSqliteStore(database).entries().map(({ position }) => position), [1]);
});

Deno.test("createSqliteStore: an entry that the database refuses is not held either", () => {
  const store = createSqliteStore(new DatabaseSync(":memory:"));
  assert.throws(() => store.add([entryAt(1, { question: null as unknown as string })]), /NOT NULL/);
  assert.deepEqual(store.entries(), []);
});
