import assert from "node:assert/strict";
import { breakdownFigure } from "../../lib/figures/breakdown_figure.ts";

Deno.test("breakdownFigure: one bar an entry and attempt, parts in their order", () => {
  const rows = (["lexical", "dense"] as const).map((part) => ({
    attempt: 2,
    entry: "− question 3",
    part,
    score: 1 / 3,
  }));
  const [layer] = breakdownFigure(rows, { task: "9" }).spec.layer;
  assert.deepEqual(layer!.data.values, [
    { entry: "repair 2: − question 3", part: "lexical", score: 0.333333, place: 1 },
    { entry: "repair 2: − question 3", part: "dense", score: 0.333333, place: 0 },
  ]);
  const scale = layer!.encoding.color!.scale as { readonly domain: readonly string[] };
  assert.deepEqual(scale.domain, ["dense", "lexical"]);
});
