import assert from "node:assert/strict";
import type { Cell } from "../../lib/domain.ts";
import { createCellIds } from "../../lib/sql/cell_ids.ts";

function isEqual(a: Cell, b: Cell): boolean {
  const idOf = createCellIds();
  return idOf(a) === idOf(b);
}

/** [a, b, Python 3.11's a == b] */
const cases: readonly (readonly [Cell, Cell, boolean])[] = [
  [1n, 1, true],
  [0n, -0, true],
  [0, -0, true],
  [1n, "1", false],
  [1, "1.0", false],
  [null, null, true],
  [null, 0n, false],
  [null, "", false],
  ["a", "a ", false],
  ["a", "A", false],
  [0.1 + 0.2, 0.3, false],
  [2n ** 53n, 2 ** 53, true],
  [2n ** 53n + 1n, 2 ** 53, false],
  [9223372036854775807n, 2 ** 63, false],
  [-(2n ** 63n), -(2 ** 63), true],
  [9007199254740993n, 9007199254740993n, true],
  [9007199254740993n, 9007199254740992n, false],
  [Infinity, Infinity, true],
  [Infinity, -Infinity, false],
  [1e308, Infinity, false],
  [Uint8Array.of(97), "a", false],
  [Uint8Array.of(97), Uint8Array.of(97), true],
  [Uint8Array.of(), Uint8Array.of(0), false],
  [Uint8Array.of(), null, false],
  [2 ** 70, 2 ** 70, true],
];

for (const [a, b, wanted] of cases) {
  Deno.test(`createCellIds: ${Deno.inspect(a)} and ${Deno.inspect(b)}`, () => {
    assert.equal(isEqual(a, b), wanted);
    assert.equal(isEqual(b, a), wanted);
  });
}
