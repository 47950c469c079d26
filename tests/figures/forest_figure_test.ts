import assert from "node:assert/strict";
import { forestFigure, type ForestRow } from "../../lib/figures/forest_figure.ts";

const row: ForestRow = {
  label: "merit",
  difference: 0.03,
  low: -0.005,
  high: 0.0651,
  detectable: 0.028,
  family: 5,
  verdict: "not separated",
  bite: 0.9,
};
const layersOf = (...rows: readonly ForestRow[]) =>
  Object.fromEntries(forestFigure(rows).spec.layer.map(({ name, data }) => [name, data.values]));
const titleOf = (...rows: readonly ForestRow[]) =>
  [forestFigure(rows).spec.layer.at(-2)!.encoding.x!.title].flat().join("; ");
const numberOf = (change: Partial<ForestRow>) => layersOf({ ...row, ...change }).number![0]!.text;

Deno.test("forestFigure: points with sign, and the band that cannot be detected on both sides", () => {
  const { undetectable, interval, dot } = layersOf(row);
  assert.deepEqual(undetectable, [{ label: "merit", low: -2.8, high: 2.8 }]);
  assert.deepEqual(interval, [
    { label: "merit", low: -0.5, high: 6.51, verdict: "not separated" },
  ]);
  assert.deepEqual(dot, [{ label: "merit", difference: 3, verdict: "not separated" }]);
  assert.equal(numberOf({}), "+3.0 [−0.5, +6.5]");
});

Deno.test("forestFigure: what is not tested is never shown as a number in words", () => {
  assert.equal(numberOf({ verdict: "not tested", bite: 0.04 }), "not tested, bite 4.0 %");
  assert.equal(numberOf({ verdict: "not tested", bite: null }), "not tested");
});

Deno.test("forestFigure: without interval or band there is the dot alone", () => {
  const bare = { ...row, low: null, high: null, detectable: null };
  assert.deepEqual(Object.keys(layersOf(bare)), ["zero", "dot", "number"]);
  assert.equal(numberOf({ low: null, high: null, difference: 0 }), "0.0");
});

Deno.test("forestFigure: the legend shows the verdicts that occur", () => {
  const [dot] = forestFigure([row]).spec.layer.filter(({ name }) => name === "dot");
  const scale = dot!.encoding.shape!.scale;
  assert.deepEqual(scale, { domain: ["not separated"], range: ["circle"] });
});

Deno.test("forestFigure: where nothing can be detected there is no band, and the axis says so", () => {
  assert.match(titleOf({ ...row, detectable: null }), /no shade: this n can detect no difference/);
  assert.doesNotMatch(titleOf({ ...row, detectable: null }), /shaded/);
  assert.doesNotMatch(titleOf(row), /no shade/);
});

Deno.test("forestFigure: what n can detect is said of a family, in words too", () => {
  assert.match(titleOf(row), /this n can detect; in a family of 5 contrasts;/);
  assert.match(
    titleOf(row, { ...row, label: "b", family: 2 }),
    /; in families of 2 or 5 contrasts;/,
  );
  assert.match(forestFigure([row]).description, /; tested in a family of 5 contrasts$/);
  assert.match(titleOf({ ...row, detectable: null }), /no difference; in a family of 5 contrasts;/);
});
