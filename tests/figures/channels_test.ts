import assert from "node:assert/strict";
import { dodge, legendOf, seriesOf } from "../../lib/figures/channels.ts";

Deno.test("legendOf: never more columns than labels, and cut texts in one column", () => {
  assert.equal(legendOf(["a", "b"], "page", 0.9).columns, 2);
  const long = legendOf(["x".repeat(200), "y"], "column", 0.85);
  assert.deepEqual(long, { columns: 1, labelLimit: 183 });
});

Deno.test("seriesOf: a series alone needs no legend", () => {
  assert.equal(seriesOf(["a"], { width: "column", series: [] }).color.legend, null);
});

Deno.test("seriesOf: a series that is not among all takes the next style", () => {
  const { shape } = seriesOf(["attempt 0", "b"], { width: "column", series: ["a", "b"] });
  assert.deepEqual(shape.scale, { domain: ["attempt 0", "b"], range: ["square", "diamond"] });
});

Deno.test("dodge: symmetric around the place, whatever the number", () => {
  for (let of = 1; of <= 9; of++) {
    const moved = Array.from({ length: of }, (_, at) => dodge(at, of, 0.1));
    assert.ok(Math.abs(moved.reduce((sum, value) => sum + value, 0)) < 1e-9);
    assert.equal(new Set(moved).size, of);
  }
});
