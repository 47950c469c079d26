import assert from "node:assert/strict";
import { leftOverGoldens, matchGolden } from "./golden.ts";
import { sampleFigures } from "./sample_figures.ts";

for (const figure of sampleFigures("column")) {
  Deno.test(`figures: ${figure.name} is its golden specification`, () => matchGolden(figure));
}

Deno.test("figures: no golden specification is left over", () => {
  assert.deepEqual(leftOverGoldens(sampleFigures("column").map(({ name }) => name)), []);
});

Deno.test("figures: every description says whose feedback it was, or shows no accuracy", () => {
  for (const { name, description } of sampleFigures("column")) {
    assert.equal(description.includes("oracle feedback"), name !== "breakdown", name);
  }
});
