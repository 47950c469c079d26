import assert from "node:assert/strict";
import { accuracyRows } from "../../lib/analysis/accuracy_rows.ts";
import { makeArm, makeTasks } from "./make_arm.ts";

const tasks = makeTasks(4);

Deno.test("accuracyRows: averages over orders, counts calls and tokens a question", () => {
  const arm = makeArm({
    label: "merit",
    tasks,
    endings: [[0, 1, null, 2], [0, null, null, 1]],
    tokensOf: (_, attempt) => attempt === 0 ? 90 : 190,
  });
  const [{ low: _low, high: _high, ...row }] = accuracyRows([arm]) as [
    ReturnType<typeof accuracyRows>[number],
  ];
  // Attempts by hand: 1 + 2 + 3 + 3 under the first order, 1 + 3 + 3 + 2 under the second.
  assert.deepEqual(row, {
    label: "merit",
    n: 4,
    unscored: 0,
    first: 0.25,
    accuracy: 0.625,
    calls: 18 / 8,
    tokens: (8 * 100 + 10 * 200) / 8,
    firstTokens: 100,
  });
});

Deno.test("accuracyRows: what is unscored is counted apart, with its tokens", () => {
  const arm = makeArm({ tasks, endings: [[0, 0, "unscored", null]] });
  const [row] = accuracyRows([arm]);
  assert.deepEqual([row!.n, row!.unscored, row!.accuracy], [3, 1, 2 / 3]);
  assert.equal(row!.calls, 5 / 3);
});
