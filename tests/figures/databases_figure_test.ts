import assert from "node:assert/strict";
import { databasesFigure } from "../../lib/figures/databases_figure.ts";

Deno.test("databasesFigure: databases carry their questions, and grow the figure", () => {
  const row = { label: "merit", difference: 0.05, low: 0, high: 0.125 };
  const draw = (names: readonly string[]) =>
    databasesFigure(names.map((database) => ({ ...row, database, n: 40 })), { base: "stateless" });
  const dot = draw(["zoo"]).spec.layer.find(({ name }) => name === "dot")!;
  assert.deepEqual(dot.data.values, [{ label: "merit", database: "zoo (40)", difference: 5 }]);
  assert.ok(draw(["a", "b", "c"]).spec.height > 2 * draw(["a"]).spec.height);
});
