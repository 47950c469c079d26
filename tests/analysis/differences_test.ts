import assert from "node:assert/strict";
import { differences } from "../../lib/analysis/differences.ts";
import { makeArm, makeTasks } from "./make_arm.ts";

const tasks = makeTasks(3);
const variant = makeArm({ tasks, endings: [[0, 1, null], [2, null, 0]] });

Deno.test("differences: joined by order and question, at the places of that order", () => {
  const base = makeArm({ label: "base", tasks, endings: [[0, null, 0], [null, null, 0]] });
  assert.deepEqual(
    differences(variant, base).map(({ taskId, position, difference }) =>
      [taskId, position, difference].join(" ")
    ),
    ["q0 0 0", "q0 2 1", "q1 1 1", "q1 0 0", "q2 2 -1", "q2 1 0"],
  );
});

Deno.test("differences: over attempt 0 they are what repair fixed", () => {
  const found = differences(variant, "attempt 0").map(({ difference }) => difference);
  assert.deepEqual(found, [0, 1, 1, 0, 0, 0]);
});

Deno.test("differences: a question that the base lacks a score for is left out", () => {
  const base = makeArm({ tasks, endings: [[0, "unscored", 0], [null, null, 0]] });
  assert.deepEqual([...new Set(differences(variant, base).map(({ taskId }) => taskId))], [
    ...["q0", "q2"],
  ]);
});
