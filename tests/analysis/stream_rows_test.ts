import assert from "node:assert/strict";
import { streamRows } from "../../lib/analysis/stream_rows.ts";
import { makeArm, makeTasks } from "./make_arm.ts";

const tasks = makeTasks(4);
const none = [0, null, null, null] as const;
const base = makeArm({ label: "base", tasks, endings: [none, none] });
const variant = makeArm({ tasks, endings: [[0, 1, null, 2], [0, null, null, 1]] });

Deno.test("streamRows: each order's questions count at their own places", () => {
  // The second order's stream is q1 q2 | q3 q0.
  const rows = streamRows([base, variant], { base, stretches: 2 });
  assert.deepEqual(
    rows.map(({ label, from, to, n, difference }) => ({ label, from, to, n, difference })),
    [
      { label: "variant", from: 0, to: 2, n: 4, difference: 0.25 },
      { label: "variant", from: 2, to: 4, n: 4, difference: 0.5 },
    ],
  );
});

Deno.test("streamRows: one question under two orders is one cluster", () => {
  // Clusters of the second stretch: q2 (−1), q3 (1, 1), q0 (0). All three draws hit q3 with
  // probability 1/27 and all hit q2 with 1/27, both above 2.5 %.
  const [first, second] = [[0, 1, null, 2], [0, null, null, 1]] as const;
  const losing = makeArm({ label: "base", tasks, endings: [[null, null, 0, null], none] });
  const arm = makeArm({ tasks, endings: [first, second] });
  const [, stretch] = streamRows([arm], { base: losing, stretches: 2 });
  assert.deepEqual([stretch!.low, stretch!.high], [-1, 1]);
});

Deno.test("streamRows: no interval where nothing differs or all goes one way", () => {
  const ties = streamRows([makeArm({ tasks, endings: [none, none] })], { base, stretches: 2 });
  const wins = streamRows([variant], { base, stretches: 2 });
  const losses = streamRows([base], { base: variant, stretches: 2 });
  assert.deepEqual(
    [...ties, ...wins, ...losses].map(({ difference, low, high }) => [difference, low, high]),
    [0, 0, 0.25, 0.5, -0.25, -0.5].map((difference) => [difference, null, null]),
  );
});

Deno.test("streamRows: no more stretches than questions, and all positions covered once", () => {
  const rows = streamRows([variant], { base: "attempt 0", stretches: 9 });
  assert.deepEqual(rows.map(({ from, to }) => [from, to]), [[0, 1], [1, 2], [2, 3], [3, 4]]);
});

Deno.test("streamRows: a stretch without a scored question has no row", () => {
  const arm = makeArm({ tasks, endings: [["unscored", 0, 0, 0]] });
  const rows = streamRows([arm], { base: "attempt 0", stretches: 4 });
  assert.deepEqual(rows.map(({ from }) => from), [1, 2, 3]);
});
