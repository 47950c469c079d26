/** Sweeps with cells in processes of their own. */
import assert from "node:assert/strict";
import { commands } from "../../cli.ts";
import { dispatch } from "../../lib/commands/dispatch.ts";
import { programArguments } from "../../lib/commands/program.ts";
import { runSweep } from "../../lib/commands/run_sweep.ts";
import type { SweepReport } from "../../lib/commands/sweep_status.ts";
import { cellFiles, listCells, readSweep } from "../../lib/experiment/sweep_folder.ts";
import { compactRecording } from "../../lib/llm/open_recording.ts";
import { readProgress } from "../../lib/runs/run_progress.ts";
import { inTempDir, writeBirdLayout } from "../benchmark/bird_layout.ts";
import { dumpDatabase } from "../runs/world.ts";
import { captureTerminal } from "./capture_terminal.ts";

async function merit(...args: string[]) {
  const terminal = captureTerminal();
  const code = await dispatch(args, { commands, terminal });
  return { code, text: terminal.text(), errors: terminal.errors.join("\n") };
}

const scripted = ["--model", "scripted:count-rows", "--embedder", "hashing"];

async function readStatus(folder: string): Promise<SweepReport> {
  return JSON.parse((await merit("sweep", "status", folder, "--json")).text);
}

/** Rows of all cells, but for the request, which names the folder, and whether calls were replayed. */
async function readRows(folder: string) {
  const { cells } = await readStatus(folder);
  return cells.map(({ run }) => {
    const { run: about, calls, ...tables } = dumpDatabase(`${folder}/${run}`);
    return {
      ...tables,
      about: about!.filter((row) => (row as { key: string }).key !== "request"),
      calls: calls!.map((row) => ({ ...row as object, source: "" })),
    };
  });
}

Deno.test("sweep: 1 and 8 cells at once give the same rows under replay", () =>
  inTempDir(async (folder) => {
    await writeBirdLayout(`${folder}/data`);
    const cells = [
      ...["sweep", "ablate_polarity", "--benchmark", `${folder}/data`],
      ...["--orders", "1", "--run-seeds", "1,2", "--quiet"],
    ];
    const live = await merit(...cells, ...scripted, "--out", `${folder}/live`, "--workers", "3");
    assert.equal(live.code, 0, live.errors);
    assert.equal(live.text, "8 of 8 cells done, 0 failed");
    const recording = `${folder}/live/calls.sqlite`;
    compactRecording(recording);
    const replay = [...cells, "--replay", "--recording", recording];
    for (const workers of ["1", "8"]) {
      const out = `${folder}/replay${workers}`;
      const { code, errors } = await merit(...replay, "--out", out, "--workers", workers);
      assert.equal(code, 0, errors);
    }
    const rows = await readRows(`${folder}/replay1`);
    assert.equal(rows.length, 8);
    assert.deepEqual(await readRows(`${folder}/replay8`), rows);
    assert.deepEqual(await readRows(`${folder}/live`), rows);
    // Again: all is done, so that no process starts and no log grows.
    const { cells: [first] } = await readStatus(`${folder}/replay1`);
    const log = `${folder}/replay1/${first!.run}`.replace(".run.sqlite", ".log");
    const { size } = await Deno.stat(log);
    await merit(...replay, "--out", `${folder}/replay1`);
    assert.equal((await Deno.stat(log)).size, size);
  }));

Deno.test("sweep: a cell that fails stops no other, and status says why", () =>
  inTempDir(async (folder) => {
    await writeBirdLayout(`${folder}/data`);
    const cells = ["sweep", "control_placebo", "--benchmark", `${folder}/data`, "--orders", "1"];
    const live = `${folder}/live`, replayed = `${folder}/replayed`;
    const only = ["--prepare-only", "--quiet"];
    const { text } = await merit(...cells, ...scripted, "--out", live, ...only);
    assert.equal(text, `3 cells are ready in ${live}`);
    assert.deepEqual((await readStatus(live)).counts, {
      ...{ done: 0, running: 0, failed: 0, waiting: 3 },
    });
    compactRecording(`${live}/calls.sqlite`);
    const replay = ["--replay", "--recording", `${live}/calls.sqlite`, "--out", replayed];
    const { code, text: ended } = await merit(...cells, ...replay, "--quiet");
    assert.deepEqual([code, ended], [1, "0 of 3 cells done, 3 failed"]);
    const report = await readStatus(replayed);
    assert.equal(report.counts.failed, 3);
    for (const { reason } of report.cells) assert.match(reason, /Cannot replay task .*attempt 1/);
    const told = await merit("sweep", "status", replayed);
    assert.equal(told.code, 1);
    assert.match(told.text, /^cells: 0 done, 0 running, 3 failed, 0 waiting; questions: 0 of 9\n/);
  }));

Deno.test("sweep: two sweeps of one folder each run their own cells, and status counts all", () =>
  inTempDir(async (folder) => {
    await writeBirdLayout(`${folder}/data`);
    const out = `${folder}/sweep`;
    const sweep = async (experiment: string, ...args: string[]) => {
      const about = ["--benchmark", `${folder}/data`, "--orders", "1", "--limit", "1", "--quiet"];
      const { code, text, errors } = await merit(
        ...["sweep", experiment, ...about, ...scripted, "--out", out, ...args],
      );
      assert.equal(code, 0, errors);
      return text;
    };
    await sweep("control_placebo", "--prepare-only");
    const { cells } = (await readSweep(out))!;
    await sweep("ablate_polarity", "--prepare-only");
    // As a sweep that began before the other's list was written.
    const end = await runSweep(
      { folder: out, cells, workers: 2, signal: new AbortController().signal },
      { terminal: captureTerminal(), silent: true, now: () => performance.now() },
    );
    assert.deepEqual(end, { done: 3, failed: [] });
    const report = await readStatus(out);
    assert.deepEqual(report.counts, { done: 3, running: 0, failed: 0, waiting: 4 });
    const done = report.cells.filter(({ state }) => state === "done").map(({ run }) => run);
    assert.deepEqual(done.toSorted(), cells.map(({ run }) => run).toSorted());
    // A worker of another sweep that found the cell busy leaves a note, the end of the cell none.
    const { failure } = cellFiles(out, cells[0]!.run);
    await Deno.writeTextFile(failure, "Another process is writing it");
    assert.equal(await sweep("control_placebo"), "3 of 3 cells done, 0 failed");
    await assert.rejects(Deno.stat(failure), Deno.errors.NotFound);
    assert.equal((await readStatus(out)).counts.waiting, 4);
  }));

/** Starts a sweep whose cells take a few seconds, as a process of its own. */
function startSweep(out: string) {
  return new Deno.Command(Deno.execPath(), {
    args: [
      ...programArguments,
      ...["sweep", "ablate_polarity", "--databases", "bike_share", "--orders", "1"],
      ...[...scripted, "--out", out, "--workers", "2"],
    ],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Run files of the two cells that run first, once both are in mid-run. */
async function waitForCells(out: string): Promise<readonly string[]> {
  const paths = ["both", "positives-only"].map((arm) =>
    `${out}/ablate_polarity/count-rows/bundled-${arm}-order1-seed1.run.sqlite`
  );
  const isRunning = (path: string) => {
    try {
      return readProgress(path).done > 0;
    } catch {
      return false;
    }
  };
  const end = performance.now() + 120_000;
  while (!paths.every(isRunning)) {
    if (performance.now() > end) throw new Error("Cannot wait any longer for the cells");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return paths;
}

Deno.test("sweep: Ctrl-C stops all cells in order, a killed cell is told, both go on", () =>
  inTempDir(async (out) => {
    const first = startSweep(out);
    const paths = await waitForCells(out);
    first.kill("SIGINT");
    const stopped = await first.output();
    assert.equal(stopped.code, 130);
    assert.match(new TextDecoder().decode(stopped.stderr), /Interrupted; go on with: the same/);
    assert.deepEqual((await readStatus(out)).counts, {
      ...{ done: 0, running: 0, failed: 0, waiting: 4 },
    });
    for (const path of paths) {
      const log = await Deno.readTextFile(path.replace(".run.sqlite", ".log"));
      assert.match(log, /Interrupted; go on with: merit resume/);
    }
    const before = readProgress(paths[0]!).done;
    const second = startSweep(out);
    let pid;
    while (pid === undefined) {
      pid = JSON.parse(await Deno.readTextFile(`${paths[0]}.lock`).catch(() => "") || "{}").pid;
      if (pid === second.pid) pid = undefined;
    }
    Deno.kill(pid, "SIGKILL");
    const ended = await second.output();
    assert.equal(ended.code, 1);
    const { counts, cells: [killed] } = await readStatus(out);
    assert.deepEqual(counts, { done: 3, running: 0, failed: 1, waiting: 0 });
    assert.equal(killed!.reason, "Its process ended by SIGKILL");
    assert.ok(killed!.done >= before, "nothing that was finalized is lost");
    const third = await startSweep(out).output();
    assert.equal(new TextDecoder().decode(third.stdout), "4 of 4 cells done, 0 failed\n");
  }));

Deno.test("sweep: --dry-run prints the cells or the scripts and writes nothing", () =>
  inTempDir(async (folder) => {
    const out = `${folder}/sweep`;
    const cells = ["sweep", "ablate_twins", "control_placebo", "--out", out, "--dry-run"];
    const models = ["--model", "openai:a/b@http://h:1,http://h:2", "--model", "ollama:c:7b"];
    const { text } = await merit(...cells, ...models);
    const lines = text.split("\n");
    assert.equal(lines.length, 2 * 2 * 3 * 3);
    assert.equal(lines[0], `${out}/ablate_twins/a-b: stateless, order 1, seed 1`);
    assert.equal(lines.at(-1), `${out}/control_placebo/c-7b: merit, order 3, seed 1`);
    const { text: scripts } = await merit(...cells, ...models, "--engine", "slurm");
    assert.match(scripts, /#SBATCH --array=1-36%2\n/);
    assert.match(scripts, /sweep --prepare-only ablate_twins control_placebo .*--engine slurm\n/);
    assert.doesNotMatch(scripts, /--dry-run/);
    assert.deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
  }));

Deno.test("sweep: what cannot be is refused", async () => {
  const refuse = async (args: readonly string[], message: RegExp) => {
    const { code, errors } = await merit("sweep", ...args);
    assert.equal(code, 2);
    assert.match(errors, message);
  };
  await refuse(["ablate_polarty", "--out", "x"], /the nearest is "ablate_polarity"/);
  await refuse(["ablate_twins", "ablate_twins", "--out", "x"], /twice: name each experiment/);
  for (const engine of ["local", "slurm"]) {
    const planned = ["ablate_twins", "--out", "x", "--dry-run", "--engine", engine];
    await refuse([...planned, "--orders", "1,01"], /run order 1 twice/);
    await refuse([...planned, "--run-seeds", "1,01"], /of seed 1 twice/);
  }
  await refuse(["ablate_twins", "--out", "x", "--run-seeds", "a"], /seed the sampler by "a"/);
  await refuse(["ablate_twins", "--out", "x", "--requeue"], /--requeue with --engine local/);
  await refuse(["cell", "missing", "1"], /it holds no sweep\.json/);
  await inTempDir(async (folder) => {
    await listCells(folder, { engine: "local", cells: [{ run: "a.run.sqlite", model: "" }] });
    for (const cell of ["0", "2", "1a", "b.run.sqlite"]) {
      await refuse(["cell", folder, cell], /Cannot run cell .* a number from 1 to 1/);
    }
  });
  await refuse(["status", "missing"], /there is no such file or folder/);
});
