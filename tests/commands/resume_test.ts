import assert from "node:assert/strict";
import { resumeCommand } from "../../lib/commands/resume.ts";
import { bundledRecording } from "../../lib/experiment/bundled_recording.ts";
import { prepareCells } from "../../lib/experiment/prepare_cells.ts";
import { runCells } from "../../lib/experiment/run_cells.ts";
import { defaultRequest } from "../../lib/experiment/run_request.ts";
import { methodVariants } from "../../lib/experiment/variant.ts";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { openRunWriter } from "../../lib/runs/run_writer.ts";
import { inTempDir, writeBirdLayout } from "../benchmark/bird_layout.ts";
import { captureTerminal } from "./capture_terminal.ts";

interface World {
  readonly benchmark: string;
  readonly out: string;
  /** Paths of the run files by method. */
  readonly paths: Readonly<Record<string, string>>;
  resume(...args: string[]): Promise<{ readonly code: number; readonly errors: readonly string[] }>;
}

/** Runs of three methods, of which the first few are finished and the others only begun. */
const withRuns = (finished: number, test: (world: World) => Promise<void>) =>
  inTempDir(async (folder) => {
    const benchmark = `${folder}/data`, out = `${folder}/runs`;
    await writeBirdLayout(benchmark);
    const methods = ["resample", "stateless", "merit"];
    await using prepared = await prepareCells({
      ...defaultRequest,
      benchmark,
      variants: methodVariants(methods, budgetOne),
      model: "scripted:count-rows",
      embedder: "hashing",
      out,
    }, { resume: false });
    const { cells, model } = prepared;
    const begun = { cells: cells.slice(0, finished), model };
    await runCells(begun, { parallel: 1, prefetch: false });
    for (const cell of cells.slice(finished)) openRunWriter(cell)[Symbol.dispose]();
    const paths = Object.fromEntries(cells.map(({ path }, at) => [methods[at]!, path]));
    await test({
      benchmark,
      out,
      paths,
      async resume(...args) {
        const terminal = captureTerminal();
        const code = await resumeCommand.run(args, terminal);
        return { code, errors: terminal.errors };
      },
    });
  });
const budgetOne = { ...defaultConfiguration, budget: 1 };
const countEpisodes = (path: string) => readRun(path).episodes.length;

Deno.test("resume: finished runs are left alone, without their benchmark and their model", () =>
  withRuns(3, async ({ benchmark, out, paths, resume }) => {
    await Deno.remove(benchmark, { recursive: true });
    const before = Object.values(paths).map((path) => Deno.readFileSync(path));
    const { code, errors } = await resume(out);
    assert.equal(code, 0);
    assert.deepEqual(
      errors.toSorted(),
      Object.values(paths).map((path) => `${path}: finished, nothing is left to run`).toSorted(),
    );
    assert.deepEqual(Object.values(paths).map((path) => Deno.readFileSync(path)), before);
    assert.deepEqual(await resume(out, "--quiet"), { code: 0, errors: [] });
  }));

Deno.test("resume: the unfinished ones of a folder are run to their ends", () =>
  withRuns(1, async ({ out, paths, resume }) => {
    assert.deepEqual(Object.values(paths).map(countEpisodes), [3, 0, 0]);
    const { code, errors } = await resume(out);
    assert.equal(code, 0);
    assert.deepEqual(Object.values(paths).map(countEpisodes), [3, 3, 3]);
    assert.equal(errors.filter((line) => line.endsWith("nothing is left to run")).length, 1);
    assert.equal(errors.filter((line) => line.startsWith("finished ")).length, 2);
  }));

Deno.test("resume: a run that cannot go on is named and stops no other; the exit code says so", () =>
  withRuns(1, async ({ out, paths, resume }) => {
    const renamed = `${out}/a.run.sqlite`, damaged = `${out}/b.run.sqlite`;
    await Deno.rename(paths.stateless!, renamed);
    await Deno.writeTextFile(damaged, "no run at all");
    const { code, errors } = await resume(out);
    assert.equal(code, 2);
    assert.equal(countEpisodes(paths.merit!), 3);
    const told = errors.filter((line) => line.startsWith("merit: "));
    assert.equal(told.length, 2);
    assert.match(told[0]!, /^merit: \S+\/a\.run\.sqlite: .*it was renamed, need /);
    assert.match(told[1]!, /^merit: \S+\/b\.run\.sqlite: .*damaged or no SQLite file/);
  }));

Deno.test("resume: a replay that lacks calls is no broken machinery, says so and stops no other", () =>
  inTempDir(async (out) => {
    await using prepared = await prepareCells({
      ...defaultRequest,
      // The arm under another seed is not recorded; the methods are.
      variants: [
        { name: "other-seed", method: "stateless", configuration: { ...budgetOne, runSeed: 9 } },
        ...methodVariants(["stateless"], budgetOne),
      ],
      ...{ databases: ["bike_share"], limit: 2, orders: [1] },
      ...{ replay: true, recording: bundledRecording, model: "", embedder: "recorded", out },
    }, { resume: false });
    for (const cell of prepared.cells) openRunWriter(cell)[Symbol.dispose]();
    const terminal = captureTerminal();
    assert.equal(await resumeCommand.run([out, "--quiet"], terminal), 1);
    const [other, recorded] = prepared.cells.map(({ path }) => path);
    assert.equal(terminal.errors.length, 1);
    assert.ok(terminal.errors[0]!.startsWith(`${other}: not recorded further; `));
    assert.match(
      terminal.errors[0]!,
      /given --model SPEC: Cannot replay task \d+, method stateless/,
    );
    assert.deepEqual([other!, recorded!].map(countEpisodes), [0, 2]);
  }));

Deno.test("resume: a server that is gone is broken machinery for each run that needs it", () =>
  withRuns(1, async ({ out, paths, resume }) => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr as Deno.NetAddr;
    listener.close();
    const { code, errors } = await resume(out, "--model", `ollama:none@http://127.0.0.1:${port}`);
    assert.equal(code, 3);
    for (const method of ["stateless", "merit"]) {
      const line = errors.find((line) => line.startsWith(`merit: ${paths[method]}: `));
      assert.match(line!, new RegExp(`127\\.0\\.0\\.1:${port}`));
    }
    assert.deepEqual(Object.values(paths).map(countEpisodes), [3, 0, 0]);
  }));
