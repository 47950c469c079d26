import assert from "node:assert/strict";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";
import { recallAgain } from "../../lib/runs/recall_again.ts";
import { runWorld } from "./world.ts";

const untyped = { ...defaultConfiguration.memory, typeCondition: "untyped" } as const;

for (const method of ["stateless", "dynamic-rag", "reflexion", "merit", "merit-placebo"]) {
  Deno.test(`recallAgain: ${method} recalls of its own run what its prompts show`, async () => {
    const run = await runWorld({ method });
    const rows = await recallAgain(run, method);
    const repairs = run.episodes.flatMap(({ task, steps }) =>
      steps.slice(1).map(({ attempt, retrieved }) => ({
        task,
        attempt: attempt.number,
        retrieved,
      }))
    );
    assert.deepEqual(
      rows.map(({ task, attempt, shown }) => ({ task, attempt, retrieved: shown.retrieved })),
      repairs,
    );
    assert.ok(repairs.length > 5);
    for (const { shown, recalled, matched } of rows) {
      assert.deepEqual(recalled, shown);
      assert.equal(matched, true);
    }
  });
}

Deno.test("recallAgain: another method recalls from the run's memory as it stood then", async () => {
  const run = await runWorld({ method: "merit", configuration: { memory: untyped } });
  const rows = await recallAgain(run, "dynamic-rag-repairs");
  for (const { shown, recalled } of rows) {
    const positives = shown.retrieved.filter(({ entry }) => entry.polarity === "positive");
    assert.deepEqual(recalled.retrieved, positives);
    assert.ok(recalled.tokens <= shown.tokens);
  }
  assert.ok(rows.some(({ recalled }) => recalled.retrieved.length > 0));
  assert.ok(rows.some(({ matched }) => !matched), "need a prompt that shows a negative too");
});

Deno.test("recallAgain: a method whose texts the run never compared is refused", async () => {
  const run = await runWorld({
    method: "merit",
    initialMemory: [],
    configuration: { memory: untyped },
  });
  const strange = { ...run, vectors: new Map() };
  await assert.rejects(() => recallAgain(strange, "merit"), {
    name: "RangeError",
    message: /^no vector is stored for "/,
  });
});
