import assert from "node:assert/strict";
import { groupArms } from "../../lib/analysis/group_arms.ts";
import { chooseBase, describeMixing } from "../../lib/commands/choose_base.ts";
import { InputError } from "../../lib/errors.ts";
import { defaultConfiguration, type LoopConfiguration } from "../../lib/loop/configuration.ts";
import type { RunManifest } from "../../lib/runs/manifest.ts";
import { makeArm, makeTasks } from "../analysis/make_arm.ts";

const tasks = makeTasks(2);
const { memory } = defaultConfiguration;

/** The arms of runs with these changes of the manifest, labelled as `merit figures` does. */
function armsOf(...manifests: readonly Partial<RunManifest>[]) {
  const runs = manifests.flatMap((manifest) =>
    makeArm({ tasks, endings: [[0, 0]], manifest }).runs
  );
  return groupArms(runs)[0]!.arms;
}
const withMemory = (change: Partial<LoopConfiguration["memory"]>) => ({
  configuration: { ...defaultConfiguration, memory: { ...memory, ...change } },
});
const onlyPositives = withMemory({ limit: { ...memory.limit, negative: 0 } });
const onlyNegatives = withMemory({ limit: { ...memory.limit, positive: 0 } });

Deno.test("chooseBase: stateless where there is one, whatever comes first", () => {
  const arms = armsOf({ method: "merit" }, { method: "resample" }, { method: "stateless" });
  assert.equal(chooseBase(arms).label, "stateless");
  assert.equal(chooseBase(arms, "resample").label, "resample");
});

Deno.test("chooseBase: of one method the arm with the default parameters, wherever it stands", () => {
  const arms = armsOf(onlyPositives, {}, onlyNegatives, withMemory({ scope: "any" }));
  const base = chooseBase(arms);
  assert.equal(arms.indexOf(base), 1);
  assert.deepEqual(base.runs[0]!.manifest.configuration, defaultConfiguration);
});

Deno.test("chooseBase: of several that are stateless the one with the default parameters", () => {
  const again = { configuration: { ...defaultConfiguration, runSeed: 2 } };
  const stateless = { method: "stateless" } as const;
  const arms = armsOf({ ...stateless, ...again }, { method: "merit" }, again, stateless);
  assert.equal(chooseBase(arms), arms[3]);
  const seeds = [2, 3].map((runSeed) => ({
    ...{ ...stateless, configuration: { ...defaultConfiguration, runSeed } },
  }));
  assert.throws(() => chooseBase(armsOf({ method: "merit" }, ...seeds)), /none that is stateless/);
});

const undecided: Readonly<Record<string, readonly Partial<RunManifest>[]>> = {
  "two methods": [{ method: "merit" }, { method: "merit-placebo" }],
  "no arm with the defaults": [onlyPositives, onlyNegatives],
  "two embedders": [
    { ...onlyPositives, embedder: "one" },
    { ...onlyPositives, embedder: "two" },
  ],
  "a method and a parameter": [{ method: "merit" }, { method: "merit-placebo", ...onlyPositives }],
};

for (const [name, manifests] of Object.entries(undecided)) {
  Deno.test(`chooseBase: refuses to pick one of ${name}, naming the arms`, () => {
    const arms = armsOf(...manifests);
    assert.throws(() => chooseBase(arms), (error: Error) => {
      assert.ok(error instanceof InputError);
      assert.match(error.message, /need --base with one of /);
      for (const { label } of arms) assert.ok(error.message.includes(`"${label}"`), label);
      return true;
    });
  });
}

Deno.test("describeMixing: names arms that differ in more than one thing, limits as one", () => {
  const both = withMemory({ limit: { positive: 1, negative: 2 } });
  const mixed = withMemory({ limit: { positive: 1, negative: 2 }, scope: "any" });
  const arms = armsOf({}, both, mixed, { method: "stateless", ...both });
  const said = describeMixing(arms, arms[0]!);
  assert.deepEqual(said.map((line) => line.slice(line.indexOf("differs"))), [
    ...[["memory.scope", "memory.limit"], ["method", "memory.limit"]].map((factors) =>
      `differs from ${arms[0]!.label} in ${factors.join(" and ")}: the difference is not the ` +
      "effect of one of them."
    ),
  ]);
});
