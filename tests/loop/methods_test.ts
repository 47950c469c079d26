import assert from "node:assert/strict";
import { methodNamed, methods } from "../../lib/loop/methods.ts";

Deno.test("methods: those of the comparison first, in the order of its tables", () => {
  const names = methods.map(({ name }) => name);
  const compared = ["resample", "stateless", "dynamic-rag", "dynamic-rag-repairs", "reflexion"];
  assert.deepEqual(names.slice(0, 6), [...compared, "merit"]);
  assert.equal(new Set(names).size, names.length);
  assert.equal(methods.every(Object.isFrozen), true);
});

Deno.test("methodNamed: finds each by its name", () => {
  for (const method of methods) assert.equal(methodNamed(method.name), method);
});

Deno.test("methodNamed: an unknown name is refused with those there are", () => {
  assert.throws(() => methodNamed("Merit"), {
    name: "InputError",
    message: `Cannot find method "Merit": need one of ${
      methods.map(({ name }) => name).join(", ")
    }`,
  });
});
