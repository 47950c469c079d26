import assert from "node:assert/strict";
import { overrideConfiguration } from "../../lib/experiment/override_configuration.ts";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";
import { methodNamed, methods } from "../../lib/loop/methods.ts";
import { searchesMemory } from "../../lib/loop/searches_memory.ts";

Deno.test("searchesMemory: all methods but those without memory", async () => {
  const silent: string[] = [];
  for (const method of methods) {
    if (!await searchesMemory(method, defaultConfiguration)) silent.push(method.name);
  }
  assert.deepEqual(silent, ["resample", "stateless"]);
});

const off: readonly [method: string, settings: readonly string[]][] = [
  ["merit", ["memory.limit.positive=0", "memory.limit.negative=0"]],
  ["dynamic-rag", ["memory.limit.positive=0"]],
  ["reflexion", ["reflexion.shared=false"]],
];
for (const [name, settings] of off) {
  Deno.test(`searchesMemory: not ${name} with ${settings.join(" ")}`, async () => {
    const configuration = overrideConfiguration(defaultConfiguration, settings);
    assert.equal(await searchesMemory(methodNamed(name), configuration), false);
  });
}

Deno.test("searchesMemory: a limit of one polarity leaves the other", async () => {
  const configuration = overrideConfiguration(defaultConfiguration, ["memory.limit.positive=0"]);
  assert.equal(await searchesMemory(methodNamed("merit"), configuration), true);
});
