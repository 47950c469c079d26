import assert from "node:assert/strict";
import {
  requireCount,
  requireFinite,
  requireProbability,
} from "../../lib/stats/check_arguments.ts";

Deno.test("requireFinite: refuses NaN, infinities and holes, and names the place", () => {
  requireFinite([]);
  requireFinite(Float64Array.of(1, -2));
  for (const bad of [NaN, Infinity, undefined as unknown as number]) {
    assert.throws(() => requireFinite([0, 0, bad]), new RegExp(`value 2 is ${bad}`));
  }
});

Deno.test("requireProbability, requireCount: say the value seen and the value needed", () => {
  requireProbability("level", 0.5);
  requireCount("n", 0);
  assert.throws(() => requireProbability("level", NaN), /level is NaN, need more than 0/);
  assert.throws(() => requireCount("n", -1), /n is -1, need a whole number, at least 0/);
});
