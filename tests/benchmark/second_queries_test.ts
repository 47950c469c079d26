import assert from "node:assert/strict";
import { loadBundled } from "../../lib/benchmark/bundled.ts";
import { readGold } from "../../lib/benchmark/gold_book.ts";
import type { RowsOutcome } from "../../lib/domain.ts";
import { compareDenotations } from "../../lib/sql/denotation.ts";
import { hasTopLevelOrderBy } from "../../lib/sql/order_by.ts";
import { createSqlPool } from "../../lib/sql/pool.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";

const secondQueries: readonly string[] = JSON.parse(
  await Deno.readTextFile(new URL("../../data/bundled/second_queries.json", import.meta.url)),
);
const benchmark = await loadBundled({ twins: true });

Deno.test("bundled golds: each has the denotation of a second query written independently", async () => {
  assert.equal(secondQueries.length, benchmark.tasks.length);
  assert.equal(secondQueries.length, 170);
  await using pool = createSqlPool();
  const rowsOf = async (databaseId: string, sql: string): Promise<RowsOutcome> => {
    const outcome = await pool.run(benchmark.databasePath(databaseId), sql);
    assert.equal(outcome.kind, "rows", `${sql}: ${outcome.kind}`);
    return outcome as RowsOutcome;
  };
  for (const { id, index, databaseId, question } of benchmark.tasks) {
    const goldSql = readGold(benchmark.golds, id);
    const secondSql = secondQueries[index]!;
    const gold = await rowsOf(databaseId, goldSql);
    const prediction = await rowsOf(databaseId, secondSql);
    const { equal, reason } = compareDenotations({ mode: "denotation", gold, prediction, goldSql });
    assert.equal(equal, true, `${question}: ${reason}`);
  }
});

Deno.test("bundled golds: none is empty, a lone 0 or a lone NULL", async () => {
  await using pool = createSqlPool();
  for (const { id, databaseId, question } of benchmark.tasks) {
    const sql = readGold(benchmark.golds, id);
    const gold = await pool.run(benchmark.databasePath(databaseId), sql) as RowsOutcome;
    const [first] = gold.rows;
    assert.notEqual(first, undefined, `${question}: the gold is empty`);
    const lone = gold.rows.length === 1 && first!.length === 1 ? first![0] : undefined;
    assert.equal(lone === 0n || lone === 0 || lone === null, false, `${question}: ${lone}`);
  }
});

Deno.test("bundled golds: their ORDER BYs order totally", () => {
  for (const { id, databaseId, question } of benchmark.tasks) {
    const sql = readGold(benchmark.golds, id);
    if (!hasTopLevelOrderBy(sql)) continue;
    const database = new DatabaseSync(benchmark.databasePath(databaseId), { readOnly: true });
    const rows = () => JSON.stringify(database.prepare(sql).all());
    const forward = rows();
    // Scans tables backwards: rows that tie under the ORDER BY would change places.
    database.exec("PRAGMA reverse_unordered_selects = ON");
    assert.equal(rows(), forward, question);
    database.close();
  }
});
