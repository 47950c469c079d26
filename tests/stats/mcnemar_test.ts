import assert from "node:assert/strict";
import { mcnemarExact } from "../../lib/stats/mcnemar.ts";
import { assertClose, reference } from "./reference.ts";

for (const { b, c, p } of reference.mcnemar) {
  Deno.test(`mcnemarExact: agrees with statsmodels for ${b} against ${c}`, () => {
    assertClose(mcnemarExact(b, c), p, 1e-11);
    assert.equal(mcnemarExact(c, b), mcnemarExact(b, c));
  });
}

Deno.test("mcnemarExact: 1 without discordant pairs, never 0 with many", () => {
  assert.equal(mcnemarExact(0, 0), 1);
  assert.ok(mcnemarExact(0, 5000) > 0);
  assert.throws(() => mcnemarExact(-1, 2), /only the first arm solves is -1/);
});
