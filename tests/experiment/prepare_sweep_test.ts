import assert from "node:assert/strict";
import { prepareSweep, type SweepPlan } from "../../lib/experiment/prepare_sweep.ts";
import { defaultRequest, type RunRequest } from "../../lib/experiment/run_request.ts";
import { requestOf } from "../../lib/experiment/stored_request.ts";
import { readSweep } from "../../lib/experiment/sweep_folder.ts";
import { methodVariants } from "../../lib/experiment/variant.ts";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";
import { readProgress } from "../../lib/runs/run_progress.ts";
import { lockRun } from "../../lib/runs/run_lock.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { inTempDir, writeBirdLayout } from "../benchmark/bird_layout.ts";

/** Two methods, two seeds and two orders over three questions. */
const withPlan = (test: (plan: SweepPlan, request: RunRequest) => Promise<void>) =>
  inTempDir(async (folder) => {
    await writeBirdLayout(`${folder}/data`);
    const request: RunRequest = {
      ...defaultRequest,
      benchmark: `${folder}/data`,
      variants: [1, 2].flatMap((runSeed) =>
        methodVariants(["stateless", "merit"], { ...defaultConfiguration, runSeed })
      ),
      orders: [1, 2],
      model: "scripted:count-rows",
      embedder: "hashing",
      recording: `${folder}/sweep/calls.sqlite`,
      out: `${folder}/sweep/main/count-rows`,
    };
    await test({ folder: `${folder}/sweep`, engine: "local", requests: [request] }, request);
  });

const countCalls = (path: string) => {
  using database = new DatabaseSync(path, { readOnly: true });
  return database.prepare("SELECT count(*) AS n FROM calls").get()!.n;
};

Deno.test("prepareSweep: a run file for every cell, and attempt 0 of every question", () =>
  withPlan(async (plan, request) => {
    const cells = await prepareSweep(plan, { parallel: 2 });
    assert.equal(cells.length, 8);
    assert.equal(new Set(cells.map(({ run }) => run)).size, 8);
    assert.deepEqual((await readSweep(plan.folder))!.cells, cells);
    for (const { run, model } of cells) {
      assert.match(run, /^main\/count-rows\/.*\.run\.sqlite$/);
      assert.equal(model, request.model);
      assert.deepEqual(readProgress(`${plan.folder}/${run}`), { done: 0, total: 3 });
    }
    assert.equal(countCalls(request.recording!), 3);
    assert.deepEqual(await prepareSweep(plan, { parallel: 2 }), cells, "again");
  }));

Deno.test("prepareSweep: the cells that can take longest come first", () =>
  withPlan(async (plan, request) => {
    const variants = methodVariants(["stateless", "reflexion", "merit"]);
    const requests = [{ ...request, variants, orders: [1] }];
    const cells = await prepareSweep({ ...plan, requests }, { parallel: 1 });
    const methods = cells.map(({ run }) => /[^-/]+-(.*)-order/.exec(run)![1]);
    assert.deepEqual(methods.map((name) => name!.split("-").at(-1)), [
      "reflexion",
      "stateless",
      "merit",
    ]);
  }));

Deno.test("prepareSweep: for a cluster every cell has a recording of its own to go on with", () =>
  withPlan(async (plan) => {
    const apart = { ...plan, engine: "slurm" as const };
    const cells = await prepareSweep(apart, { parallel: 2 });
    for (const { run } of cells) {
      const { recording } = requestOf(`${plan.folder}/${run}`, undefined);
      assert.equal(recording, `${plan.folder}/${run}`.replace(".run.", ".calls."));
      assert.equal(countCalls(recording), 3);
    }
    const own = `${plan.folder}/${cells[0]!.run}`.replace(".run.", ".calls.");
    await Deno.writeTextFile(own, "answers of this cell");
    await prepareSweep(apart, { parallel: 2 });
    assert.equal(await Deno.readTextFile(own), "answers of this cell", "it is kept");
    await assert.rejects(prepareSweep(plan, { parallel: 2 }), {
      name: "InputError",
      message: /by local: it was begun by slurm/,
    });
  }));

Deno.test("prepareSweep: refuses a cell that is being written, and cells of another making", () =>
  withPlan(async (plan, request) => {
    const [cell] = await prepareSweep(plan, { parallel: 1 });
    {
      using _lock = lockRun(`${plan.folder}/${cell!.run}`);
      await assert.rejects(prepareSweep(plan, { parallel: 1 }), {
        name: "InputError",
        message: new RegExp(`process ${Deno.pid}.* is writing it`),
      });
    }
    const changed = { ...plan, requests: [{ ...request, timeoutMs: 1 }] };
    await assert.rejects(prepareSweep(changed, { parallel: 1 }), /judge.timeoutMs: 30000, now 1/);
  }));

Deno.test("prepareSweep: two cells of one name are refused", () =>
  withPlan(async (plan, request) => {
    const [variant] = request.variants;
    const twice = { ...plan, requests: [{ ...request, variants: [variant!, variant!] }] };
    await assert.rejects(prepareSweep(twice, { parallel: 1 }), /stateless of seed 1 twice/);
  }));
