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

Deno.test("databasesFigure: a row without an interval has no bar, and the axis says why", () => {
  const mixed = { label: "merit", database: "a", n: 40, difference: 0.05, low: -0.05, high: 0.15 };
  const oneWay = { ...mixed, database: "b", difference: -0.1, low: null, high: null };
  const draw = (...rows: readonly (typeof mixed | typeof oneWay)[]) => {
    const { layer } = databasesFigure(rows, { base: "stateless" }).spec;
    const bars = layer.find(({ name }) => name === "interval")?.data.values.length ?? 0;
    return { bars, title: [layer.at(-1)!.encoding.x!.title].flat().join("; ") };
  };
  assert.equal(draw(mixed, oneWay).bars, 1);
  assert.match(draw(mixed, oneWay).title, /exploratory; bars: 95 % .*; no bar: /);
  assert.doesNotMatch(draw(mixed).title, /no bar/);
  assert.doesNotMatch(draw(oneWay).title, /bars:/);
});
