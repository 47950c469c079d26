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
      attempt: {
        ...step!.attempt,
        sql: text,
        completion: text,
        answer: "truncated",
        observation,
      },
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

const damages: Readonly<Record<string, readonly [change: string, reason: RegExp]>> = {
  "a retrieved entry": [
    "DELETE FROM memory WHERE id = (SELECT entry_id FROM retrievals LIMIT 1)",
    /a prompt shows entry \S+, and memory has no such entry$/,
  ],
  "the first task": [
    "DELETE FROM tasks WHERE position = 0",
    /task q1 stands at position 1, need 0; a task is missing$/,
  ],
  "a task": [
    "DELETE FROM tasks WHERE position = 5",
    /task q6 stands at position 6, need 5; a task is missing$/,
  ],
  "the last task": [
    "DELETE FROM tasks WHERE position = 7",
    /the episode of position 7 has no task$/,
  ],
  "all tasks": ["DELETE FROM tasks", /the episode of position 0 has no task$/],
  "a schema": [
    "DELETE FROM schemas WHERE text LIKE '%zoo%'",
    /the schema of task q5 is missing$/,
  ],
  "the manifest": ["DELETE FROM run WHERE key = 'manifest'", /it has no manifest$/],
  "the manifest's digest": [
    "DELETE FROM run WHERE key = 'manifest_digest'",
    /it has no digest of its manifest$/,
  ],
  "a part of a vector": [
    "UPDATE vectors SET vector = substr(vector, 2)",
    /the vector of ".*" has \d+ bytes$/s,
  ],
  "numbers that fit": [
    "UPDATE calls SET prompt_tokens = 9007199254740993",
    /too large to be represented/,
  ],
};

for (const [what, [change, reason]] of Object.entries(damages)) {
  Deno.test(`readRun: refuses a file that lost ${what}, and names it`, async () => {
    const path = await newPath();
    await runCell(worldCell(path));
    const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
    database.exec(change);
    database.close();
    assert.throws(() => readRun(path), (error: Error) => {
      assert.equal(error.name, "InputError");
      assert.ok(error.message.startsWith(`Cannot read run "${path}": `), error.message);
      assert.match(error.message, reason);
      return true;
    });
  });
}
