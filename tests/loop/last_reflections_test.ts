import assert from "node:assert/strict";
import { lastReflections } from "../../lib/loop/last_reflections.ts";

const cases: readonly [own: number, shown: readonly string[]][] = [
  [0, []],
  [1, ["c"]],
  [3, ["a", "b", "c"]],
  [9, ["a", "b", "c"]],
];

for (const [own, shown] of cases) {
  Deno.test(`lastReflections: ${own} of three, oldest first`, () => {
    const configuration = { reflexion: { shared: true, own } };
    const options = { reflects: "call", configuration } as const;
    assert.deepEqual(lastReflections({ ...options, reflections: ["a", "b", "c"] }), shown);
    assert.deepEqual(lastReflections({ ...options, reflections: [] }), []);
  });
}

Deno.test("lastReflections: the last one where it is part of the answer, whatever is configured", () => {
  for (const [own] of cases) {
    const options = {
      reflects: "inline",
      configuration: { reflexion: { shared: true, own } },
    } as const;
    assert.deepEqual(lastReflections({ ...options, reflections: ["a", "b", "c"] }), ["c"]);
    assert.deepEqual(lastReflections({ ...options, reflections: [] }), []);
  }
});
