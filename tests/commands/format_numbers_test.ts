import assert from "node:assert/strict";
import { formatDuration, formatNumber, formatPercent } from "../../lib/commands/format_numbers.ts";

Deno.test("formatPercent: fractions become percent, null a dash", () => {
  const cases = [[5 / 10, "50.0 %"], [1 / 200, "0.5 %"], [0, "0.0 %"], [1, "100.0 %"], [null, "–"]];
  for (const [fraction, text] of cases) {
    assert.equal(formatPercent(fraction as number | null), text);
  }
});

Deno.test("formatNumber: commas between thousands, decimals as asked, null a dash", () => {
  assert.equal(formatNumber(1_234_567), "1,234,567");
  assert.equal(formatNumber(2.2, 2), "2.20");
  assert.equal(formatNumber(null, 2), "–");
});

Deno.test("formatDuration: the two largest units", () => {
  const cases = [[0, "0 s"], [59_400, "59 s"], [59_600, "1 min 00 s"], [3_599_000, "59 min 59 s"]];
  for (const [milliseconds, text] of [...cases, [90_000_000, "25 h 00 min"]]) {
    assert.equal(formatDuration(milliseconds as number), text);
  }
});
