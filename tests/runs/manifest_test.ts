import assert from "node:assert/strict";
import { manifestDifferences, requireSameManifest } from "../../lib/runs/manifest.ts";
import { worldManifest } from "./world.ts";

const before = worldManifest();
const now = worldManifest({ method: "stateless", configuration: { budget: 7 } });

const cases: readonly [what: string, before: unknown, now: unknown, lines: readonly string[]][] = [
  ["equal ones", before, structuredClone(before), []],
  ["two values", before, now, [
    'method: "merit", now "stateless"',
    "configuration.budget: 3, now 7",
  ]],
  ["null and a tree", { a: null }, { a: { b: 1 } }, ['a: null, now {"b":1}']],
  ["a part that came", {}, { a: 1 }, ["a: undefined, now 1"]],
  ["a part that went", { a: { b: "x" } }, { a: {} }, ['a.b: "x", now undefined']],
  ["lists of two lengths", { a: [1, 2] }, { a: [1] }, ["a.1: 2, now undefined"]],
  [
    "files of a list",
    { inputs: [{ path: "dev.json", sha256: "a" }] },
    { inputs: [{ path: "dev.json", sha256: "b" }] },
    ['inputs."dev.json".sha256: "a", now "b"'],
  ],
  ["a number and its text", { a: 1 }, { a: "1" }, ['a: 1, now "1"']],
  ["the order of fields", { a: 1, b: 2 }, { b: 2, a: 1 }, []],
];

for (const [what, first, second, lines] of cases) {
  Deno.test(`manifestDifferences: ${what}`, () => {
    assert.deepEqual(manifestDifferences(first, second), lines);
  });
}

Deno.test("requireSameManifest: names the file and every difference", () => {
  assert.throws(() => requireSameManifest("a.run.sqlite", before, now), {
    name: "InputError",
    message: 'Cannot resume "a.run.sqlite": it was made from something else; ' +
      "give another --out, or delete it:\n" +
      '  method: "merit", now "stateless"\n' +
      "  configuration.budget: 3, now 7",
  });
  requireSameManifest("a.run.sqlite", before, structuredClone(before));
});

Deno.test("requireSameManifest: shows eight differences and counts the rest", () => {
  const numbers = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`p${i}`, i]));
  assert.throws(
    () => requireSameManifest("a", numbers, {}),
    /p7: 7, now undefined\n {2}and 3 more$/,
  );
});
