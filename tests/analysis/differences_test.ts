import assert from "node:assert/strict";
import { differences, goBothWays } from "../../lib/analysis/differences.ts";
import { createRandom } from "../../lib/random.ts";
import { bootstrapClusters } from "../../lib/stats/clusters.ts";
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

Deno.test("goBothWays: without it a 95 % interval leaves 0 out too often where nothing is to be found", () => {
  const random = createRandom("parts of 16 questions");
  const parts = Array.from({ length: 1500 }, () =>
    Array.from({ length: 16 }, () => {
      const draw = random.next();
      return draw < 0.1 ? 1 : draw < 0.2 ? -1 : 0;
    }));
  const leavesOut = (values: readonly number[], seed: number) => {
    const clusters = values.map((total, at) => ({ name: String(at), size: 1, total }));
    const { low, high } = bootstrapClusters(clusters, { draws: 400, seed })!;
    return low > 0 || high < 0;
  };
  const share = (of: readonly (readonly number[])[]) => of.filter(leavesOut).length / of.length;
  const differing = parts.filter((values) => values.some((value) => value !== 0));
  assert.ok(share(differing.filter((values) => !goBothWays(values))) > 0.08);
  assert.ok(share(differing.filter(goBothWays)) < 0.01);
});
