import assert from "node:assert/strict";
import { runCell } from "../../lib/experiment/run_cell.ts";
import { cellFiles } from "../../lib/experiment/sweep_folder.ts";
import { readCellStatus } from "../../lib/experiment/sweep_status.ts";
import { lockRun } from "../../lib/runs/run_lock.ts";
import { openRunWriter } from "../../lib/runs/run_writer.ts";
import { newFolder, worldCell } from "../runs/world.ts";

const run = "a/merit.run.sqlite";
const queued = {
  running: { place: "running", reason: "" },
  waiting: { place: "waiting", reason: "PENDING: Resources" },
  gone: { place: "gone", reason: "" },
} as const;

/** A cell that is begun, in a folder of its own. */
async function begin() {
  const folder = await newFolder();
  await Deno.mkdir(`${folder}/a`);
  const files = cellFiles(folder, run);
  openRunWriter(worldCell(files.run))[Symbol.dispose]();
  const state = async (queue?: Parameters<typeof readCellStatus>[2]) => {
    const { state, done, total, reason } = await readCellStatus(folder, run, queue);
    return [state, `${done}/${total}`, reason];
  };
  return { folder, files, state };
}

Deno.test("readCellStatus: waiting, running while it is being written, done", async () => {
  const { files, state } = await begin();
  assert.deepEqual(await state(), ["waiting", "0/8", ""]);
  const lock = lockRun(files.run);
  assert.deepEqual(await state(), ["running", "0/8", ""]);
  lock[Symbol.dispose]();
  assert.deepEqual(await state(), ["waiting", "0/8", ""]);
  await runCell({ ...worldCell(files.run), resume: true });
  assert.deepEqual(await state(), ["done", "8/8", ""]);
  await Deno.writeTextFile(files.failure, "It failed long ago");
  assert.deepEqual(await state(queued.waiting), ["done", "8/8", ""], "a queue changes nothing");
});

Deno.test("readCellStatus: what a queue says comes before the note of an earlier failure", async () => {
  const { files, state } = await begin();
  await Deno.writeTextFile(files.failure, "The model is gone\n");
  assert.deepEqual(await state(), ["failed", "0/8", "The model is gone"]);
  assert.deepEqual(await state(queued.running), ["running", "0/8", ""]);
  assert.deepEqual(await state(queued.waiting), ["waiting", "0/8", "PENDING: Resources"]);
  assert.deepEqual(await state(queued.gone), ["failed", "0/8", "The model is gone"]);
  await Deno.remove(files.failure);
  assert.deepEqual(await state(queued.gone), ["failed", "0/8", "It left the queue before its end"]);
  assert.deepEqual(await state({ place: "gone", reason: "TIMEOUT" }), [
    ...["failed", "0/8", "It left the queue before its end: TIMEOUT"],
  ]);
});

Deno.test("readCellStatus: a run file that cannot be read has failed", async () => {
  const { files, state } = await begin();
  await Deno.writeTextFile(files.run, "no database");
  const [failed, , reason] = await state();
  assert.equal(failed, "failed");
  assert.match(reason!, /Cannot open run file/);
});
