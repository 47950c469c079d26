import assert from "node:assert/strict";
import { normalQuantile } from "../../lib/stats/normal.ts";
import { centralTQuantile } from "../../lib/stats/t_quantile.ts";
import { assertClose, reference } from "./reference.ts";

for (const { central, degrees, t } of reference.central_t_quantile) {
  Deno.test(`centralTQuantile: agrees with scipy for ${central} and ${degrees} degrees`, () => {
    assertClose(centralTQuantile(central, degrees), t, 1e-11);
  });
}

Deno.test("centralTQuantile: nears the normal quantile", () => {
  assertClose(centralTQuantile(0.95, 200_000), normalQuantile(0.975), 1e-5);
});

Deno.test("centralTQuantile: needs a whole number of degrees, at least 1", () => {
  for (const degrees of [0, 2.5, NaN]) {
    assert.throws(() => centralTQuantile(0.95, degrees), /need a whole number, at least 1/);
  }
});
