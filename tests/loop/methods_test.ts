import assert from "node:assert/strict";
import { methodNamed, methods } from "../../lib/loop/methods.ts";

Deno.test("methods: those of the comparison and those beyond it, in the order of its tables", () => {
  assert.deepEqual(methods.map(({ name }) => name), [
    "resample",
    "stateless",
    "dynamic-rag",
    "dynamic-rag-repairs",
    "reflexion",
    "merit",
    "merit-placebo",
    "merit-reflexion",
  ]);
  assert.equal(methods.every(Object.isFrozen), true);
});

Deno.test("methodNamed: finds each by its name", () => {
  for (const method of methods) assert.equal(methodNamed(method.name), method);
});

Deno.test("methodNamed: an unknown name is refused with those there are", () => {
  assert.throws(() => methodNamed("Merit"), {
    name: "InputError",
    message: 'Cannot find method "Merit": need one of resample, stateless, dynamic-rag, ' +
      "dynamic-rag-repairs, reflexion, merit, merit-placebo, merit-reflexion",
  });
});
