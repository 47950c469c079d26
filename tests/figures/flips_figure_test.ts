import assert from "node:assert/strict";
import { flipsFigure, type FlipsPoint } from "../../lib/figures/flips_figure.ts";

const memory: FlipsPoint = {
  label: "merit",
  rate: 0.0875,
  low: 0.053,
  high: 0.142,
  kind: "memory",
};
const chance: FlipsPoint = { ...memory, label: "stateless, another seed", kind: "chance" };

Deno.test("flipsFigure: percent, the interval in words, chance with a look of its own", () => {
  const { spec, description } = flipsFigure([memory, chance], { base: "stateless" });
  const [interval, dot, number] = spec.layer.map(({ data }) => data.values);
  assert.deepEqual(interval![0], { label: "merit", low: 5.3, high: 14.2 });
  assert.deepEqual(dot!.map(({ kind, rate }) => [kind, rate]), [
    ["with a memory", 8.75],
    ["another seed", 8.75],
  ]);
  assert.deepEqual(number![0], { label: "merit", text: "8.8 [5.3, 14.2]" });
  assert.match(description, /open dot is chance/);
});

Deno.test("flipsFigure: without chance nothing speaks of it, and no rows are refused", () => {
  const { description } = flipsFigure([memory], { base: "stateless" });
  assert.doesNotMatch(description, /chance/);
  assert.throws(() => flipsFigure([], { base: "stateless" }), /no rows/);
});
