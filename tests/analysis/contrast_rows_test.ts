import assert from "node:assert/strict";
import {
  contrastRows,
  contrastsToBase,
  describeEstimation,
  separatedBest,
} from "../../lib/analysis/contrast_rows.ts";
import { type Ending, makeArm, makeTasks } from "./make_arm.ts";

const tasks = makeTasks(40);
const endings = (solved: number): Ending[] => tasks.map((_, at) => at < solved ? 1 : null);
const arm = (label: string, solved: number) =>
  makeArm({ label, tasks, endings: [endings(solved)], promptOf: (task) => `${label} ${task.id}` });
const base = arm("base", 10), near = arm("near", 11), far = arm("far", 35);

Deno.test("contrastRows: one row an arm but the base, Holm over all", () => {
  const estimates = contrastsToBase([base, near, far], base);
  const rows = contrastRows(estimates);
  assert.deepEqual(rows.map(({ label, verdict, n }) => [label, verdict, n]), [
    ["near − base", "not separated", 40],
    ["far − base", "separated", 40],
  ]);
  assert.deepEqual(rows.map(({ family }) => family), [2, 2]);
  const [first, second] = rows;
  assert.deepEqual([first!.discordant, second!.discordant], [1, 25]);
  assert.ok(second!.low! > 0 && second!.difference === 0.625 && second!.pHolm! > second!.p!);
  assert.match(describeEstimation(estimates), /over both contrasts/);
});

Deno.test("separatedBest: the best only where every other arm is separated from it", () => {
  assert.equal(separatedBest([base, far]), "far");
  assert.equal(separatedBest([base, far, arm("close", 34)]), null);
  assert.equal(separatedBest([far, arm("equal", 35), base]), null);
  assert.equal(separatedBest([base]), null);
});
