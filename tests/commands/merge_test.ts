import assert from "node:assert/strict";
import { mergeCommand } from "../../lib/commands/merge.ts";
import { runCell } from "../../lib/experiment/run_cell.ts";
import { inTempDir } from "../benchmark/bird_layout.ts";
import { worldCell } from "../runs/world.ts";
import { captureTerminal } from "./capture_terminal.ts";

async function merge(...args: string[]): Promise<string> {
  const terminal = captureTerminal();
  assert.equal(await mergeCommand.run(args, terminal), 0);
  return terminal.text();
}

/** Names of the run files that `merge.json` lists. */
async function readNames(out: string): Promise<readonly string[]> {
  const { runs } = JSON.parse(await Deno.readTextFile(`${out}/merge.json`));
  return runs.map(({ name }: { readonly name: string }) => name);
}

/** Runs a test on a folder with two finished runs. */
const withRuns = (test: (folder: string, runs: string) => Promise<void>) =>
  inTempDir(async (folder) => {
    const runs = `${folder}/runs`;
    await Deno.mkdir(`${runs}/main`, { recursive: true });
    await runCell(worldCell(`${runs}/main/a.run.sqlite`));
    await runCell(worldCell(`${runs}/b.run.sqlite`, { method: "stateless" }));
    await test(folder, runs);
  });

Deno.test("merge: a run file by itself goes by its name", () =>
  withRuns(async (folder, runs) => {
    const out = `${folder}/out`;
    assert.equal(await merge(`${runs}/main/a.run.sqlite`, "--out", out), `1 run in ${out}`);
    assert.deepEqual(await readNames(out), ["a.run.sqlite"]);
    assert.equal(await merge(runs, "--out", out), `3 runs in ${out}`);
    assert.deepEqual(await readNames(out), ["a.run.sqlite", "b.run.sqlite", "main/a.run.sqlite"]);
  }));

Deno.test("merge: into a folder of what is merged, again and again the same", () =>
  withRuns(async (_, runs) => {
    const out = `${runs}/all`;
    for (let times = 0; times < 3; times++) {
      assert.equal(await merge(runs, "--out", out), `2 runs in ${out}`);
      assert.deepEqual(await readNames(out), ["b.run.sqlite", "main/a.run.sqlite"]);
    }
    assert.equal(await merge(runs, "--out", runs), `4 runs in ${runs}`, "the copies among them");
  }));

Deno.test("merge: folders that lie in each other are refused, and nothing is copied", () =>
  withRuns(async (folder, runs) => {
    const refused = { name: "InputError", message: /it is taken as main\/a\.run\.sqlite/ };
    await assert.rejects(merge(`${runs}/main`, "--out", runs), refused);
    await assert.rejects(merge(runs, `${runs}/main`, "--out", `${folder}/out`), refused);
    await assert.rejects(Deno.stat(`${runs}/a.run.sqlite`), Deno.errors.NotFound);
    assert.deepEqual(await Array.fromAsync(Deno.readDir(`${folder}/out`)), []);
  }));
