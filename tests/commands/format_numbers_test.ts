import assert from "node:assert/strict";
import {
  formatDuration,
  formatNumber,
  formatP,
  formatPercent,
  formatPlainP,
  formatPoints,
} from "../../lib/commands/format_numbers.ts";

Deno.test("formatPercent: fractions become percent, null a dash", () => {
  const cases = [[5 / 10, "50.0 %"], [1 / 200, "0.5 %"], [0, "0.0 %"], [1, "100.0 %"], [null, "–"]];
  cases.push([41 / 80, "51.3 %"], [49 / 80, "61.3 %"], [0.5125, "51.3 %"]);
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

Deno.test("formatPoints: G8-07 a change of 0.52 to 0.55 is +3.0 points", () => {
  assert.equal(`${formatPoints(0.55 - 0.52)} points`, "+3.0 points");
  assert.deepEqual([-0.0123, 0, -0, 0.0004, -0.0004, 1, null].map(formatPoints), [
    "−1.2",
    "0.0",
    "0.0",
    "0.0",
    "0.0",
    "+100.0",
    "–",
  ]);
});

Deno.test("formatPercent: G8-07 a fraction becomes percent once, with the decimals asked for", () => {
  assert.deepEqual([formatPercent(5 / 10), formatPercent(1 / 200), formatPercent(0.04, 0)], [
    "50.0 %",
    "0.5 %",
    "4 %",
  ]);
});

Deno.test("formatP: never 0", () => {
  assert.deepEqual([1, 0.0214, 0.0009, 1e-300, null].map(formatP), [
    "= 1.000",
    "= 0.021",
    "< 0.001",
    "< 0.001",
    "–",
  ]);
  assert.deepEqual([1, 0.0214, 1e-300, null].map(formatPlainP), ["1.000", "0.021", "< 0.001", "–"]);
});

Deno.test("formatPercent, formatPoints: halves are rounded away from zero, whatever the double", () => {
  assert.deepEqual([41 / 80 - 1, 49 / 80 - 1, 0.0115].map(formatPoints), [
    "−48.8",
    "−38.8",
    "+1.2",
  ]);
  assert.deepEqual([0.125, 0.285, 0.575].map((of) => formatPercent(of, 0)), [
    "13 %",
    "29 %",
    "58 %",
  ]);
});
