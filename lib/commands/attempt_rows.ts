/**
 * A run as a flat table of attempts.
 *
 * @module
 */
import type { CallRecord, Step } from "../domain.ts";
import type { RunManifest } from "../runs/manifest.ts";
import type { StoredEpisode, StoredRun } from "../runs/run_reader.ts";

interface Place {
  readonly manifest: RunManifest;
  readonly episode: StoredEpisode;
  readonly step: Step;
}

const sum = (calls: readonly CallRecord[], count: (call: CallRecord) => number) =>
  calls.reduce((total, call) => total + count(call), 0);

const columns: Readonly<Record<string, (place: Place) => string | number | null>> = {
  method: ({ manifest }) => manifest.method,
  order: ({ manifest }) => manifest.order,
  position: ({ episode }) => episode.position,
  task: ({ episode }) => episode.task.id,
  idx: ({ episode }) => episode.task.index,
  database: ({ episode }) => episode.task.databaseId,
  difficulty: ({ episode }) => episode.task.difficulty,
  episode: ({ episode }) => episode.outcome,
  attempt: ({ step }) => step.attempt.number,
  answer: ({ step }) => step.attempt.answer,
  status: ({ step }) => step.attempt.observation.status,
  outcome: ({ step }) => step.attempt.observation.outcome,
  failure_type: ({ step }) => step.attempt.failure?.type ?? null,
  rule: ({ step }) => step.attempt.failure?.rule ?? null,
  retrieved: ({ step }) => step.retrieved.map(({ entry }) => entry.id).join(" "),
  calls: ({ step }) => step.calls.length,
  prompt_tokens: ({ step }) => sum(step.calls, ({ usage }) => usage.promptTokens),
  completion_tokens: ({ step }) => sum(step.calls, ({ usage }) => usage.completionTokens),
  message: ({ step }) => step.attempt.observation.message,
  sql: ({ step }) => step.attempt.sql,
};

/**
 * A row for each attempt, in stream order, with a header.
 *
 * @param run a run as read from its file
 * @returns the names of the columns, then the attempts; null where there is no value
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { attemptRows } from "./attempt_rows.ts";
 * const [header, ...rows] = attemptRows(await exampleRun());
 * assert.deepEqual(rows.map((row) => row[header!.indexOf("status")]), ["error", "correct"]);
 * ```
 */
export function attemptRows(
  { manifest, episodes }: StoredRun,
): readonly (readonly (string | number | null)[])[] {
  const rows = episodes
    .toSorted((a, b) => a.position - b.position)
    .flatMap((episode) => episode.steps.map((step) => ({ manifest, episode, step })))
    .map((place) => Object.values(columns).map((read) => read(place)));
  return [Object.keys(columns), ...rows];
}
