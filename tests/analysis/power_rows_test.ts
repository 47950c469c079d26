import assert from "node:assert/strict";
import { powerRows } from "../../lib/analysis/power_rows.ts";

Deno.test("powerRows: rows by difference, each with its number of questions", () => {
  const rows = powerRows({
    discordantShare: 0.1,
    differences: [0.01, -0.05],
    questions: [40, 160],
  });
  assert.deepEqual(rows.map(({ label, n }) => `${label} ${n}`), [
    ...["1 point 40", "1 point 160", "5 points 40", "5 points 160"],
  ]);
});

Deno.test("powerRows: 2.8 points at 1,034 questions and 10 % discordant are what 80 % power shows", () => {
  // (1.959964 + 0.841621) * sqrt(0.1 / 1034) = 0.027553
  const [row] = powerRows({ discordantShare: 0.1, differences: [0.027553], questions: [1034] });
  assert.equal(row!.power.toFixed(3), "0.800");
});

Deno.test("powerRows: a difference cannot exceed the discordant share", () => {
  const plan = { discordantShare: 0.05, differences: [0.06], questions: [40] };
  assert.throws(() => powerRows(plan), /the difference is 0.06, need at most .* 0.05/);
  const most = powerRows({ ...plan, differences: [0.05] });
  assert.equal(most.length, 1);
});
