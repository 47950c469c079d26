import assert from "node:assert/strict";
import { databaseRows } from "../../lib/analysis/database_rows.ts";
import { makeArm, makeTasks } from "./make_arm.ts";

const tasks = makeTasks(5, (index) => ({ databaseId: index < 3 ? "zoo" : "art" }));
const base = makeArm({
  label: "base",
  tasks,
  endings: [[0, null, null, 0, 0], [0, 0, null, 0, 0]],
});
const variant = makeArm({ tasks, endings: [[0, 1, null, 0, 0], [null, 0, 2, 0, 0]] });

Deno.test("databaseRows: questions averaged over orders, databases by name", () => {
  const rows = databaseRows([base, variant], { base });
  assert.deepEqual(rows.map(({ label, database, n }) => [label, database, n]), [
    ["variant", "art", 2],
    ["variant", "zoo", 3],
  ]);
  // zoo: −1/2, +1/2, +1/2; art: 0, 0.
  assert.deepEqual([rows[0]!.difference, rows[0]!.low, rows[0]!.high], [0, null, null]);
  assert.ok(Math.abs(rows[1]!.difference - 1 / 6) < 1e-12);
  assert.ok(rows[1]!.low! < 1 / 6 && rows[1]!.high! > 1 / 6);
  assert.ok(rows[1]!.low! >= -0.5 && rows[1]!.high! <= 0.5);
});

Deno.test("databaseRows: four losses and no win have p 0.125 and no interval; a mixed row has one", () => {
  const tasks = makeTasks(12, (index) => ({ databaseId: index < 6 ? "zoo" : "art" }));
  const row = (ending: 0 | null, count: number) => new Array<0 | null>(count).fill(ending);
  const base = makeArm({
    label: "base",
    tasks,
    endings: [[...row(0, 6), ...row(0, 3), ...row(null, 3)]],
  });
  const variant = makeArm({
    tasks,
    endings: [[...row(null, 4), 0, 0, null, 0, 0, 0, 0, null]],
  });
  const [art, zoo] = databaseRows([base, variant], { base });
  const { low, high, method, wins, losses, p } = zoo!;
  assert.deepEqual({ low, high, method, wins, losses, p }, {
    ...{ low: null, high: null, method: null },
    ...{ wins: 0, losses: 4, p: 0.125 },
  });
  assert.deepEqual([art!.wins, art!.losses, art!.p, art!.method], [2, 1, 1, "bca"]);
  assert.ok(art!.low! < 0 && art!.high! > 0);
});

Deno.test("databaseRows: over several orders p is that of sign flips over averages", () => {
  // zoo: −1/2, +1/2, +1/2: of 8 sign patterns, all 8 sum to at least 1/2 in size.
  const [art, zoo] = databaseRows([base, variant], { base });
  assert.deepEqual([zoo!.wins, zoo!.losses, zoo!.p], [2, 1, 1]);
  assert.deepEqual([art!.wins, art!.losses, art!.p], [0, 0, 1]);
});
