import assert from "node:assert/strict";
import { compareFirstAttempts } from "../../lib/analysis/compare_first_attempts.ts";
import { groupRuns } from "../../lib/analysis/group_runs.ts";
import type { Attempt } from "../../lib/domain.ts";
import { exampleRun } from "../../lib/runs/examples.ts";
import type { RunManifest } from "../../lib/runs/manifest.ts";
import type { StoredRun } from "../../lib/runs/run_reader.ts";

const run = await exampleRun();
const change = (manifest: Partial<RunManifest>): StoredRun => ({
  ...run,
  manifest: { ...run.manifest, ...manifest },
});
const configure = (part: Partial<RunManifest["configuration"]>): StoredRun =>
  change({ configuration: { ...run.manifest.configuration, ...part } });

const { benchmark, judge, model, stream } = run.manifest;
const apart: Readonly<Record<string, StoredRun>> = {
  benchmark: change({ benchmark: { ...benchmark, name: "other" } }),
  "input file": change({
    benchmark: { ...benchmark, inputs: [{ path: "dev.json", sha256: "1" }] },
  }),
  stream: change({ stream: { ...stream, digest: "other" } }),
  order: change({ order: 2 }),
  mode: change({ judge: { ...judge, mode: "bird-ex" } }),
  "judge version": change({ judge: { ...judge, version: "2" } }),
  model: change({ model: { ...model, name: "other" } }),
  weights: change({ model: { ...model, digest: "other" } }),
  budget: configure({ budget: 3 }),
  feedback: configure({ feedback: "execution-only" }),
  "source of attempt 0": change({ initialPredictions: "1" }),
};

for (const [difference, other] of Object.entries(apart)) {
  Deno.test(`groupRuns: another ${difference} is another block`, () => {
    const blocks = groupRuns([run, other, run]);
    assert.deepEqual(blocks.map(({ runs }) => runs), [[run, run], [other]]);
  });
}

Deno.test("groupRuns: one block names what tells its runs apart", () => {
  const memory = { ...run.manifest.configuration.memory, twins: "block" } as const;
  const [block, ...others] = groupRuns([
    run,
    configure({ memory }),
    configure({ runSeed: 2 }),
    change({ method: "stateless" }),
  ]);
  assert.equal(others.length, 0);
  assert.deepEqual(block!.variants, [
    "runSeed=1 memory.twins=allow",
    "runSeed=1 memory.twins=block",
    "runSeed=2 memory.twins=allow",
    "runSeed=1 memory.twins=allow",
  ]);
});

Deno.test("groupRuns: runs that differ by method alone have no variant", () => {
  const [block] = groupRuns([run, change({ method: "stateless" })]);
  assert.deepEqual(block!.variants, ["", ""]);
  assert.deepEqual(groupRuns([]), []);
});

Deno.test("compareFirstAttempts: joins by id and sees another query or verdict", () => {
  const [episode] = run.episodes;
  const [first, ...later] = episode!.steps;
  const withFirst = (attempt: Partial<Attempt>): StoredRun => ({
    ...run,
    episodes: [{
      ...episode!,
      steps: [{ ...first!, attempt: { ...first!.attempt, ...attempt } }, ...later],
    }],
  });
  const timeout = { ...first!.attempt.observation, status: "timeout" } as const;
  const elsewhere = { ...episode!, task: { ...episode!.task, id: "8" } };
  const difference = (other: StoredRun) => compareFirstAttempts(run, other);
  assert.deepEqual(difference(withFirst({})), { shared: 1, differing: 0 });
  assert.deepEqual(difference(withFirst({ sql: "SELECT 1" })), { shared: 1, differing: 1 });
  assert.deepEqual(difference(withFirst({ observation: timeout })), { shared: 1, differing: 1 });
  assert.deepEqual(difference({ ...run, episodes: [elsewhere] }), { shared: 0, differing: 0 });
  assert.deepEqual(difference({ ...run, episodes: [{ ...episode!, steps: [] }] }), {
    shared: 0,
    differing: 0,
  });
});
