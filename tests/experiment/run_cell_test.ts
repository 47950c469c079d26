import assert from "node:assert/strict";
import type { Episode } from "../../lib/domain.ts";
import { InfrastructureError, ReplayMissError } from "../../lib/errors.ts";
import { type CellSetting, runCell } from "../../lib/experiment/run_cell.ts";
import { createHashingEmbedder } from "../../lib/scorer/hashing_embedder.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { dumpDatabase, newPath, observe, stream, worldCell, worldModel } from "../runs/world.ts";

/** What an uninterrupted run writes. */
const whole = await newPath("whole");
await runCell(worldCell(whole));

/** An oracle that is broken, or has no gold, at some positions. */
const oracle =
  (broken: readonly number[], noGold: readonly number[] = []): CellSetting["observe"] =>
  (task, sql) =>
    broken.includes(task.index)
      ? Promise.reject(new InfrastructureError(`Cannot judge ${task.id}`))
      : noGold.includes(task.index)
      ? Promise.resolve(null)
      : observe(task, sql);

const positions = (path: string) => readRun(path).episodes.map(({ position }) => position);

Deno.test("runCell: runs the stream in order and says how far it is", async () => {
  const seen: unknown[] = [];
  const onEpisode: CellSetting["onEpisode"] = ({ position }, { done, total }) =>
    seen.push([position, done, total]);
  const path = await newPath();
  assert.equal(await runCell({ ...worldCell(path), onEpisode }), 8);
  assert.deepEqual(seen, stream.map((_, position) => [position, position + 1, 8]));
  assert.equal(await runCell({ ...worldCell(path), resume: true, onEpisode }), 0);
  assert.equal(seen.length, 8);
});

Deno.test("runCell: an episode is on disk when its progress is told", async () => {
  const path = await newPath();
  await runCell({
    ...worldCell(path),
    onEpisode: ({ position }) => assert.deepEqual(positions(path).at(-1), position),
  });
});

for (const when of ["between episodes", "within an episode"] as const) {
  Deno.test(`runCell: aborted ${when}, it can be resumed to the same end`, async () => {
    const path = await newPath();
    const stop = new AbortController();
    const reason = new DOMException("Interrupted", "AbortError");
    const model = worldModel();
    const cell: CellSetting = {
      ...worldCell(path),
      signal: stop.signal,
      onEpisode({ position }) {
        if (when === "between episodes" && position === 4) stop.abort(reason);
      },
      model: {
        identity: model.identity,
        complete(request, signal) {
          const inSixth = request.context!.includes("q5,") && request.context!.endsWith("(repair)");
          if (when === "within an episode" && inSixth) stop.abort(reason);
          return model.complete(request, signal);
        },
      },
    };
    await assert.rejects(() => runCell(cell), reason);
    assert.deepEqual(positions(path), [0, 1, 2, 3, 4]);
    await runCell({ ...worldCell(path), resume: true });
    assert.deepEqual(dumpDatabase(path), dumpDatabase(whole));
  });
}

Deno.test("runCell: an answer that comes after the abort is not kept", async () => {
  const path = await newPath();
  const stop = new AbortController();
  const late: CellSetting["observe"] = (task, sql) => {
    if (task.index === 2) stop.abort();
    return observe(task, sql);
  };
  await assert.rejects(() => runCell({ ...worldCell(path), observe: late, signal: stop.signal }));
  assert.deepEqual(positions(path), [0, 1]);
});

Deno.test("runCell: stops after three unscored episodes in a row, and can be resumed", async () => {
  const path = await newPath();
  await assert.rejects(() => runCell({ ...worldCell(path), observe: oracle([2, 4, 5, 6, 7]) }), {
    name: "InfrastructureError",
    message: "Stopped after 3 unscored episodes in a row; the last: Cannot judge q6",
  });
  assert.deepEqual(positions(path), [0, 1, 2, 3, 4, 5, 6]);
  assert.equal(await runCell({ ...worldCell(path), resume: true }), 5);
  assert.deepEqual(readRun(path).episodes.map(({ outcome }) => outcome === "unscored"), [
    ...Array.from({ length: 8 }, () => false),
  ]);
});

Deno.test("runCell: two unscored episodes in a row do not stop it", async () => {
  assert.equal(
    await runCell({ ...worldCell(await newPath()), observe: oracle([0, 1, 3, 4, 6, 7]) }),
    8,
  );
});

Deno.test("runCell: questions without gold do not stop it and are not run again", async () => {
  const path = await newPath();
  const cell = { ...worldCell(path), observe: oracle([], [0, 1, 2, 3, 4, 5]) };
  assert.equal(await runCell(cell), 8);
  assert.equal(await runCell({ ...cell, resume: true }), 0);
  const mixed = { ...worldCell(await newPath()), observe: oracle([0, 1, 3, 4], [2]) };
  assert.equal(await runCell(mixed), 8);
});

Deno.test("runCell: a call that the recording lacks stops it, and it can be resumed", async () => {
  const path = await newPath();
  const model = worldModel();
  const complete: typeof model.complete = (request, signal) =>
    request.context!.startsWith("task q3,")
      ? Promise.reject(new ReplayMissError("Cannot replay task q3"))
      : model.complete(request, signal);
  await assert.rejects(
    () => runCell({ ...worldCell(path), model: { ...model, complete } }),
    { name: "ReplayMissError" },
  );
  assert.deepEqual(positions(path), [0, 1, 2]);
  await runCell({ ...worldCell(path), resume: true });
  assert.deepEqual(dumpDatabase(path), dumpDatabase(whole));
});

Deno.test("runCell: a resumed run embeds no text a second time", async () => {
  const path = await newPath();
  const asked: string[] = [];
  const hashing = createHashingEmbedder();
  const embedder = {
    ...hashing,
    embed(texts: readonly string[]) {
      asked.push(...texts);
      return hashing.embed(texts);
    },
  };
  const stop = new AbortController();
  const onEpisode = ({ position }: Episode) => position === 5 && stop.abort();
  await assert.rejects(() =>
    runCell({ ...worldCell(path), embedder, onEpisode, signal: stop.signal })
  );
  await runCell({ ...worldCell(path), embedder, resume: true });
  assert.ok(asked.length > 0);
  assert.equal(new Set(asked).size, asked.length);
  assert.deepEqual(asked.toSorted(), [...readRun(path).vectors.keys()].toSorted());
});

Deno.test("runCell: an unknown method is refused before anything is asked", async () => {
  const cell = worldCell(await newPath());
  const manifest = { ...cell.manifest, method: "merits" };
  await assert.rejects(() => runCell({ ...cell, manifest }), /Cannot find method "merits"/);
});
