/**
 * The causal audit: proves from the run file alone that nothing illegal reached a prompt.
 *
 * @module
 */
import { openClassifier } from "../classifier/open_classifier.ts";
import type { Message } from "../llm/language_model.ts";
import { digestMessages } from "../loop/digest_messages.ts";
import { methodNamed, methods } from "../loop/methods.ts";
import { isReflection } from "../loop/is_reflection.ts";
import { seenObservation } from "../loop/seen_observation.ts";
import { isLegal } from "../memory/legal_pool.ts";
import type { Memory } from "../memory/memory.ts";
import { extractSql } from "../sql/extract_sql.ts";
import { checkStart } from "./check_start.ts";
import { followChain } from "./follow_chain.ts";
import type { StoredEpisode, StoredRun } from "./run_reader.ts";
import { rebuildMemory } from "./rebuild_memory.ts";
import { rebuildPrompts } from "./rebuild_prompts.ts";
import { reflectionIn } from "./reflection_in.ts";

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
 * Audits a run. Checks manifest, stream and initial memory ({@link checkStart}) and that no row is
 * without its place. Walks the episodes in the order of finalization with a memory that grows as theirs
 * did; rebuilds every prompt and compares digests; checks each retrieved entry's position,
 * finalization, scope, twin policy and polarity; recalls anew and compares entries and scores;
 * classifies, extracts and forms memory anew; follows the chain of digests from the manifest on.
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
  const violations = [...checkStart(run), ...run.strays];
  const counts = { prompts: 0, retrievals: 0, entries: run.initialMemory.length };
  const { memory, store } = rebuildMemory(run);
  const isKnown = methods.some(({ name }) => name === run.manifest.method);
  const finalized = new Set(run.initialMemory.map((entry) => entry.id));
  const chain = Map.groupBy(followChain(run).faults, ({ episode }) => episode);
  for (const episode of run.episodes) {
    const report = (line: string) => violations.push(`Task ${episode.task.id}: ${line}`);
    for (const { line } of chain.get(episode) ?? []) report(line);
    try {
      await checkOutcome(episode, run, report);
      if (isKnown) {
        counts.retrievals += checkLegality(run, episode, finalized, report);
        counts.prompts += checkPrompts(run, episode, report);
        await checkRecall(run, episode, memory, report);
        checkLearning(run, episode, report);
      }
    } catch (error) {
      report(`cannot be checked: ${(error as Error).message}`);
    }
    store.add(episode.entries);
    for (const entry of episode.entries) finalized.add(entry.id);
    counts.entries += episode.entries.length;
  }
  violations.push(...chain.get(null)?.map(({ line }) => line) ?? []);
  return { episodes: run.episodes.length, ...counts, violations };
}

type Report = (line: string) => void;

function checkLegality(
  run: StoredRun,
  episode: StoredEpisode,
  finalized: ReadonlySet<string>,
  report: Report,
): number {
  const { task, position } = episode;
  const { memory } = run.manifest.configuration;
  const policy = { ...memory, scope: methodNamed(run.manifest.method).scope ?? memory.scope };
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
  const { reflects } = methodNamed(run.manifest.method);
  const first = run.manifest.initialPredictions === null ? "first" : "";
  const later = reflects === "call" ? "reflection, repair" : "repair";
  episode.steps.forEach((step, i) => {
    const { attempt, reflection, calls } = step;
    const made = calls.map((call) => call.purpose).join(", ");
    if (attempt.number !== i || made !== (i === 0 ? first : later)) {
      report(`attempt ${attempt.number} was made by calls [${made}]`);
    }
    if (reflection !== reflectionIn(step, reflects)) {
      report(`the reflection of attempt ${attempt.number} is not in its answers`);
    }
    const answer = calls.at(-1);
    if (answer !== undefined && answer.text !== attempt.completion) {
      report(`attempt ${attempt.number} is not its call's answer`);
    }
  });
  const prompts = rebuildPrompts(run, episode);
  for (const { attempt, call, messages } of prompts) {
    if (!hasDigest(messages, call.promptDigest)) {
      report(`the ${call.purpose} prompt of attempt ${attempt} cannot be rebuilt`);
    }
  }
  return prompts.length;
}

/** A forged attempt may have no prompt at all: rendering one for it throws. */
function hasDigest(render: () => readonly Message[], digest: string): boolean {
  try {
    return digestMessages(render()) === digest;
  } catch {
    return false;
  }
}

async function checkOutcome(
  episode: StoredEpisode,
  run: StoredRun,
  report: Report,
): Promise<void> {
  const { configuration } = run.manifest;
  const classifier = await openClassifier(configuration.classifier);
  const { schema, question, evidence } = episode.task;
  for (const { attempt } of episode.steps) {
    if (extractSql(attempt.completion).sql !== attempt.sql) {
      report(`the query of attempt ${attempt.number} is not what its answer holds`);
    }
    const seen = seenObservation(attempt.observation, configuration.feedback);
    const failure = seen.status === "correct"
      ? null
      : classifier.classify({ ...seen, sql: attempt.sql, schema, question, evidence });
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
  if (episode.outcome === "unscored" && (exhausted || last?.failure === null)) {
    report("it is unscored although its attempts are complete");
  }
  const counts = episode.steps.flatMap(({ calls }) => calls).flatMap(({ usage }) =>
    Object.values(usage)
  );
  if (counts.some((count) => count !== null && count < 0)) report("a call has less than 0 tokens");
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
