import assert from "node:assert/strict";
import { cellFileName, comparedMethods, defaultRequest } from "../../lib/experiment/run_request.ts";
import { methodVariants } from "../../lib/experiment/variant.ts";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";
import { methods } from "../../lib/loop/methods.ts";

Deno.test("defaultRequest: the compared methods over one order of the bundled benchmark", () => {
  assert.deepEqual(defaultRequest.variants, methodVariants(comparedMethods));
  const names = methods.map(({ name }) => name);
  assert.deepEqual(names.slice(0, comparedMethods.length), comparedMethods);
  assert.deepEqual([defaultRequest.benchmark, defaultRequest.orders], ["bundled", [1]]);
});

Deno.test("cellFileName: tells benchmark, variant, order and run seed apart", () => {
  const names = [1, 2].flatMap((runSeed) =>
    methodVariants(["merit", "stateless"], { ...defaultConfiguration, runSeed }).flatMap(
      (variant) => [1, 2].map((order) => cellFileName({ benchmark: "spider", variant, order })),
    )
  );
  assert.equal(names[4], "spider-merit-order1-seed2.run.sqlite");
  assert.equal(new Set(names).size, 8);
});
