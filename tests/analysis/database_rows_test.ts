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
