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
    assert.deepEqual(lastReflections(["a", "b", "c"], configuration), shown);
    assert.deepEqual(lastReflections([], configuration), []);
  });
}
