import assert from "node:assert/strict";
import { InfrastructureError } from "../../lib/errors.ts";
import type { CellSetting } from "../../lib/experiment/run_cell.ts";
import { runCells, type RunCellsOptions } from "../../lib/experiment/run_cells.ts";
import { methods } from "../../lib/loop/methods.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { runFileExists } from "../../lib/runs/run_file.ts";
import { dumpDatabase, newFolder, stream, worldCells, worldModel } from "../runs/world.ts";

/** Runs one cell for each method in a new folder. */
async function run(
  options: Partial<RunCellsOptions> & { readonly changes?: Partial<CellSetting> } = {},
): Promise<string> {
  const { changes = {}, ...rest } = options;
  const folder = await newFolder();
  const model = changes.model ?? worldModel();
  const cells = worldCells(folder, { ...changes, model });
  await runCells({ cells, model }, { parallel: 1, prefetch: false, ...rest });
  return folder;
}

/** What the run files of a folder hold, method by method. */
const dumps = (folder: string) => worldCells(folder).map(({ path }) => dumpDatabase(path));
const finished = (folder: string) =>
  worldCells(folder).map(({ path }) => runFileExists(path) ? readRun(path).episodes.length : null);

const whole = await run();

for (const parallel of [4, 99]) {
  Deno.test(`runCells: ${parallel} cells at once write what one after the other does`, async () => {
    const model = worldModel(1);
    assert.deepEqual(dumps(await run({ parallel, changes: { model } })), dumps(whole));
  });
}

Deno.test("runCells: prefetching changes no result", async () => {
  assert.deepEqual(dumps(await run({ prefetch: true, parallel: 2 })), dumps(whole));
});

/** A model that breaks at one task, for some purposes. */
function brokenModel(isBroken: (context: string) => boolean) {
  const model = worldModel();
  const complete: typeof model.complete = (request, signal) =>
    isBroken(request.context!)
      ? Promise.reject(new InfrastructureError("The prompt is too long for the server"))
      : model.complete(request, signal);
  return { ...model, complete };
}

Deno.test("runCells: nor where attempt 0 of a task breaks: the task is unscored", async () => {
  const model = brokenModel((context) => context.startsWith("task q3,"));
  const plain = await run({ changes: { model } });
  const prefetched = await run({ prefetch: true, changes: { model } });
  assert.deepEqual(dumps(prefetched), dumps(plain));
});

Deno.test("runCells: tells of each episode with its cell", async () => {
  const seen: string[] = [];
  await run({
    parallel: 3,
    onEpisode: ({ manifest }, { task }, { total }) =>
      seen.push(`${manifest.method} ${task.id} ${total}`),
  });
  const every = methods.flatMap(({ name }) => stream.map(({ id }) => `${name} ${id} 8`));
  assert.deepEqual(seen.toSorted(), every.toSorted());
});

for (const parallel of [1, 3]) {
  Deno.test(`runCells: what a cell throws stops the others, ${parallel} at once`, async () => {
    const folder = await newFolder();
    const model = worldModel(1);
    const mistake = new RangeError("A programmer's mistake");
    const cells = worldCells(folder, { model }).map((cell): CellSetting =>
      cell.manifest.method === "stateless"
        ? { ...cell, observe: () => Promise.reject(mistake) }
        : cell
    );
    await assert.rejects(() => runCells({ cells, model }, { parallel, prefetch: false }), mistake);
    const [resample, stateless, dynamicRag, ...others] = finished(folder);
    assert.equal(stateless, 0);
    if (parallel === 1) assert.deepEqual([resample, dynamicRag], [8, 0]);
    else assert.ok(resample! < 8 && dynamicRag! < 8, "need cells that stop before their end");
    assert.deepEqual(others, others.map(() => 0));
  });
}

Deno.test("runCells: three unscored episodes in a row stop all cells", async () => {
  const model = brokenModel((context) => context.includes("method reflexion"));
  await assert.rejects(() => run({ parallel: 6, changes: { model } }), {
    name: "InfrastructureError",
    message: /^Stopped after 3 unscored episodes in a row; the last: The prompt is too long/,
  });
});

Deno.test("runCells: aborted, all cells can be resumed to the same end", async () => {
  const folder = await newFolder();
  const model = worldModel(1);
  const stop = new AbortController();
  const reason = new DOMException("Interrupted", "AbortError");
  let episodes = 0;
  await assert.rejects(
    () =>
      runCells({ cells: worldCells(folder, { model }), model }, {
        parallel: 3,
        prefetch: false,
        signal: stop.signal,
        onEpisode: () => {
          if (++episodes === 14) stop.abort(reason);
        },
      }),
    reason,
  );
  const done = finished(folder).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  assert.ok(done >= 14 && done < 48, `need an interrupted run, ${done} episodes are done`);
  const cells = worldCells(folder, { model, resume: true });
  await runCells({ cells, model }, { parallel: 2, prefetch: true });
  assert.deepEqual(dumps(folder), dumps(whole));
});

Deno.test("runCells: aborted from the start, nothing is asked", async () => {
  const complete = () => Promise.reject(new Error("Asked"));
  const signal = AbortSignal.abort(new Error("Interrupted"));
  const model = { ...worldModel(), complete };
  for (const prefetch of [true, false]) {
    await assert.rejects(() => run({ signal, prefetch, changes: { model } }), /Interrupted/);
  }
});

Deno.test("runCells: no cells are done at once", async () => {
  await runCells({ cells: [], model: worldModel() }, { parallel: 4, prefetch: true });
});

Deno.test("runCells: closing ends after the running questions, and the same cells go on", async () => {
  const folder = await newFolder(), model = worldModel();
  const cells = worldCells(folder, { model });
  const stop = new AbortController();
  const options = { parallel: 1, prefetch: false };
  await runCells({ cells, model }, {
    ...options,
    closing: stop.signal,
    onEpisode: (cell) => cell === cells[1] && stop.abort(),
  });
  const [first, second, ...others] = finished(folder);
  assert.deepEqual([first, second], [stream.length, 1]);
  assert.ok(others.every((count) => count === 0));
  await runCells({ cells: cells.map((cell) => ({ ...cell, resume: true })), model }, options);
  assert.deepEqual(dumps(folder), dumps(whole));
});
