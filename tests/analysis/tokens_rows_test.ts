import assert from "node:assert/strict";
import type { AccuracyRow } from "../../lib/analysis/accuracy_rows.ts";
import { tokensRows } from "../../lib/analysis/tokens_rows.ts";

const arm = (label: string, tokens: number, accuracy: number): AccuracyRow => ({
  label,
  n: 40,
  unscored: 0,
  first: 0.5,
  accuracy,
  low: accuracy - 0.1,
  high: accuracy + 0.1,
  calls: 4,
  tokens,
  firstTokens: 350,
});
const frontOf = (...arms: readonly AccuracyRow[]) =>
  tokensRows(arms).filter(({ isOnFront }) => isOnFront).map(({ label }) => label);

Deno.test("tokensRows: dearer and no better is off the front", () => {
  const arms = [arm("a", 1000, 0.6), arm("b", 2000, 0.6), arm("c", 3000, 0.7)];
  assert.deepEqual(frontOf(...arms), ["attempt 0", "a", "c"]);
});

Deno.test("tokensRows: equal arms are both on it; worse than attempt 0 is off it", () => {
  assert.deepEqual(frontOf(arm("a", 1000, 0.6), arm("b", 1000, 0.6)), ["attempt 0", "a", "b"]);
  assert.deepEqual(frontOf(arm("a", 1000, 0.4)), ["attempt 0"]);
});

Deno.test("tokensRows: without arms there are no rows", () => assert.deepEqual(tokensRows([]), []));
