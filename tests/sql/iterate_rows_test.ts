import assert from "node:assert/strict";
import { iterateRows } from "../../lib/sql/iterate_rows.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";

function open(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (-9223372036854775808), (4)");
  return database;
}

Deno.test("iterateRows: throws where a step fails, after the rows before it", () => {
  const database = open();
  const seen: unknown[] = [];
  assert.throws(() => {
    for (const row of iterateRows(database, database.prepare("SELECT abs(a) FROM t"))) {
      seen.push(row[0]);
    }
  }, { message: "integer overflow", errcode: 1 });
  assert.deepEqual(seen, [1n, 2n]);
  database.close();
});

Deno.test("iterateRows: a failed statement before it is forgotten", () => {
  const database = open();
  assert.throws(() => database.prepare("SELEC"));
  assert.throws(() => [...iterateRows(database, database.prepare("SELECT json('x')"))]);
  const rows = [...iterateRows(database, database.prepare("SELECT a FROM t WHERE a > 1"))];
  assert.deepEqual(rows, [[2n], [4n]]);
  assert.deepEqual([...iterateRows(database, database.prepare("SELECT a FROM t WHERE 0"))], []);
  database.close();
});

Deno.test("iterateRows: a step that fails by chance fails", () => {
  const database = open();
  let calls = 0;
  database.function("broken_once", () => calls++ === 1 ? "{" : "1");
  const statement = database.prepare("SELECT json(broken_once()) FROM t");
  assert.throws(() => [...iterateRows(database, statement)], {
    message: "malformed JSON",
    errcode: 1,
  });
  assert.equal([...iterateRows(database, statement)].length, 4);
  database.close();
});

Deno.test("iterateRows: may be left early", () => {
  const database = open();
  const statement = database.prepare("SELECT a FROM t");
  for (const row of iterateRows(database, statement)) {
    assert.deepEqual(row, [1n]);
    break;
  }
  assert.equal([...iterateRows(database, statement)].length, 4);
  database.close();
});
