import assert from "node:assert/strict";
import { checkScene } from "../../lib/figures/check_scene.ts";
import { loadFont } from "../../lib/figures/font.ts";
import type { Scene } from "../../lib/figures/render_scene.ts";
import { renderScene } from "../../lib/figures/render_scene.ts";
import { sampleFigures } from "./sample_figures.ts";

const [figure] = sampleFigures("column");
const check = async (change: (scene: Scene) => Partial<Scene>) => {
  const scene = await renderScene(figure!);
  return checkScene(figure!, { ...scene, ...change(scene) }, await loadFont());
};

Deno.test("checkScene: a figure as it should be has no fault", async () => {
  assert.deepEqual(await check(() => ({})), []);
});

Deno.test("checkScene: a figure cut on any side names what is cut", async () => {
  const cuts: readonly [string, (scene: Scene) => Partial<Scene>][] = [
    ["right", ({ width }) => ({ width: width - 6 })],
    ["bottom", ({ height }) => ({ height: height - 6 })],
    ["left", ({ origin: [x, y] }) => ({ origin: [x - 6, y] })],
    ["top", ({ origin: [x, y] }) => ({ origin: [x, y - 6] })],
  ];
  for (const [side, cut] of cuts) {
    const faults = await check(cut);
    assert.ok(faults.some((fault) => /^the text "/.test(fault)), `${side}: ${faults}`);
  }
});

Deno.test("checkScene: an empty scene misses every row", async () => {
  const faults = await check(({ root }) => ({ root: { ...root, items: [] } }));
  assert.deepEqual(faults, [
    'layer "interval" drew 0 marks, need one for each of 3 rows',
    'layer "dot" drew 0 marks, need one for each of 7 rows',
    'layer "number" drew 0 marks, need one for each of 4 rows',
  ]);
});
