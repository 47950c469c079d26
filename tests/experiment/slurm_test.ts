import assert from "node:assert/strict";
import { readEnds, readJobs, readQueue, submitScripts } from "../../lib/experiment/slurm.ts";
import { inTempDir } from "../benchmark/bird_layout.ts";

const jobs = { prepare: "7", cells: "8", count: 3 };
const scripts = { prepare: "#!/bin/bash\nexec true\n", cells: "#!/bin/bash\nexec false\n" };
const answer = (text: string, error = "") => () =>
  Promise.resolve({ success: error === "", text, error });

Deno.test("readQueue: one task a line, of these jobs only", async () => {
  const text = "7|RUNNING|None\n8_1|COMPLETING|None\n8_2|PENDING|Dependency\n9_3|RUNNING|None\n";
  const queue = await readQueue(jobs, answer(text));
  assert.equal(queue!.prepare, "RUNNING");
  assert.deepEqual([...queue!.cells], [
    [1, { place: "running", reason: "" }],
    [2, { place: "waiting", reason: "PENDING: Dependency" }],
  ]);
});

Deno.test("readQueue: jobs that Slurm forgot are not in it; no answer is no queue", async () => {
  const forgotten = await readQueue(jobs, answer("", "slurm_load_jobs: Invalid job id specified"));
  assert.deepEqual([forgotten!.prepare, forgotten!.cells.size], ["", 0]);
  assert.equal(await readQueue(jobs, answer("", "Unable to contact slurm controller")), null);
  const missing = () => Promise.reject(new Deno.errors.NotFound("squeue"));
  assert.equal(await readQueue(jobs, missing), null);
});

Deno.test("readEnds: how tasks ended, where Slurm keeps accounts", async () => {
  const text = "8_1|COMPLETED\n8_2|CANCELLED by 0\n8_[3-9]|PENDING\n";
  assert.deepEqual([...await readEnds(jobs, answer(text))], [
    ...[[1, "COMPLETED"], [2, "CANCELLED by 0"]],
  ]);
  const disabled = answer("", "Slurm accounting storage is disabled");
  assert.equal((await readEnds(jobs, disabled)).size, 0);
  const missing = () => Promise.reject(new Deno.errors.NotFound("sacct"));
  assert.equal((await readEnds(jobs, missing)).size, 0);
});

Deno.test("submitScripts: the array waits for the other job, and both are noted", () =>
  inTempDir(async (folder) => {
    const asked: string[][] = [];
    const run = (name: string, args: readonly string[]) => {
      asked.push([name, ...args]);
      return Promise.resolve({ success: true, text: `${40 + asked.length};east\n`, error: "" });
    };
    const submitted = await submitScripts({ folder, count: 72, scripts }, run);
    assert.deepEqual(submitted, { prepare: "41", cells: "42", count: 72 });
    assert.deepEqual(await readJobs(folder), submitted);
    assert.deepEqual(asked.map((words) => words.slice(0, -1)), [
      ["sbatch", "--parsable"],
      ["sbatch", "--parsable", "--dependency=afterok:41", "--kill-on-invalid-dep=yes"],
    ]);
    assert.equal(await Deno.readTextFile(asked[1]!.at(-1)!), scripts.cells);
  }));

Deno.test("submitScripts: without sbatch, or refused by it, no jobs are noted", () =>
  inTempDir(async (folder) => {
    const submitting = { folder, count: 72, scripts };
    const missing = () => Promise.reject(new Deno.errors.NotFound("sbatch"));
    await assert.rejects(submitScripts(submitting, missing), {
      name: "InfrastructureError",
      message: /there is no sbatch here/,
    });
    await assert.rejects(submitScripts(submitting, answer("", "Invalid account")), {
      name: "InfrastructureError",
      message: /prepare\.sh: Invalid account/,
    });
    assert.equal(await readJobs(folder), null);
  }));
