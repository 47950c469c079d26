import assert from "node:assert/strict";
import { findTwinsSeen, splitByTwinSeen } from "../../lib/analysis/split_by_twin_seen.ts";
import { type Ending, makeArm, makeTasks } from "./make_arm.ts";

/** q0 and q2 are twins, q1 and q3 are alone. */
const tasks = makeTasks(4, (index) => ({ twinGroup: `t${index === 2 ? 0 : index}` }));

Deno.test("findTwinsSeen: the later ones of a group", () => {
  assert.deepEqual([...findTwinsSeen(tasks)], ["q2"]);
  assert.deepEqual([...findTwinsSeen([...tasks, ...makeTasks(1, () => ({ id: "x" }))])], [
    "q2",
    "x",
  ]);
  assert.deepEqual([...findTwinsSeen([])], []);
});

Deno.test("splitByTwinSeen: the order decides which twin is the later one", () => {
  // Order 1: q0 q1 q2 q3, so q2 has seen its twin. Order 2: q1 q2 q3 q0, so q0 has.
  const base: readonly Ending[] = [null, 1, null, null];
  const variant: readonly Ending[][] = [[null, 1, 1, 1], [1, null, null, 1]];
  const { seen, notSeen } = splitByTwinSeen({
    base: makeArm({ label: "base", tasks, endings: [base, base] }),
    variant: makeArm({ tasks, endings: variant }),
  });
  assert.deepEqual([seen.questions, seen.cells], [2, 2]);
  assert.deepEqual([seen.baseAccuracy, seen.variantAccuracy, seen.difference], [0, 1, 1]);
  assert.equal(seen.interval, null);
  // q0 under order 1, q2 under order 2: no gain; q1: −1/2; q3: +1.
  assert.deepEqual([notSeen.questions, notSeen.cells], [4, 6]);
  assert.deepEqual([notSeen.baseAccuracy, notSeen.variantAccuracy], [1 / 4, 1.5 / 4]);
  assert.equal(notSeen.difference, 0.5 / 4);
  assert.ok(notSeen.interval!.low < notSeen.interval!.high);
});

Deno.test("splitByTwinSeen: an empty part has null, never NaN", () => {
  const alone = makeTasks(3);
  const arm = makeArm({ tasks: alone, endings: [[0, 1, null]] });
  const { seen } = splitByTwinSeen({ base: arm, variant: arm });
  assert.deepEqual(seen, {
    questions: 0,
    cells: 0,
    baseAccuracy: null,
    variantAccuracy: null,
    difference: null,
    interval: null,
  });
});

Deno.test("splitByTwinSeen: unscored questions are left out but count as seen before", () => {
  const endings: readonly Ending[] = ["unscored", 1, 1, 1];
  const arm = makeArm({ tasks, endings: [endings] });
  const { seen, notSeen } = splitByTwinSeen({ base: arm, variant: arm });
  assert.deepEqual([seen.questions, notSeen.questions], [1, 2]);
});
