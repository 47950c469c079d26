import assert from "node:assert/strict";
import { attemptsRows } from "../../lib/analysis/attempts_rows.ts";
import { makeArm, makeTasks } from "./make_arm.ts";

Deno.test("attemptsRows: accuracy if episodes had stopped, for every attempt up to K", () => {
  const arm = makeArm({
    tasks: makeTasks(4),
    endings: [[0, 1, null, 2], [0, null, null, 1]],
  });
  const rows = attemptsRows([arm]);
  assert.deepEqual(rows.map(({ attempt }) => attempt), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(rows.slice(0, 4).map(({ accuracy }) => accuracy), [0.25, 0.5, 0.625, 0.625]);
  assert.ok(rows.every(({ low, accuracy, high }) => low < accuracy && accuracy < high));
});
