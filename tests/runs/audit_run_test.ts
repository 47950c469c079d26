import assert from "node:assert/strict";
import type { Episode, MemoryEntry } from "../../lib/domain.ts";
import { runCell } from "../../lib/experiment/run_cell.ts";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";
import type { PromptVersion } from "../../lib/loop/prompts.ts";
import { methods } from "../../lib/loop/methods.ts";
import { auditRun } from "../../lib/runs/audit_run.ts";
import { digestEpisode } from "../../lib/runs/digest_episode.ts";
import { readRun, type StoredEpisode, type StoredRun } from "../../lib/runs/run_reader.ts";
import { openRunWriter } from "../../lib/runs/run_writer.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { entryAt } from "../memory/entries.ts";
import { newPath, runWorld, worldCell, type WorldOptions } from "./world.ts";

const { memory } = defaultConfiguration;
const worlds: Readonly<Record<string, WorldOptions>> = {
  ...Object.fromEntries(methods.map(({ name }) => [name, { method: name }])),
  "merit over all databases, twins blocked": {
    configuration: { memory: { ...memory, scope: "any", twins: "block" } },
  },
  "merit with all transitions, strict types": {
    configuration: { transition: "all", memory: { ...memory, typeCondition: "strict" } },
  },
  "merit that is told of the execution only": { configuration: { feedback: "execution-only" } },
  "merit by the shape of results": { configuration: { classifier: "shape" } },
  "merit without a budget": { configuration: { budget: 0 } },
  "merit with a memory to start with": {
    initialMemory: [
      entryAt(-2, { failureType: "syntax" }),
      entryAt(-1, { polarity: "negative", databaseId: "zoo" }),
    ],
  },
  "dynamic-rag by act": { method: "dynamic-rag", configuration: { selector: "act" } },
  "reflexion that shares nothing": {
    method: "reflexion",
    configuration: { budget: 6, reflexion: { shared: false, own: 2 } },
  },
  "reflexion that shows none of its own": {
    method: "reflexion",
    configuration: { reflexion: { shared: true, own: 0 } },
  },
};

for (const [what, options] of Object.entries(worlds)) {
  Deno.test(`auditRun: finds a run of ${what} sound`, async () => {
    const run = await runWorld(options);
    const { violations, ...counts } = await auditRun(run);
    assert.deepEqual(violations, []);
    const steps = run.episodes.flatMap((episode) => episode.steps);
    assert.deepEqual(counts, {
      episodes: 8,
      prompts: steps.flatMap((step) => step.calls).length,
      retrievals: steps.flatMap((step) => step.retrieved).length,
      entries: run.initialMemory.length +
        run.episodes.flatMap((episode) => episode.entries).length,
    });
  });
}

Deno.test("auditRun: finds a run that has only begun sound", async () => {
  const path = await newPath();
  openRunWriter({ ...worldCell(path), request: null })[Symbol.dispose]();
  assert.deepEqual((await auditRun(readRun(path))).violations, []);
});

Deno.test("auditRun: finds a run from a prediction file sound", async () => {
  const path = await newPath();
  const cell = worldCell(path);
  const manifest = { ...cell.manifest, initialPredictions: "digest of the file" };
  await runCell({ ...cell, manifest, initialSql: () => "SELECT nme FROM t WHERE v = 2" });
  const { violations, prompts } = await auditRun(readRun(path));
  assert.deepEqual(violations, []);
  assert.ok(prompts > 0);
});

/** A copy of a run in which every field may be changed. */
type Forged<T> = T extends ReadonlyMap<infer K, infer V> ? Map<K, V>
  : T extends Float32Array ? T
  : T extends object ? { -readonly [K in keyof T]: Forged<T[K]> }
  : T;

const sound = await runWorld();
/** The forged copy, its chain of digests mended: only what the audit rebuilds can tell. */
function forge(change: (run: Forged<StoredRun>) => void): StoredRun {
  const run = structuredClone(sound) as Forged<StoredRun>;
  change(run);
  let chain = "";
  for (const episode of run.episodes) {
    chain = episode.digest = digestEpisode(chain, episode as Episode);
  }
  return run as StoredRun;
}
const isRecalling = ({ steps }: Pick<StoredEpisode, "steps">) =>
  steps.some(({ retrieved }) => retrieved.length > 0);
/** The first episode that recalled something, and where. */
function recalling(run: Forged<StoredRun>) {
  const episode = run.episodes.find((one) => isRecalling(one as StoredEpisode))!;
  const step = episode.steps.find(({ retrieved }) => retrieved.length > 0)!;
  return { episode, step, found: step.retrieved[0]! };
}
const unsolved = (run: Forged<StoredRun>) =>
  run.episodes.find(({ outcome }) => outcome === "unsolved")!;

const laterEntry: MemoryEntry = sound.episodes.findLast(({ entries }) => entries.length > 0)!
  .entries[0]!;
const forgeries: Readonly<
  Record<string, [change: (run: Forged<StoredRun>) => void, violation: RegExp]>
> = {
  "a status": [
    (run) => unsolved(run).steps.at(-1)!.attempt.observation.status = "correct",
    /attempt 3 has failure type \w+, need undefined/,
  ],
  "an outcome": [
    (run) => Object.assign(unsolved(run), { outcome: "solved", solvedAt: 3 }),
    /outcome solved does not follow from its attempts/,
  ],
  "a query": [
    (run) => run.episodes[0]!.steps[0]!.attempt.sql = "SELECT 1",
    /the query of attempt 0 is not what its answer holds/,
  ],
  "an answer": [
    (run) => run.episodes[0]!.steps[0]!.calls[0]!.text += " ",
    /attempt 0 is not its call's answer/,
  ],
  "a failure type": [
    (run) => unsolved(run).steps[0]!.attempt.failure!.type = "unknown",
    /attempt 0 has failure type unknown, need \w+/,
  ],
  "a success before the last attempt": [
    (run) => {
      const { attempt } = unsolved(run).steps[0]!;
      attempt.failure = null;
      attempt.observation.status = "correct";
    },
    /attempts go on after a success/,
  ],
  "a retrieval score": [
    (run) => recalling(run).found.score.total += 0.001,
    /retrieved \[.*\], recalled anew \[/,
  ],
  "a retrieval left out": [
    (run) => recalling(run).step.retrieved.splice(0, 1),
    /recalled anew \[1\. \d+-repair-0 0\.\d+/,
  ],
  "a retrieved entry of a later position": [
    (run) => recalling(run).found.entry = structuredClone(laterEntry),
    new RegExp(`shows entry ${laterEntry.id}, which was not finalized before it`),
  ],
  "a retrieved entry that is not legal": [
    (run) => recalling(run).found.entry = structuredClone(laterEntry),
    new RegExp(`shows entry ${laterEntry.id}, which is not legal`),
  ],
  "a prompt's digest": [
    (run) => recalling(run).step.calls[0]!.promptDigest = "0".repeat(64),
    /the repair prompt of attempt \d cannot be rebuilt/,
  ],
  "a memory text": [
    (run) => recalling(run).found.entry.sqlAfter = "SELECT forged",
    /its memory entries do not follow from its attempts/,
  ],
  "a memory text, as prompts show it": [
    (run) => recalling(run).found.entry.sqlAfter = "SELECT forged",
    /the repair prompt of attempt \d cannot be rebuilt/,
  ],
  "an entry from nowhere": [
    (run) => run.episodes[0]!.entries.push(entryAt(0, { id: "forged" })),
    /its memory entries do not follow from its attempts/,
  ],
  "a sequence": [(run) => run.episodes[3]!.sequence = 9, /sequence 9, need 3/],
  "an episode left out": [(run) => run.episodes.splice(0, 1), /sequence 1, need 0/],
  "two episodes exchanged": [
    (run) => run.episodes.splice(0, 2, run.episodes[1]!, run.episodes[0]!),
    /sequence 1, need 0/,
  ],
  "a missing vector": [
    (run) => run.vectors.clear(),
    /attempt \d: no vector is stored for "/,
  ],
  "another vector": [
    (run) => run.vectors.forEach((vector) => vector.fill(1)),
    /retrieved \[.*\], recalled anew \[/,
  ],
  "a question": [
    (run) => run.episodes[0]!.task.question = "Another?",
    /the first prompt of attempt 0 cannot be rebuilt/,
  ],
  "the stream": [
    (run) => run.stream.reverse(),
    /The stream's tasks are not those of the manifest/,
  ],
  "the method": [
    (run) => run.manifest.method = "stateless",
    /retrieved \[\d+.*\], recalled anew \[\]/,
  ],
  "the prompts": [
    (run) => run.manifest.configuration.prompts = "gone-1" as PromptVersion,
    /the first prompt of attempt 0 cannot be rebuilt/,
  ],
  "the scope": [
    (run) => run.manifest.configuration.memory.scope = "cross-db",
    /is not legal \(position, scope or twin policy\)/,
  ],
  "the twin policy": [
    (run) => run.manifest.configuration.memory.twins = "block",
    /is not legal \(position, scope or twin policy\)/,
  ],
};

for (const [what, [change, violation]] of Object.entries(forgeries)) {
  Deno.test(`auditRun: reports ${what}, even where the digests were mended`, async () => {
    const { violations } = await auditRun(forge(change));
    const matching = violations.filter((line) => violation.test(line));
    assert.notEqual(matching.length, 0, `need ${violation}, found:\n${violations.join("\n")}`);
  });
}

/** Columns that no result depends on, or that only give an order. */
const free: Readonly<Record<string, readonly string[]>> = {
  run: ["key"],
  retrievals: ["place"],
  tasks: ["file_index", "difficulty"],
  calls: ["place", "cached_tokens", "duration_ms", "source", "retries"],
};

Deno.test("auditRun: reports a change of any column of the file", async () => {
  const path = await newPath();
  await runCell(worldCell(path));
  const bytes = await Deno.readFile(path);
  const database = new DatabaseSync(path);
  const columns = database.prepare(
    `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
     WHERE t.type = 'table' ORDER BY t.name, c.cid`,
  ).all() as { table: string; column: string }[];
  database.close();
  const unnoticed: string[] = [];
  for (const { table, column } of columns) {
    if (free[table]?.includes(column)) continue;
    await Deno.writeFile(path, bytes);
    const changed = new DatabaseSync(path, { enableForeignKeyConstraints: false });
    changed.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF");
    const { changes } = changed.prepare(
      `UPDATE ${table} SET ${column} = CASE typeof(${column})
         WHEN 'text' THEN ${column} || 'x' WHEN 'blob' THEN zeroblob(length(${column}))
         WHEN 'null' THEN 1 ELSE ${column} + 64 END
       WHERE rowid = (SELECT rowid FROM ${table} ORDER BY ${column} IS NULL, rowid LIMIT 1)`,
    ).run();
    changed.close();
    if (changes === 0) continue;
    const isNoticed = await Promise.resolve().then(() => readRun(path)).then(auditRun)
      .then(({ violations }) => violations.length > 0, () => true);
    if (!isNoticed) unnoticed.push(`${table}.${column}`);
  }
  assert.deepEqual(unnoticed, []);
});
