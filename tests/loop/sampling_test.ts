import assert from "node:assert/strict";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";
import { firstSampling, repairSampling } from "../../lib/loop/sampling.ts";
import { exampleTask } from "../../lib/memory/examples.ts";

Deno.test("firstSampling: greedy within the same limits, whatever the run's seed", () => {
  const first = { temperature: 0, topP: 1, maxTokens: 320, contextTokens: 4096, seed: 0 };
  assert.deepEqual(firstSampling(defaultConfiguration), first);
  assert.deepEqual(firstSampling({ ...defaultConfiguration, runSeed: 2 }), first);
});

Deno.test("repairSampling: the configured parameters and a seed", () => {
  const { seed, ...rest } = repairSampling(defaultConfiguration, exampleTask, 1, "repair");
  assert.deepEqual(rest, defaultConfiguration.sampling);
  assert.ok(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31);
});

Deno.test("repairSampling: the seed is a function of run seed, task, number and purpose", () => {
  const seeds = [1, 2].flatMap((runSeed) =>
    ["1", "11"].flatMap((id) =>
      [1, 11].flatMap((number) =>
        (["repair", "reflection"] as const).map((purpose) =>
          repairSampling(
            { ...defaultConfiguration, runSeed },
            { ...exampleTask, id },
            number,
            purpose,
          ).seed
        )
      )
    )
  );
  assert.equal(new Set(seeds).size, 16);
});

Deno.test("repairSampling: nothing else of the task moves the seed", () => {
  const other = { ...exampleTask, index: 99, question: "Another?", schema: "", databaseId: "zoo" };
  assert.deepEqual(
    repairSampling(defaultConfiguration, other, 3, "repair"),
    repairSampling(defaultConfiguration, exampleTask, 3, "repair"),
  );
});
