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

Deno.test("powerRows: exact, whatever the sign", () => {
  // By sums of scipy.stats.binom (1.17.1).
  const plan = { discordantShare: 0.1, differences: [0.05, -0.05], questions: [300] };
  const powers = powerRows(plan).map(({ power }) => power.toFixed(9));
  assert.deepEqual(powers, ["0.744471185", "0.744471185"]);
});

Deno.test("powerRows: a difference cannot exceed the discordant share", () => {
  const plan = { discordantShare: 0.05, differences: [0.06], questions: [40] };
  assert.throws(() => powerRows(plan), /the difference is 0.06, need at most .* 0.05/);
  const most = powerRows({ ...plan, differences: [0.05] });
  assert.equal(most.length, 1);
});
