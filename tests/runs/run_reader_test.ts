import assert from "node:assert/strict";
import type { Episode } from "../../lib/domain.ts";
import { runCell } from "../../lib/experiment/run_cell.ts";
import { methods } from "../../lib/loop/methods.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import { openRunWriter } from "../../lib/runs/run_writer.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { entryAt } from "../memory/entries.ts";
import { newPath, runWorld, stream, worldCell, worldManifest } from "./world.ts";

for (const { name } of methods) {
  Deno.test(`readRun: gives back the episodes of ${name} as they were written`, async () => {
    const path = await newPath();
    const written: Episode[] = [];
    await runCell({
      ...worldCell(path, { method: name }),
      onEpisode: (episode) => written.push(episode),
    });
    const { episodes, manifest, stream: tasks } = readRun(path);
    assert.deepEqual(
      episodes.map(({ sequence: _, digest: __, ...episode }) => episode),
      written.map((episode) => structuredClone(episode)),
    );
    assert.deepEqual(manifest, worldManifest({ method: name }));
    assert.deepEqual(tasks, stream);
  });
}

Deno.test("readRun: gives back what calls and observations may lack or hold", async () => {
  const path = await newPath();
  const first = (await runWorld()).episodes.find(({ steps }) => steps.length > 1)!;
  const [step] = first.steps;
  const call = {
    ...step!.calls[0]!,
    usage: { promptTokens: 5, completionTokens: 0, cachedTokens: 3 },
    durationMs: 12.5,
    finish: "length",
    source: "replayed",
    retries: 2,
  } as const;
  const text = "Ünïcode 😀, 'quotes', \ttabs and\r\nlines; \ufeff \u0007";
  const observation = { ...step!.attempt.observation, message: text, preview: text, reason: text };
  const episode: Episode = {
    task: stream[first.position]!,
    position: first.position,
    steps: [{
      attempt: { ...step!.attempt, sql: text, completion: text, observation },
      retrieved: [],
      reflection: text,
      calls: [call, { ...call, usage: { ...call.usage, cachedTokens: null } }],
    }],
    outcome: "unscored",
    solvedAt: null,
    note: text,
    entries: [],
  };
  {
    using writer = openRunWriter({ ...worldCell(path), request: null });
    writer.finalize(episode, [[text, Float32Array.of(1 / 3, -0, 1e-40)]]);
  }
  const run = readRun(path);
  const { sequence, digest: _, ...read } = run.episodes[0]!;
  assert.deepEqual([sequence, read], [0, episode]);
  assert.deepEqual([...run.vectors], [[text, Float32Array.of(1 / 3, -0, 1e-40)]]);
});

Deno.test("readRun: a run that has only begun has no episodes", async () => {
  const path = await newPath();
  const initialMemory = [entryAt(-1)];
  openRunWriter({ ...worldCell(path, { initialMemory }), request: null })[Symbol.dispose]();
  const run = readRun(path);
  assert.deepEqual([run.episodes, run.stream.length, run.path], [[], 8, path]);
  assert.deepEqual(run.initialMemory.map((entry) => ({ ...entry })), initialMemory);
});

Deno.test("readRun: a retrieval of an entry that is gone is refused", async () => {
  const path = await newPath();
  await runCell(worldCell(path));
  const database = new DatabaseSync(path);
  database.exec("DELETE FROM memory WHERE id = (SELECT entry_id FROM retrievals LIMIT 1)");
  database.close();
  assert.throws(() => readRun(path), { name: "InputError", message: /memory has no such entry/ });
});
