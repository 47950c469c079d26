/**
 * The causal audit: proves from the run file alone that nothing illegal reached a prompt.
 *
 * @module
 */
import { classifyFailure } from "../classifier/classify_failure.ts";
import type { Message } from "../llm/language_model.ts";
import { digestMessages } from "../loop/digest_messages.ts";
import { methodNamed } from "../loop/methods.ts";
import { promptSets } from "../loop/prompts.ts";
import { renderFirst, renderReflection, renderRepair } from "../loop/render_prompt.ts";
import { isReflection } from "../loop/is_reflection.ts";
import { lastReflections } from "../loop/last_reflections.ts";
import { seenObservation } from "../loop/seen_observation.ts";
import { isLegal } from "../memory/legal_pool.ts";
import { createMemory, type Memory } from "../memory/memory.ts";
import { createMemoryStore } from "../memory/store.ts";
import { createVectorBook } from "../memory/vector_book.ts";
import { sha256 } from "../sha256.ts";
import { extractSql } from "../sql/extract_sql.ts";
import { digestEntries } from "./digest_entries.ts";
import { digestEpisode } from "./digest_episode.ts";
import type { StoredEpisode, StoredRun } from "./run_reader.ts";
import { digestStream } from "./digest_stream.ts";

/** What an audit found. */
export interface AuditReport {
  /** Finalized episodes walked. */
  readonly episodes: number;
  /** Prompts rebuilt. */
  readonly prompts: number;
  /** Retrieved entries checked. */
  readonly retrievals: number;
  /** Memory entries formed anew. */
  readonly entries: number;
  /** One line a violation; empty where the run is sound. */
  readonly violations: readonly string[];
}

/**
 * Audits a run. Walks its episodes in the order of finalization with a memory that grows as theirs
 * did; rebuilds every prompt and compares digests; checks each retrieved entry's position,
 * finalization, scope, twin policy and polarity; recalls anew and compares entries and scores;
 * classifies, extracts and forms memory anew; follows the chain of digests.
 *
 * It does not search prompts for gold text: a correct prediction often equals its gold.
 *
 * @param run a run as read from its file
 * @returns counts and violations
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { auditRun } from "./audit_run.ts";
 * import { exampleRun } from "./examples.ts";
 * assert.deepEqual((await auditRun(await exampleRun())).violations, []);
 * ```
 */
export async function auditRun(run: StoredRun): Promise<AuditReport> {
  const violations: string[] = [];
  const counts = { prompts: 0, retrievals: 0, entries: run.initialMemory.length };
  if (digestStream(run.stream) !== run.manifest.stream.digest) {
    violations.push("The stream's tasks are not those of the manifest");
  }
  checkStart(run, (line) => violations.push(line));
  const store = createMemoryStore();
  store.add(run.initialMemory);
  const memory = createMemory({
    store,
    vectors: createVectorBook({
      identity: run.manifest.embedder,
      dimensions: 0,
      embed: (texts) => Promise.resolve(texts.map((text) => storedVector(run, text))),
    }),
  });
  const finalized = new Set(run.initialMemory.map((entry) => entry.id));
  let chain = "", sequence = 0;
  for (const episode of run.episodes) {
    for (; run.superseded.has(sequence); sequence++) chain = run.superseded.get(sequence)!;
    const report = (line: string) => violations.push(`Task ${episode.task.id}: ${line}`);
    if (episode.sequence !== sequence) report(`sequence ${episode.sequence}, need ${sequence}`);
    sequence++;
    chain = digestEpisode(chain, episode);
    if (chain !== episode.digest) report("its rows do not match their digest");
    chain = episode.digest;
    counts.retrievals += checkLegality(run, episode, finalized, report);
    counts.prompts += checkPrompts(run, episode, report);
    checkOutcome(episode, run, report);
    await checkRecall(run, episode, memory, report);
    checkLearning(run, episode, report);
    store.add(episode.entries);
    for (const entry of episode.entries) finalized.add(entry.id);
    counts.entries += episode.entries.length;
  }
  return { episodes: run.episodes.length, ...counts, violations };
}

type Report = (line: string) => void;

function checkStart({ stream, manifest, initialMemory }: StoredRun, report: Report): void {
  for (const { id, schema, schemaDigest } of stream) {
    if (sha256(schema) !== schemaDigest) report(`Task ${id}: its schema does not match its digest`);
  }
  const { memoryFrom } = manifest;
  const digest = initialMemory.length === 0 ? null : digestEntries(initialMemory);
  const expected = memoryFrom?.entries === 0 ? null : memoryFrom?.digest ?? null;
  if (digest !== expected) report("Memory starts with other entries than the manifest says");
}

function checkLegality(
  run: StoredRun,
  episode: StoredEpisode,
  finalized: ReadonlySet<string>,
  report: Report,
): number {
  const { task, position } = episode;
  const policy = run.manifest.configuration.memory;
  let count = 0;
  for (const { attempt, retrieved } of episode.steps) {
    for (const { entry } of retrieved) {
      count++;
      const name = `attempt ${attempt.number} shows entry ${entry.id}`;
      if (!finalized.has(entry.id)) report(`${name}, which was not finalized before it`);
      const { kind, polarity } = entry;
      if (!isLegal(entry, { task, position, kind, polarity, policy })) {
        report(`${name}, which is not legal (position, scope or twin policy)`);
      }
    }
  }
  return count;
}

function checkPrompts(run: StoredRun, episode: StoredEpisode, report: Report): number {
  const { configuration } = run.manifest;
  const prompts = promptSets[configuration.prompts];
  const method = methodNamed(run.manifest.method);
  const { task, steps } = episode;
  const reflections: string[] = [];
  let count = 0;
  const first = run.manifest.initialPredictions === null ? "first" : "";
  const later = method.reflects ? "reflection, repair" : "repair";
  steps.forEach(({ attempt, retrieved, reflection, calls }, i) => {
    const failed = steps[i - 1]?.attempt;
    const made = calls.map((call) => call.purpose).join(", ");
    if (attempt.number !== i || made !== (i === 0 ? first : later)) {
      report(`attempt ${attempt.number} was made by calls [${made}]`);
    }
    if (reflection !== null && isReflection(reflection)) reflections.push(reflection);
    for (const call of calls) {
      count++;
      const own = lastReflections(reflections, configuration);
      const render = () =>
        failed === undefined || !method.seesFailure
          ? renderFirst(task, prompts)
          : call.purpose === "reflection"
          ? renderReflection({ task, failed }, prompts)
          : renderRepair({ task, failed, retrieved, reflections: own }, prompts);
      if (!hasDigest(render, call.promptDigest)) {
        report(`the ${call.purpose} prompt of attempt ${attempt.number} cannot be rebuilt`);
      }
    }
    const answer = calls.at(-1);
    if (answer !== undefined && answer.text !== attempt.completion) {
      report(`attempt ${attempt.number} is not its call's answer`);
    }
  });
  return count;
}

/** A forged attempt may have no prompt at all: rendering one for it throws. */
function hasDigest(render: () => readonly Message[], digest: string): boolean {
  try {
    return digestMessages(render()) === digest;
  } catch {
    return false;
  }
}

function checkOutcome(episode: StoredEpisode, run: StoredRun, report: Report): void {
  const { configuration } = run.manifest;
  for (const { attempt } of episode.steps) {
    if (extractSql(attempt.completion).sql !== attempt.sql) {
      report(`the query of attempt ${attempt.number} is not what its answer holds`);
    }
    const seen = seenObservation(attempt.observation, configuration.feedback);
    const failure = seen.status === "correct"
      ? null
      : classifyFailure(seen, { version: configuration.classifier });
    if (failure?.type !== attempt.failure?.type || failure?.rule !== attempt.failure?.rule) {
      report(
        `attempt ${attempt.number} has failure type ${attempt.failure?.type}, need ${failure?.type}`,
      );
    }
  }
  const last = episode.steps.at(-1)?.attempt;
  const solvedAt = last?.observation.status === "correct" ? last.number : null;
  const outcome = solvedAt === null ? "unsolved" : "solved";
  if (
    episode.outcome !== "unscored" && (episode.outcome !== outcome || episode.solvedAt !== solvedAt)
  ) {
    report(`outcome ${episode.outcome} does not follow from its attempts`);
  }
  const exhausted = episode.steps.length === configuration.budget + 1;
  if (episode.outcome === "unsolved" && last?.failure !== null && !exhausted) {
    report(`it ends after ${episode.steps.length} attempts`);
  }
  const early = episode.steps.slice(0, -1).find(({ attempt }) => attempt.failure === null);
  if (early !== undefined) report("attempts go on after a success");
}

async function checkRecall(
  run: StoredRun,
  episode: StoredEpisode,
  memory: Memory,
  report: Report,
): Promise<void> {
  const { configuration } = run.manifest;
  const method = methodNamed(run.manifest.method);
  const { task, position, steps } = episode;
  if (!method.seesFailure) return;
  for (const [i, { attempt, retrieved }] of steps.entries()) {
    const failed = steps[i - 1]?.attempt;
    const failure = failed?.failure ?? null;
    if (failed === undefined || failure === null) continue;
    const again = await method.recall({ task, position, failed, failure, memory, configuration })
      .catch((error: Error) => void report(`attempt ${attempt.number}: ${error.message}`));
    if (!again) continue;
    const line = (found: typeof again) =>
      found.map(({ entry, rank, poolSize, score }) => {
        const { dense, lexical, lexicalRaw, total } = score;
        const parts = [dense, lexical, lexicalRaw, total].map((part) => part.toFixed(9)).join("/");
        return `${rank}. ${entry.id} ${parts} of ${poolSize}`;
      }).join(", ");
    if (line(again) !== line(retrieved)) {
      report(
        `attempt ${attempt.number} retrieved [${line(retrieved)}], recalled anew [${line(again)}]`,
      );
    }
  }
}

function storedVector(run: StoredRun, text: string): Float32Array {
  const vector = run.vectors.get(text);
  if (vector === undefined) {
    throw new RangeError(`no vector is stored for "${text.slice(0, 60)}"`);
  }
  return vector;
}

function checkLearning(run: StoredRun, episode: StoredEpisode, report: Report): void {
  const { configuration, method } = run.manifest;
  const attempts = episode.steps.map((step) => step.attempt);
  const reflections = episode.steps
    .flatMap(({ reflection }) =>
      reflection !== null && isReflection(reflection) ? [reflection] : []
    );
  const { task, position } = episode;
  const entries = episode.outcome === "unscored"
    ? []
    : methodNamed(method).learn({ task, position, attempts, reflections }, configuration);
  if (JSON.stringify(entries) !== JSON.stringify(episode.entries)) {
    report("its memory entries do not follow from its attempts");
  }
}
