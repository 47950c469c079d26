import assert from "node:assert/strict";
import { streamFigure, type StreamPoint } from "../../lib/figures/stream_figure.ts";

const row: StreamPoint = {
  label: "merit",
  from: 8,
  to: 16,
  difference: -0.125,
  low: null,
  high: null,
};

Deno.test("streamFigure: a stretch stands at its middle, in points", () => {
  const layers = streamFigure([row], { base: "stateless" }).spec.layer;
  const dot = layers.find(({ name }) => name === "dot")!;
  assert.deepEqual(dot.data.values, [{ label: "merit", position: 12, difference: -12.5 }]);
});

Deno.test("streamFigure: intervals only where there are some", () => {
  const known = { ...row, label: "b", low: -0.2, high: 0 };
  const layers = streamFigure([row, known], { base: "stateless" }).spec.layer;
  const interval = layers.find(({ name }) => name === "interval")!;
  assert.deepEqual(interval.data.values.map(({ label, low }) => [label, low]), [["b", -20]]);
});

Deno.test("streamFigure: the axis names the base", () => {
  const { spec, description } = streamFigure([row], { base: "attempt 0" });
  assert.match(JSON.stringify(spec), /gain over attempt 0 \(points\)/);
  assert.match(description, /to attempt 0, in percentage points/);
});

Deno.test("streamFigure: the axis says why a stretch has no bar, where one has none", () => {
  const known = { ...row, low: -0.2, high: 0 };
  const said = (rows: readonly StreamPoint[]) =>
    JSON.stringify(streamFigure(rows, { base: "stateless" }).spec)
      .includes("no bar: no question differs, or all one way");
  assert.deepEqual([said([row]), said([row, known]), said([known])], [true, true, false]);
});
