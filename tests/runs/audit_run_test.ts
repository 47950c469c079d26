import assert from "node:assert/strict";
import type { Episode, MemoryEntry } from "../../lib/domain.ts";
import { runCell } from "../../lib/experiment/run_cell.ts";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";
import type { PromptVersion } from "../../lib/loop/prompts.ts";
import { methods } from "../../lib/loop/methods.ts";
import { auditRun } from "../../lib/runs/audit_run.ts";
import { digestEntries } from "../../lib/runs/digest_entries.ts";
import { digestEpisode } from "../../lib/runs/digest_episode.ts";
import { digestManifest } from "../../lib/runs/digest_manifest.ts";
import { digestStream } from "../../lib/runs/digest_stream.ts";
import { readRun, type StoredEpisode, type StoredRun } from "../../lib/runs/run_reader.ts";
import { openRunWriter } from "../../lib/runs/run_writer.ts";
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
  "merit with shuffled types": {
    configuration: { memory: { ...memory, typeCondition: "shuffled", minimumSameType: 1 } },
  },
  "merit with drawn ranks": { configuration: { memory: { ...memory, ranking: "random" } } },
  "merit with one pool": { configuration: { memory: { ...memory, polarity: "pooled" } } },
  "merit-placebo with one pool, drawn ranks and another seed": {
    method: "merit-placebo",
    configuration: {
      runSeed: 2,
      memory: { ...memory, scope: "any", polarity: "pooled", ranking: "random" },
    },
  },
  "reflexion with drawn ranks": {
    method: "reflexion",
    configuration: { memory: { ...memory, ranking: "random" } },
  },
  "dynamic-rag with drawn ranks": {
    method: "dynamic-rag",
    configuration: { memory: { ...memory, ranking: "random" } },
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
  let chain = run.manifestDigest = digestManifest(run.manifest as StoredRun["manifest"]);
  for (const episode of run.episodes) {
    chain = episode.digest = digestEpisode(chain, episode as Episode);
  }
  return run as StoredRun;
}
/** Another memory to start with, of which the manifest knows. */
function startWith(run: Forged<StoredRun>, entry: MemoryEntry) {
  run.initialMemory.push({ ...entry });
  run.manifest.memoryFrom = { digest: digestEntries([entry]), entries: 1 };
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
  "a stream in another order": [
    (run) => {
      run.stream.reverse();
      run.manifest.stream.digest = digestStream(run.stream);
    },
    /Task q6: order 47007 puts it before the task that it follows/,
  ],
  "the order": [
    (run) => run.manifest.order = 1,
    /Task q\d: order 1 puts it before the task that it follows/,
  ],
  "the length of the stream": [
    (run) => run.manifest.stream.length = 9,
    /The stream has 8 tasks, the manifest 9/,
  ],
  "how many questions there are": [
    (run) => run.manifest.benchmark.questionCount = 7,
    /Task q7: it is question 7, the manifest has 7, counted from 0/,
  ],
  "a question's place in the file": [
    (run) => {
      run.stream[3]!.index = 2;
      run.manifest.stream.digest = digestStream(run.stream);
    },
    /Task q3: another task is question 2 too/,
  ],
  "a schema": [
    (run) => run.stream[5]!.schema += " ",
    /Task q5: its schema does not match its digest/,
  ],
  "memory of a question of the stream": [
    (run) => startWith(run, entryAt(-1, { taskId: "q7" })),
    /Memory starts with entry 0000-1-repair-0 of task q7, which the stream asks/,
  ],
  "memory of the future": [
    (run) => startWith(run, entryAt(9)),
    /Memory starts with entry 000009-repair-0 of position 9/,
  ],
  "memory that the manifest does not count": [
    (run) => {
      startWith(run, entryAt(-1));
      run.manifest.memoryFrom!.entries = 2;
    },
    /Memory starts with other entries than the manifest says/,
  ],
  "rows without a place": [(run) => run.strays.push("Row 7 of calls"), /^Row 7 of calls$/],
  "a superseded episode after the last": [
    (run) => run.superseded.set(8, "digest"),
    /Superseded episodes do not stand in the order of finalization/,
  ],
  "a method of another kit": [
    (run) => run.manifest.method = "merits",
    /The manifest's method is "merits", this kit knows .*stateless/,
  ],
  "a classifier of another kit": [
    (run) => run.manifest.configuration.classifier = "gone" as "paper",
    /The manifest's configuration.classifier is "gone", this kit knows paper, /,
  ],
  "a twin policy of another kit": [
    (run) => run.manifest.configuration.memory.twins = "gone" as "block",
    /The manifest's configuration.memory.twins is "gone", this kit knows allow, block/,
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

Deno.test("auditRun: what was forged is all that it reports, were the digests mended", async () => {
  const manifest = forge((run) => run.manifest.judge.mode = "rows");
  assert.deepEqual((await auditRun(manifest)).violations, []);
  const order = forge((run) => run.manifest.order = 1);
  assert.ok((await auditRun(order)).violations.every((line) => / order 1 puts it /.test(line)));
});

Deno.test("auditRun: of a method that it does not know it reports what it can check", async () => {
  const unknown = await auditRun({ ...sound, manifest: { ...sound.manifest, method: "merits" } });
  const [first, second, ...others] = unknown.violations;
  assert.equal(first, "The manifest is not the one that the run was started with");
  assert.match(second!, /^The manifest's method is "merits", this kit knows resample, /);
  assert.deepEqual([others, unknown.episodes, unknown.prompts], [[], 8, 0]);
});

for (const [what, [change, violation]] of Object.entries(forgeries)) {
  Deno.test(`auditRun: reports ${what}, even where the digests were mended`, async () => {
    const { violations } = await auditRun(forge(change));
    const matching = violations.filter((line) => violation.test(line));
    assert.notEqual(matching.length, 0, `need ${violation}, found:\n${violations.join("\n")}`);
  });
}
