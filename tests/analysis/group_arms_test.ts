import assert from "node:assert/strict";
import { groupArms } from "../../lib/analysis/group_arms.ts";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";
import type { RunManifest } from "../../lib/runs/manifest.ts";
import type { StoredRun } from "../../lib/runs/run_reader.ts";
import { makeArm, makeTasks } from "./make_arm.ts";

const tasks = makeTasks(3);
const paper = defaultConfiguration.memory;

function runsOf(
  manifest: Partial<RunManifest>,
  { orders = 1, questions = tasks }: { orders?: number; questions?: typeof tasks } = {},
): readonly StoredRun[] {
  const endings = Array.from({ length: orders }, () => questions.map(() => 0));
  return makeArm({ label: JSON.stringify(manifest), tasks: questions, endings, manifest }).runs;
}
const withMemory = (memory: Partial<typeof paper>) => ({
  configuration: { ...defaultConfiguration, memory: { ...paper, ...memory } },
});
const labelsOf = (...runs: readonly (readonly StoredRun[])[]) =>
  groupArms(runs.flat()).map(({ arms }) => arms.map(({ label }) => label));

Deno.test("groupArms: runs of several orders are one arm, in order of their seeds", () => {
  const [set] = groupArms([...runsOf({}, { orders: 3 })].reverse());
  assert.deepEqual(set!.orders, [1, 2, 3]);
  assert.deepEqual(set!.arms.map(({ runs }) => runs.map(({ manifest }) => manifest.order)), [
    ...[[1, 2, 3]],
  ]);
  assert.equal(set!.questions, 3);
});

Deno.test("groupArms: methods are named by themselves", () => {
  assert.deepEqual(labelsOf(runsOf({ method: "stateless" }), runsOf({ method: "merit" })), [
    ...[["stateless", "merit"]],
  ]);
});

Deno.test("groupArms: arms of one method are named by what varies", () => {
  assert.deepEqual(labelsOf(runsOf({}), runsOf(withMemory({ typeCondition: "untyped" }))), [
    ...[["typeCondition=fallback", "typeCondition=untyped"]],
  ]);
});

Deno.test("groupArms: beside other methods both, and no word of what does not vary in it", () => {
  const arms = [
    runsOf({ method: "stateless" }),
    runsOf({}),
    runsOf(withMemory({ twins: "block" })),
  ];
  assert.deepEqual(labelsOf(...arms), [["stateless", "merit twins=allow", "merit twins=block"]]);
});

Deno.test("groupArms: two parameters of one ending keep their paths", () => {
  const configuration = {
    ...defaultConfiguration,
    memory: { ...paper, limit: { positive: 1, negative: 1 } },
    reflexion: { shared: false, own: 3 },
  };
  const other = { ...configuration, memory: { ...paper, limit: { positive: 2, negative: 0 } } };
  assert.deepEqual(labelsOf(runsOf({ configuration }), runsOf({ configuration: other })), [
    ...[["positive=1 negative=1", "positive=2 negative=0"]],
  ]);
});

Deno.test("groupArms: another model, judge, K, feedback or other questions are another set", () => {
  const changes: readonly Partial<RunManifest>[] = [
    { model: { name: "other", digest: "", server: "scripted" } },
    { judge: { mode: "bird-ex", version: "1", timeoutMs: 30_000 } },
    { configuration: { ...defaultConfiguration, budget: 3 } },
    { configuration: { ...defaultConfiguration, feedback: "execution-only" } },
  ];
  for (const change of changes) {
    assert.equal(groupArms([...runsOf({}), ...runsOf(change)]).length, 2, JSON.stringify(change));
  }
  const fewer = runsOf({}, { questions: tasks.slice(1) });
  assert.equal(groupArms([...runsOf({}), ...fewer]).length, 2);
});

Deno.test("groupArms: an unfinished run is refused, with how to go on", () => {
  const [run] = runsOf({});
  assert.throws(
    () => groupArms([{ ...run!, episodes: run!.episodes.slice(1) }]),
    /2 of 3 questions are finished, need all; merit resume/,
  );
});

Deno.test("groupArms: two runs of one arm and order are refused by path", () => {
  const [run] = runsOf({});
  assert.throws(
    () => groupArms([run!, { ...run!, path: "copy.run.sqlite" }]),
    /"copy.run.sqlite" are both merit under order 1/,
  );
});

Deno.test("groupArms: arms under other orders are refused", () => {
  const arms = [...runsOf({}, { orders: 2 }), ...runsOf({ method: "stateless" })];
  assert.throws(() => groupArms(arms), /merit and stateless: .* are 1, 2 and 1, need the same/);
});
