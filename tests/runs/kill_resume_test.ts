/** Killed at any moment, a run loses at most its running episode, and ends as if never killed. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { runCells } from "../../lib/experiment/run_cells.ts";
import { createRandom, type Random } from "../../lib/random.ts";
import { auditRun } from "../../lib/runs/audit_run.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { dumpDatabase, newFolder, worldCells, worldModel } from "./world.ts";

const program = fileURLToPath(new URL("fixtures/run_cells.ts", import.meta.url));
/** Independent sequences of kills at the same time: a start takes longer than what follows it. */
const lanes = ["a", "b", "c", "d"];
const killsEach = 5;

/** Kills a program that may just have come to its end by itself. */
function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch (error) {
    assert.ok(error instanceof TypeError, "need a program that runs or has ended");
  }
}

/** Runs the cells of a folder; true where the program came to its end before it was killed. */
async function runOnce(folder: string, killAfterMs: number | null): Promise<boolean> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--no-prompt", "--no-check", "--no-lock", "--allow-read"],
      ...[`--allow-write=${Deno.realPathSync(folder)}`, program, folder],
    ],
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  const timer = killAfterMs === null ? undefined : setTimeout(() => kill(child), killAfterMs);
  const { success, signal } = await child.status;
  clearTimeout(timer);
  await reader.cancel();
  assert.ok(success || signal === "SIGKILL", "need a program that ends well unless it is killed");
  return success;
}

Deno.test("runCells: G7-05 killed at random moments and resumed, writes what an uninterrupted run does", async () => {
  const whole = await newFolder();
  await runCells({ cells: worldCells(whole), model: worldModel() }, {
    parallel: 2,
    prefetch: false,
  });
  const expectWhole = async (folder: string) => {
    for (const { path } of worldCells(folder)) {
      const uninterrupted = path.replace(folder, whole);
      assert.deepEqual(dumpDatabase(path), dumpDatabase(uninterrupted), path);
      assert.deepEqual((await auditRun(readRun(path))).violations, []);
    }
  };
  const killAndResume = async (random: Random) => {
    let folder = await newFolder();
    for (let killed = 0; killed < killsEach;) {
      if (await runOnce(folder, random.integer(0, 500))) {
        await expectWhole(folder);
        folder = await newFolder();
      } else killed++;
    }
    assert.equal(await runOnce(folder, null), true);
    await expectWhole(folder);
  };
  await Promise.all(lanes.map((lane) => killAndResume(createRandom(lane))));
});
