import assert from "node:assert/strict";
import {
  buildDatabase,
  type DatabaseGenerator,
  digestDatabase,
} from "../../lib/benchmark/build_database.ts";
import { createRandom } from "../../lib/random.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { inTempDir } from "./bird_layout.ts";

const generator: DatabaseGenerator = {
  schema: 'CREATE TABLE "a ""b" (x, y); CREATE INDEX i ON "a ""b" (y, x)',
  *rows(random) {
    for (let i = 0; i < 50; i++) yield ['a "b', [random.integer(0, 9), i % 2 ? null : "t"]];
  },
};
const build = (path: string, seed = "s") =>
  buildDatabase({ path, generator, random: createRandom(seed) });

Deno.test("buildDatabase: equal seeds give equal content, others another", () =>
  inTempDir(async (directory) => {
    for (const [name, seed] of [["a", "s"], ["b", "s"], ["c", "t"]] as const) {
      await build(`${directory}/deep/${name}.sqlite`, seed);
    }
    const [a, b, c] = ["a", "b", "c"].map((name) =>
      digestDatabase(`${directory}/deep/${name}.sqlite`)
    );
    assert.equal(a, b);
    assert.notEqual(a, c);
  }));

Deno.test("buildDatabase: several builds of one file at once leave it whole and nothing else", () =>
  inTempDir(async (directory) => {
    const path = `${directory}/one.sqlite`;
    await Promise.all(Array.from({ length: 5 }, () => build(path)));
    assert.deepEqual([...Deno.readDirSync(directory)].map(({ name }) => name), ["one.sqlite"]);
    const db = new DatabaseSync(path, { readOnly: true });
    assert.equal(db.prepare('SELECT count(*) AS n FROM "a ""b"').get()?.n, 50);
    db.close();
  }));

Deno.test("buildDatabase: a failing generator leaves the earlier file alone", () =>
  inTempDir(async (directory) => {
    const path = `${directory}/one.sqlite`;
    await build(path);
    const before = digestDatabase(path);
    const broken: DatabaseGenerator = {
      schema: generator.schema,
      *rows() {
        yield ['a "b', [1, 2]];
        throw new Error("Broken generator");
      },
    };
    await assert.rejects(
      buildDatabase({ path, generator: broken, random: createRandom(1) }),
      /Broken generator/,
    );
    assert.equal(digestDatabase(path), before);
    assert.deepEqual([...Deno.readDirSync(directory)].map(({ name }) => name), ["one.sqlite"]);
  }));

Deno.test("digestDatabase: sees types, values, row order and the schema, not the bytes", () =>
  inTempDir((directory) => {
    const digest = (name: string, sql: string) => {
      const path = `${directory}/${name}`;
      const db = new DatabaseSync(path);
      db.exec(sql);
      db.close();
      return digestDatabase(path);
    };
    const table = "CREATE TABLE t (a); ";
    const plain = digest("0", `${table} INSERT INTO t VALUES (1), ('x')`);
    const paged = digest("1", `PRAGMA page_size = 512; ${table} INSERT INTO t VALUES (1), ('x')`);
    assert.equal(plain, paged);
    const others = [
      `${table} INSERT INTO t VALUES ('1'), ('x')`,
      `${table} INSERT INTO t VALUES (1.0), ('x')`,
      `${table} INSERT INTO t VALUES ('x'), (1)`,
      `${table} INSERT INTO t VALUES (1), (NULL)`,
      "CREATE TABLE t (a TEXT); INSERT INTO t VALUES (1), ('x')",
    ].map((sql, at) => digest(`other${at}`, sql));
    assert.equal(new Set([plain, ...others]).size, 6);
    return Promise.resolve();
  }));
