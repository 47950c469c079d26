import assert from "node:assert/strict";
import { cellFileName, defaultRequest } from "../../lib/experiment/run_request.ts";
import { methods } from "../../lib/loop/methods.ts";

Deno.test("defaultRequest: all methods over one order of the bundled benchmark", () => {
  assert.deepEqual(defaultRequest.methods, methods.map(({ name }) => name));
  assert.deepEqual([defaultRequest.benchmark, defaultRequest.orders], ["bundled", [1]]);
});

Deno.test("cellFileName: tells benchmark, method, order and run seed apart", () => {
  const names = ["merit", "stateless"].flatMap((method) =>
    [1, 2].flatMap((order) =>
      [1, 2].map((runSeed) =>
        cellFileName({ configuration: { ...defaultRequest.configuration, runSeed } }, {
          benchmark: "spider",
          method,
          order,
        })
      )
    )
  );
  assert.equal(names[1], "spider-merit-order1-seed2.run.sqlite");
  assert.equal(new Set(names).size, 8);
});
