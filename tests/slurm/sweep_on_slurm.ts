/**
 * `deno task test:slurm`: sweeps on a real Slurm, which it installs from Debian's packages and starts on this
 * machine. No `_test.ts` file, since it needs root and all rights: the gate's own tests do without.
 */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type { SweepReport } from "../../lib/commands/sweep_status.ts";
import { compactRecording } from "../../lib/llm/open_recording.ts";
import { readProgress } from "../../lib/runs/run_progress.ts";
import { dumpDatabase } from "../runs/world.ts";
import { installSlurm, startSlurm, waitUntil } from "./start_slurm.ts";

const skipped = await installSlurm();
if (skipped !== null) console.log(`skipped, because ${skipped}`);

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Runs the program; its exit code and what it prints. */
async function merit(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--lock=deno.lock", "--frozen", "--no-check", "--no-prompt", "-A", "cli.ts"]
      .concat(args),
    cwd: root,
    env: { ...env },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code, text: decoder.decode(stdout), errors: decoder.decode(stderr) };
}

const arms = ["both", "positives-only", "negatives-only", "unpolarised"];
const cells = ["sweep", "ablate_polarity", "--databases", "bike_share", "--orders", "1"];
const live = ["--model", "scripted:count-rows", "--embedder", "hashing"];
const paths = (folder: string, model: string) =>
  arms.map((arm) => `${folder}/ablate_polarity/${model}/bundled-${arm}-order1-seed1.run.sqlite`);

/** Rows of a run, but for what says where they came from: the request, and live or replayed. */
function rows(path: string) {
  const { run, calls, ...tables } = dumpDatabase(path);
  return {
    ...tables,
    run: run!.filter((row) => (row as { key: string }).key !== "request"),
    calls: calls!.map((row) => ({ ...row as object, source: "" })),
  };
}

/** In memory where there is such a place: the runs write much and their disk may be slow. */
async function newFolder(): Promise<string> {
  const prefix = "merit-sweep-";
  return await Deno.makeTempDir({ dir: "/dev/shm", prefix })
    .catch(() => Deno.makeTempDir({ prefix }));
}

const allDone = { done: 4, running: 0, failed: 0, waiting: 0 };

Deno.test("sweep: a Slurm job array gives what --engine local gives", {
  ignore: skipped !== null,
}, async (t) => {
  const folder = await newFolder();
  const local = `${folder}/local`, recording = `${local}/calls.sqlite`;
  const first = await merit([...cells, ...live, "--out", local, "--workers", "2", "--quiet"]);
  assert.equal(first.code, 0, first.errors);
  compactRecording(recording);
  const expected = paths(local, "count-rows").map(rows);
  await using slurm = await startSlurm();
  const submit = async (out: string, args: readonly string[]) => {
    const asked = ["--engine", "slurm", "--time", "10", "--memory", "500M", "--workers", "2"];
    const { code, text, errors } = await merit(
      [...cells, ...args, "--out", out, ...asked],
      slurm.env,
    );
    assert.equal(code, 0, errors);
    return /as job (\d+),/.exec(text)![1]!;
  };
  const status = async (out: string): Promise<SweepReport> =>
    JSON.parse((await merit(["sweep", "status", out, "--json"], slurm.env)).text);
  const isIdle = async () => (await slurm.call("squeue", "--noheader")) === "";
  const logs = async (out: string) =>
    `${await Deno.readTextFile(`${out}/prepare.log`)}\n${await Deno.readTextFile(`${out}/cells.log`)
      .catch(() => "")}`;

  await t.step("live: every cell is done and records for itself", async () => {
    const out = `${folder}/live`;
    await submit(out, live);
    const again = await merit([...cells, ...live, "--out", out, "--engine", "slurm"], slurm.env);
    assert.match(again.errors, /its jobs \d+ and \d+ are in the queue/);
    await waitUntil("the queue is empty", isIdle);
    assert.deepEqual((await status(out)).counts, allDone, await logs(out));
    assert.deepEqual(paths(out, "count-rows").map(rows), expected);
    for (const path of paths(out, "count-rows")) {
      await Deno.stat(path.replace(".run.sqlite", ".calls.sqlite"));
    }
  });

  await t.step("replay: one cell requeued and one cancelled in mid-run go on", async () => {
    const out = `${folder}/replay`;
    const replay = ["--replay", "--recording", recording, "--requeue"];
    const job = await submit(out, replay);
    const [requeued, cancelled] = paths(out, "recorded") as [string, string];
    const stop = async (path: string, name: string, ...args: string[]) => {
      await waitUntil(`${path} is in mid-run`, () => {
        try {
          return readProgress(path).done > 0;
        } catch {
          return false;
        }
      });
      await slurm.call(name, ...args);
    };
    await Promise.all([
      stop(requeued, "scontrol", "requeue", `${job}_1`),
      stop(cancelled, "scancel", `${job}_2`),
    ]);
    await waitUntil("the cell is in the queue again", async () => {
      const text = await slurm.call("squeue", "--noheader", "--array", "--format=%i %T");
      return text.includes(`${job}_1 PENDING`);
    });
    const { done } = readProgress(requeued);
    assert.ok(done > 0 && done < 40, `need a cell that was stopped in mid-run, ${done} are done`);
    // Slurm would let a requeued job wait for two minutes.
    await slurm.call("scontrol", "update", `JobId=${job}_1`, "StartTime=now");
    await waitUntil("the queue is empty", isIdle);
    const report = await status(out);
    assert.deepEqual(report.counts, { ...allDone, done: 3, failed: 1 }, await logs(out));
    assert.match(report.cells[1]!.reason, /left the queue/);
    const log = await Deno.readTextFile(requeued.replace(".run.sqlite", ".log"));
    const [, after] = log.split("Interrupted; go on with");
    const next = Number(/\] (\d+)\/40, /.exec(after!)![1]);
    assert.ok(next > done, `it was at ${done}, and went on with ${next}`);
    await submit(out, replay);
    await waitUntil("the queue is empty", isIdle);
    assert.deepEqual((await status(out)).counts, allDone, await logs(out));
    assert.deepEqual(paths(out, "recorded").map(rows), expected);
    assert.ok(readProgress(cancelled).done === 40);
  });
  await Deno.remove(folder, { recursive: true });
});
