import assert from "node:assert/strict";
import type { Arm } from "../../lib/analysis/group_arms.ts";
import { pairOutcomes } from "../../lib/analysis/pair_outcomes.ts";
import { InputError } from "../../lib/errors.ts";
import type { RunManifest } from "../../lib/runs/manifest.ts";
import { readRun, type StoredRun } from "../../lib/runs/run_reader.ts";
import { makeArm, makeTasks } from "./make_arm.ts";
import { makeRun } from "./make_run.ts";

const tasks = makeTasks(4);
const base = makeArm({ label: "base", tasks, endings: [[0, null, 1, null], [0, 2, null, null]] });
const variant = makeArm({ tasks, endings: [[0, 1, 1, null], [0, 1, 1, 1]] });

const change = (arm: Arm, part: (run: StoredRun, at: number) => Partial<StoredRun>): Arm => ({
  ...arm,
  runs: arm.runs.map((run, at) => ({ ...run, ...part(run, at) })),
});
const withManifest = (part: Partial<RunManifest>): Arm =>
  change(variant, ({ manifest }) => ({ manifest: { ...manifest, ...part } }));

Deno.test("pairOutcomes: joins by id and order", () => {
  const { orders, questions, unscored } = pairOutcomes({ base, variant });
  assert.deepEqual(orders, [1, 2]);
  assert.deepEqual(unscored, []);
  assert.deepEqual(questions.map(({ task, base, variant }) => [task.id, base, variant]), [
    ["q0", [true, true], [true, true]],
    ["q1", [false, true], [true, true]],
    ["q2", [true, false], [true, true]],
    ["q3", [false, false], [false, true]],
  ]);
});

Deno.test("pairOutcomes: G8-02 the order of runs and episodes changes nothing", () => {
  const shuffled = change(variant, ({ episodes }) => ({ episodes: episodes.toReversed() }));
  const turned = { ...shuffled, runs: shuffled.runs.toReversed() };
  assert.deepEqual(pairOutcomes({ base, variant: turned }), pairOutcomes({ base, variant }));
});

Deno.test("pairOutcomes: G8-02 an id that one arm lacks is an error that names it", () => {
  const lacking = change(variant, ({ episodes }, at) => ({
    episodes: episodes.filter(({ task }) => at === 0 || task.id !== "q2"),
  }));
  for (const arms of [{ base, variant: lacking }, { base: lacking, variant: base }]) {
    assert.throws(() => pairOutcomes(arms), (error: Error) => {
      assert.ok(error instanceof InputError);
      assert.match(error.message, /"variant-2.run.sqlite": of 4 questions it lacks 1: "q2";/);
      return true;
    });
  }
});

Deno.test("pairOutcomes: names the first ten of many ids", () => {
  const many = makeTasks(30);
  const arm = makeArm({ tasks: many, endings: [Array(30).fill(0)] });
  const empty = change(arm, () => ({ episodes: [] }));
  assert.throws(() => pairOutcomes({ base: arm, variant: empty }), /"q9" and 20 more/);
});

Deno.test("pairOutcomes: an id twice is an error", () => {
  const twice = change(variant, ({ episodes }) => ({ episodes: [...episodes, episodes[1]!] }));
  assert.throws(() => pairOutcomes({ base, variant: twice }), /holds question "q1" twice/);
});

Deno.test("pairOutcomes: a question unscored anywhere leaves the comparison and is named", () => {
  const bad = makeArm({ tasks, endings: [[0, 1, 1, null], [0, "unscored", 1, 1]] });
  for (const arms of [{ base, variant: bad }, { base: bad, variant: base }]) {
    const { questions, unscored } = pairOutcomes(arms);
    assert.deepEqual(unscored, ["q1"]);
    assert.deepEqual(questions.map(({ task }) => task.id), ["q0", "q2", "q3"]);
  }
});

const { benchmark, judge, model, configuration } = base.runs[0]!.manifest;
const apart: Readonly<Record<string, readonly [Arm, RegExp]>> = {
  benchmark: [withManifest({ benchmark: { ...benchmark, name: "other" } }), /benchmark.name/],
  files: [
    withManifest({ benchmark: { ...benchmark, inputs: [{ path: "dev.json", sha256: "1" }] } }),
    /benchmark.inputs/,
  ],
  judge: [withManifest({ judge: { ...judge, mode: "bird-ex" } }), /judge.mode/],
  model: [withManifest({ model: { ...model, digest: "1" } }), /model.digest/],
  budget: [withManifest({ configuration: { ...configuration, budget: 3 } }), /budget: 7, now 3/],
  feedback: [
    withManifest({ configuration: { ...configuration, feedback: "execution-only" } }),
    /feedback/,
  ],
  "source of attempt 0": [withManifest({ initialPredictions: "1" }), /initialPredictions/],
  stream: [withManifest({ stream: { digest: "1", length: 4 } }), /stream.digest/],
};
for (const [difference, [other, message]] of Object.entries(apart)) {
  Deno.test(`pairOutcomes: another ${difference} is refused by name`, () => {
    assert.throws(() => pairOutcomes({ base, variant: other }), (error: Error) => {
      assert.ok(error instanceof InputError);
      assert.match(error.message, message);
      return true;
    });
  });
}

Deno.test("pairOutcomes: runs of one arm that differ between its orders are refused", () => {
  const mix = (arm: Arm, other: Arm): Arm => ({ ...arm, runs: [arm.runs[0]!, other.runs[1]!] });
  const fewer = { ...configuration, budget: 3 };
  const both = {
    base: mix(
      base,
      change(base, ({ manifest }) => ({
        manifest: { ...manifest, configuration: fewer },
      })),
    ),
    variant: mix(variant, withManifest({ configuration: fewer })),
  };
  assert.throws(
    () => pairOutcomes(both),
    /"base-1.run.sqlite" and "base-2.run.sqlite".*\n.*budget/,
  );
});

Deno.test("pairOutcomes: other orders, one order twice and no run at all are refused", () => {
  const first = { ...variant, runs: variant.runs.slice(0, 1) };
  assert.throws(
    () => pairOutcomes({ base, variant: first }),
    /variant with base: stream orders are 1 and 1, 2, need the same/,
  );
  const twice = { ...variant, runs: [variant.runs[0]!, variant.runs[0]!] };
  assert.throws(
    () => pairOutcomes({ base, variant: twice }),
    /have order 1, need one run an order/,
  );
  const none = { ...variant, runs: [] };
  assert.throws(() => pairOutcomes({ base: none, variant: none }), /there is no run/);
});

Deno.test("pairOutcomes: reads run files; an unfinished one is refused", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await makeRun(`${folder}/a.run.sqlite`);
    await makeRun(`${folder}/b.run.sqlite`, { limit: 4 });
    const arm = (name: string) => ({
      label: name,
      method: "merit",
      runs: [readRun(`${folder}/${name}.run.sqlite`)],
    });
    const { questions, unscored } = pairOutcomes({ base: arm("a"), variant: arm("a") });
    assert.deepEqual([questions.length, unscored], [5, ["5"]]);
    assert.deepEqual(questions.map(({ base }) => base), [[true], [true], [true], [false], [true]]);
    assert.throws(
      () => pairOutcomes({ base: arm("a"), variant: arm("b") }),
      /b.run.sqlite": of 6 questions it lacks 2: "4", "5"; merit resume/,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
