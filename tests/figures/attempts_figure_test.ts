import assert from "node:assert/strict";
import { type AttemptPoint, attemptsFigure } from "../../lib/figures/attempts_figure.ts";

const rows: readonly AttemptPoint[] = ["a", "b"].flatMap((label) =>
  [0, 1, 2].map((attempt) => ({ label, attempt, accuracy: 0.5, low: 0.4, high: 0.6 }))
);
const layers = () =>
  Object.fromEntries(attemptsFigure(rows).spec.layer.map(({ name, data }) => [name, data.values]));

Deno.test("attemptsFigure: equal values of two arms stand apart", () => {
  const places = layers().dot!.map(({ attempt, accuracy }) => JSON.stringify([attempt, accuracy]));
  assert.equal(new Set(places).size, 8);
});

Deno.test("attemptsFigure: a line an arm, intervals beside the last attempt, each with its point", () => {
  const { line1, line2, interval, dot } = layers();
  assert.deepEqual([line1!.length, line2!.length], [3, 3]);
  assert.deepEqual(interval!.map(({ label }) => label), ["a", "b"]);
  const places = interval!.map(({ attempt }) => attempt as number);
  assert.ok(Math.max(...line2!.map(({ attempt }) => attempt as number)) < places[0]!);
  assert.ok(places[0]! < places[1]!);
  assert.deepEqual(
    dot!.slice(-2).map(({ attempt, accuracy }) => [attempt, accuracy]),
    places.map((place) => [place, 50]),
  );
});

Deno.test("attemptsFigure: an arm looks the same whatever others are drawn", () => {
  const dashOf = (shown: readonly AttemptPoint[], series: readonly string[]) =>
    attemptsFigure(shown, { series }).spec.layer.find(({ name }) => name === "line1")!.mark;
  const alone = rows.filter(({ label }) => label === "b");
  const both = attemptsFigure(rows, { series: ["a", "b"] }).spec.layer
    .find(({ name }) => name === "line2")!.mark;
  assert.deepEqual(dashOf(alone, ["a", "b"]), both);
  assert.notDeepEqual(dashOf(alone, []), both);
});
