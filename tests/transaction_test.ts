import assert from "node:assert/strict";
import { DatabaseSync } from "../lib/sqlite.ts";
import { transaction } from "../lib/transaction.ts";

function open(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE t (a INTEGER UNIQUE)");
  return database;
}

const count = (database: DatabaseSync) => database.prepare("SELECT count(*) AS n FROM t").get()!.n;

Deno.test("transaction: keeps what the work wrote", () => {
  using database = open();
  transaction(database, () => database.exec("INSERT INTO t VALUES (1)"));
  assert.equal(count(database), 1);
  assert.equal(database.isTransaction, false);
});

Deno.test("transaction: undoes all of a work that throws and passes the error on", () => {
  using database = open();
  const work = () => database.exec("INSERT INTO t VALUES (1); INSERT INTO t VALUES (1)");
  assert.throws(() => transaction(database, work), /UNIQUE/);
  assert.equal(count(database), 0);
  assert.equal(database.isTransaction, false);
});

Deno.test("transaction: the work's own error comes out where SQLite has rolled back already", () => {
  using database = open();
  const work = () => database.exec("INSERT INTO t VALUES (1); ROLLBACK; SELECT * FROM nowhere");
  assert.throws(() => transaction(database, work), /nowhere/);
});
