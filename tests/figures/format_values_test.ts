import assert from "node:assert/strict";
import {
  toPercent,
  writeInterval,
  writePercent,
  writePoints,
} from "../../lib/figures/format_values.ts";

const percents: readonly [number | null, string][] = [
  ...[[0.5, "50.0"], [1 / 200, "0.5"], [0, "0.0"], [1, "100.0"], [null, "–"]] as const,
  ...[[41 / 80, "51.3"], [49 / 80, "61.3"], [0.5125, "51.3"], [0.0115, "1.2"]] as const,
].map(([value, text]): [number | null, string] => [value, text]);

for (const [value, text] of percents) {
  Deno.test(`writePercent: ${value} is ${text}`, () => assert.equal(writePercent(value), text));
}

const points: readonly [number | null, string][] = [
  ...[[0.55 - 0.52, "+3.0"], [-0.0013, "−0.1"], [-0.0274, "−2.7"]] as const,
  ...[[0, "0.0"], [0.0004, "0.0"], [-0.0004, "0.0"], [null, "–"]] as const,
  ...[[41 / 80 - 1, "−48.8"], [-0.0125, "−1.3"], [0.0125, "+1.3"]] as const,
].map(([value, text]): [number | null, string] => [value, text]);

for (const [value, text] of points) {
  Deno.test(`writePoints: ${value} is ${text}`, () => assert.equal(writePoints(value), text));
}

Deno.test("writeInterval: is empty where an end is undefined", () => {
  assert.equal(writeInterval({ low: null, high: 0.1 }, writePoints), "");
  assert.equal(writeInterval({ low: -0.1, high: 0.1 }, writePoints), "[−10.0, +10.0]");
});

Deno.test("toPercent: leaves no binary residue", () => {
  assert.deepEqual([0.07, 0.57, 0.285].map(toPercent), [7, 57, 28.5]);
});
