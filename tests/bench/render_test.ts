import assert from "node:assert/strict";
import { formatValue, renderReport } from "../../bench/render.ts";
import { isMet, type Line, type Row } from "../../bench/row.ts";

const row: Row = {
  name: "nap",
  title: "Sleeping",
  needsPeers: false,
  measure: () => assert.fail("Expected no measurement"),
};
const spread = (median: number) => ({ median, low: median / 2, high: median * 2, rounds: 7 });
const line: Line = {
  work: "one night",
  unit: "ms a dream",
  ours: spread(0.012345),
  against: { name: "cat", value: spread(6), ratio: spread(486) },
  goal: { ratioAtLeast: 500 },
  note: "same dreams",
};

Deno.test("isMet: a ratio is to be reached, a value not to be passed", () => {
  assert.equal(isMet(line), false);
  assert.equal(isMet({ ...line, goal: { ratioAtLeast: 486 } }), true);
  assert.equal(isMet({ ...line, against: null }), false);
  assert.equal(isMet({ ...line, goal: { valueAtMost: 0.02 } }), true);
  assert.equal(isMet({ ...line, goal: { valueAtMost: 0.01 } }), false);
  assert.equal(isMet({ ...line, goal: null }), null);
});

Deno.test("renderReport: a line shows both sides, the ratio, the goal and whether it is met", () => {
  const text = renderReport(row, { lines: [line], notes: ["in the dark"], skipped: "" });
  assert.match(text, /^## nap: Sleeping\n/);
  for (
    const part of ["0.0123 (0.00617–0.0247)", "6 (3–12)", "486 (243–972) ×", "≥ 500 ×", "MISSED"]
  ) {
    assert.ok(text.includes(part), `Expected ${part} in\n${text}`);
  }
  assert.match(text, /- 7 rounds\n- in the dark\n$/);
});

Deno.test("renderReport: a row that was skipped or failed says so", () => {
  assert.match(renderReport(row, { lines: [], notes: [], skipped: "no bed" }), /skipped: no bed/);
  assert.match(renderReport(row, null), /FAILED/);
});

Deno.test("formatValue: three digits", () => {
  const values = [0.0001234, 1.2345, 12.345, 999.6, 123_456].map(formatValue);
  assert.deepEqual(values, ["0.000123", "1.23", "12.3", "1000", "123,456"]);
});
