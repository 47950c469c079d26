import assert from "node:assert/strict";
import { shortestEndings } from "../../lib/commands/shortest_endings.ts";

Deno.test("shortestEndings: as many folders as tell a file apart", () => {
  const cases: readonly (readonly [readonly string[], readonly string[]])[] = [
    [[], []],
    [["/x/y/a"], ["a"]],
    [["a", "x/a"], ["a", "x/a"]],
    [["x/1/a", "y/1/a", "y/2/a"], ["x/1/a", "y/1/a", "2/a"]],
    [["/a", "/x/a"], ["/a", "x/a"]],
    [["C:\\x\\a", "C:\\y\\a"], ["x/a", "y/a"]],
    [["x/a\nb", "y/a b"], ["x/a b", "y/a b"]],
  ];
  for (const [paths, names] of cases) assert.deepEqual(shortestEndings(paths), names);
});
