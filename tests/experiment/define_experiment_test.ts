import assert from "node:assert/strict";
import { defineExperiment, variantsOf } from "../../lib/experiment/define_experiment.ts";
import { overrideConfiguration } from "../../lib/experiment/override_configuration.ts";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";

const declaration = {
  name: "example",
  question: "Do negatives help?",
  arms: [{ name: "both" }, { name: "positives", set: { "memory.limit.negative": 0 } }],
  factors: ["memory.limit"],
  orders: [1],
  contrasts: [{ variant: "positives", against: "both" }],
};

Deno.test("defineExperiment: refuses what could not be interpreted later", () => {
  const cases: readonly [Partial<typeof declaration>, RegExp][] = [
    [{ arms: [...declaration.arms, { name: "both", set: {} as never }] }, /"both"/],
    [{ contrasts: [{ variant: "none", against: "both" }] }, /"none" in a contrast is no arm/],
    [
      { contrasts: [{ variant: "both", against: "both" }] },
      /differ in nothing, need one of memory\.limit/,
    ],
    [
      { factors: ["memory.weights"] },
      /differ in memory\.limit\.negative, need one of memory\.weights/,
    ],
    [
      {
        arms: [
          { name: "both" },
          {
            name: "positives",
            set: { "memory.limit.negative": 0, "memory.twins": "block" } as never,
          },
        ],
      },
      /differ in memory\.twins and memory\.limit, need one/,
    ],
    [
      { arms: [{ name: "both" }, { name: "positives", set: { "memory.limits": 1 } as never }] },
      /nearest is/,
    ],
    [{ arms: [{ name: "both" }, { name: "positives", method: "merits" } as never] }, /merits/],
  ];
  for (const [change, message] of cases) {
    assert.throws(() => defineExperiment({ ...declaration, ...change }), {
      name: "InputError",
      message,
    });
  }
});

Deno.test("variantsOf: an override reaches all arms, and an arm's own parameter wins", () => {
  const configuration = overrideConfiguration(defaultConfiguration, [
    "budget=3",
    "memory.limit.negative=2",
  ]);
  const [both, positives] = variantsOf(declaration, configuration);
  assert.deepEqual([both!.configuration.budget, positives!.configuration.budget], [3, 3]);
  assert.equal(both!.configuration.memory.limit.negative, 2);
  assert.equal(positives!.configuration.memory.limit.negative, 0);
});

Deno.test("variantsOf: an override that makes two arms equal is refused", () => {
  const configuration = overrideConfiguration(defaultConfiguration, ["memory.limit.negative=0"]);
  assert.throws(() => variantsOf(declaration, configuration), {
    name: "InputError",
    message: 'Cannot run experiment "example": arms "both" and "positives" are equal',
  });
});
