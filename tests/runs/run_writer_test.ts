import assert from "node:assert/strict";
import { dirname } from "node:path";
import type { Episode } from "../../lib/domain.ts";
import { InfrastructureError } from "../../lib/errors.ts";
import { runCell } from "../../lib/experiment/run_cell.ts";
import { noGold } from "../../lib/loop/repair_episode.ts";
import { auditRun } from "../../lib/runs/audit_run.ts";
import { digestEpisode } from "../../lib/runs/digest_episode.ts";
import { digestManifest } from "../../lib/runs/digest_manifest.ts";
import { openRunFile } from "../../lib/runs/run_file.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { readManifest, readRequest } from "../../lib/runs/read_tables.ts";
import { openRunWriter, type RunOpening } from "../../lib/runs/run_writer.ts";
import { entryAt } from "../memory/entries.ts";
import {
  dumpDatabase,
  newPath,
  observe,
  runWorld,
  stream,
  worldCell,
  worldManifest,
} from "./world.ts";

const opening = (path: string, changes: Partial<RunOpening> = {}): RunOpening => ({
  path,
  manifest: worldManifest(),
  stream,
  initialMemory: [],
  resume: false,
  request: null,
  ...changes,
});

const { episodes } = await runWorld();
const unscored = (position: number, note: string): Episode => ({
  task: stream[position]!,
  position,
  steps: [],
  outcome: "unscored",
  solvedAt: null,
  note,
  entries: [],
});

Deno.test("openRunWriter: a new run waits for every position", async () => {
  using writer = openRunWriter(opening(await newPath()));
  assert.deepEqual(writer.pending(), stream.map((_, position) => position));
  assert.deepEqual([writer.store.entries(), writer.vectors()], [[], new Map()]);
});

Deno.test("openRunWriter: refuses an existing file unless it resumes", async () => {
  const path = await newPath();
  openRunWriter(opening(path))[Symbol.dispose]();
  assert.throws(() => openRunWriter(opening(path)), {
    name: "InputError",
    message: `Cannot create run file "${path}": it is there already; resume it instead`,
  });
});

Deno.test("openRunWriter: resuming where there is no file starts anew", async () => {
  using writer = openRunWriter(opening(await newPath(), { resume: true }));
  assert.equal(writer.pending().length, stream.length);
});

Deno.test("openRunWriter: refuses to resume another manifest, and changes nothing", async () => {
  const path = await newPath();
  await runCell(worldCell(path));
  const before = dumpDatabase(path);
  const manifest = worldManifest({ configuration: { runSeed: 2 } });
  assert.throws(() => openRunWriter(opening(path, { resume: true, manifest })), {
    name: "InputError",
    message: /configuration\.runSeed: 1, now 2/,
  });
  assert.deepEqual(dumpDatabase(path), before);
});

Deno.test("openRunWriter: a start that fails leaves no file behind", async () => {
  const path = await newPath();
  assert.throws(() => openRunWriter(opening(path, { stream: [stream[0]!, stream[0]!] })), /UNIQUE/);
  assert.deepEqual([...Deno.readDirSync(dirname(path))], []);
});

Deno.test("openRunWriter: keeps manifest, request and the memory it started with", async () => {
  const path = await newPath();
  const initialMemory = [entryAt(-2), entryAt(-1, { kind: "pair" })];
  const request = { benchmark: "world", limit: null };
  openRunWriter(opening(path, { initialMemory, request }))[Symbol.dispose]();
  const database = openRunFile(path, { readOnly: true });
  assert.deepEqual(readManifest(database), worldManifest());
  assert.deepEqual(readRequest(database), request);
  database.close();
  using again = openRunWriter(opening(path, { initialMemory, request, resume: true }));
  assert.deepEqual(again.store.entries().map((entry) => ({ ...entry })), initialMemory);
});

Deno.test("openRunWriter: refuses initial memory that is not before the stream", async () => {
  const path = await newPath();
  for (const position of [0, 3]) {
    const initialMemory = [entryAt(-1), entryAt(position)];
    assert.throws(() => openRunWriter(opening(path, { initialMemory })), {
      name: "RangeError",
      message: new RegExp(`position is ${position}, need a negative`),
    });
  }
  assert.deepEqual([...Deno.readDirSync(dirname(path))], []);
});

for (const resume of [false, true]) {
  Deno.test(`openRunWriter: a second writer is refused, resume ${resume}, readers are not`, async () => {
    const path = await newPath();
    {
      using writer = openRunWriter(opening(path));
      assert.throws(() => openRunWriter(opening(path, { resume })), {
        name: "InputError",
        message: new RegExp(
          `^Cannot write run file "${path}": process ${Deno.pid}.* is writing it`,
        ),
      });
      writer.finalize(episodes[0]!, []);
      assert.equal(readRun(path).episodes.length, 1);
      assert.deepEqual((await auditRun(readRun(path))).violations, []);
    }
    assert.deepEqual([...Deno.readDirSync(dirname(path))].map(({ name }) => name), [
      "a.run.sqlite",
    ]);
    using again = openRunWriter(opening(path, { resume: true }));
    assert.equal(again.pending().length, stream.length - 1);
  });
}

Deno.test("openRunWriter: a start that fails gives the file back", async () => {
  const path = await newPath();
  await runCell(worldCell(path));
  const manifest = worldManifest({ method: "stateless" });
  assert.throws(
    () => openRunWriter(opening(path, { resume: true, manifest })),
    /made from something/,
  );
  assert.throws(() => openRunWriter(opening(path)), /it is there already/);
  openRunWriter(opening(path, { resume: true }))[Symbol.dispose]();
});

const broken: Readonly<Record<string, (episode: Episode) => readonly [Episode, unknown]>> = {
  "an entry that is there": (episode) => [{ ...episode, entries: episodes[0]!.entries }, []],
  "an entry that cannot be stored": (episode) => [
    { ...episode, entries: [entryAt(1), entryAt(1, { id: "x", text: null as unknown as string })] },
    [],
  ],
  "a vector that is none": (episode) => [episode, [["good", Float32Array.of(1)], ["bad", null]]],
  "a step that throws": ({ steps, ...episode }) => {
    const last = {
      ...steps.at(-1)!,
      get calls(): never {
        throw new Error("Out of memory");
      },
    };
    return [{ ...episode, steps: [...steps.slice(0, -1), last] }, []];
  },
};

for (const [what, make] of Object.entries(broken)) {
  Deno.test(`finalize: ${what} leaves nothing of the episode, and the run usable`, async () => {
    const path = await newPath();
    using writer = openRunWriter(opening(path));
    writer.finalize(episodes[0]!, []);
    const before = dumpDatabase(path);
    const [episode, vectors] = make(episodes[1]!);
    assert.throws(() => writer.finalize(episode, vectors as []));
    assert.deepEqual(dumpDatabase(path), before);
    assert.deepEqual(writer.store.entries(), episodes[0]!.entries);
    writer.finalize(episodes[1]!, []);
    assert.equal(writer.pending().includes(1), false);
  });
}

Deno.test("finalize: entries are memory's at once, and vectors are kept", async () => {
  using writer = openRunWriter(opening(await newPath()));
  writer.finalize(episodes[0]!, [["a text", Float32Array.of(0.5, -2)]]);
  assert.ok(episodes[0]!.entries.length > 0);
  assert.deepEqual(writer.store.entries(), episodes[0]!.entries);
  assert.deepEqual(writer.vectors(), new Map([["a text", Float32Array.of(0.5, -2)]]));
});

Deno.test("finalize: digests form a chain in the order of finalization", async () => {
  const path = await newPath();
  const order = [episodes[0]!, episodes[2]!, episodes[1]!];
  {
    using writer = openRunWriter(opening(path));
    for (const episode of order) writer.finalize(episode, []);
  }
  let chain = digestManifest(worldManifest());
  const digests = order.map((episode) => chain = digestEpisode(chain, episode));
  const stored = readRun(path).episodes;
  assert.deepEqual(stored.map(({ sequence, digest }) => [sequence, digest]), [
    ...digests.entries(),
  ]);
});

Deno.test("pending: G7-03 G7-04 unscored positions wait again, those without gold do not", async () => {
  const path = await newPath();
  {
    using writer = openRunWriter(opening(path));
    writer.finalize(episodes[0]!, []);
    writer.finalize(unscored(1, "The server is gone"), []);
    writer.finalize(unscored(2, noGold), []);
    writer.finalize(episodes[3]!, []);
  }
  using writer = openRunWriter(opening(path, { resume: true }));
  assert.deepEqual(writer.pending(), [1, 4, 5, 6, 7]);
});

Deno.test("finalize: an episode that is run again replaces the unscored one", async () => {
  const path = await newPath();
  let broken = true;
  const cell = {
    ...worldCell(path),
    observe: (task: typeof stream[number], sql: string) =>
      broken && [1, 4, 7].includes(task.index)
        ? Promise.reject(new InfrastructureError("The child is gone"))
        : observe(task, sql),
  };
  await runCell(cell);
  assert.deepEqual((await auditRun(readRun(path))).violations, []);
  broken = false;
  assert.equal(await runCell({ ...cell, resume: true }), 3);
  const run = readRun(path);
  assert.deepEqual(run.episodes.map(({ position }) => position), [0, 2, 3, 5, 6, 1, 4, 7]);
  assert.deepEqual(run.episodes.map(({ sequence }) => sequence), [0, 2, 3, 5, 6, 8, 9, 10]);
  assert.equal(run.episodes.some(({ outcome }) => outcome === "unscored"), false);
  assert.deepEqual((await auditRun(run)).violations, []);
  const unchained = await auditRun({ ...run, superseded: new Map() });
  assert.ok(unchained.violations.includes("Task q2: its rows do not match their digest"));
});

Deno.test("finalize: a scored episode is never replaced, as by a second process", async () => {
  const path = await newPath();
  await runCell(worldCell(path));
  const [episode] = readRun(path).episodes;
  using writer = openRunWriter({ ...worldCell(path), resume: true });
  assert.throws(() => writer.finalize(episode!, []), {
    name: "InputError",
    message: /it is finished; does another process run this file\?/,
  });
  assert.deepEqual((await auditRun(readRun(path))).violations, []);
});
