/**
 * The chain of digests over a run's episodes.
 *
 * @module
 */
import type { Episode } from "../domain.ts";
import { sha256 } from "../sha256.ts";

/**
 * SHA-256 of an episode's content chained to the digest before it. Times, retries and whether a call
 * was live or replayed are left out: a resumed replay has the digests of an uninterrupted one.
 *
 * @param before digest of the episode finalized just before; for the first that of the manifest
 * @param episode what is finalized now
 * @returns 64 hexadecimal digits
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { digestEpisode } from "./digest_episode.ts";
 * import { exampleTask } from "../memory/examples.ts";
 * const episode = {
 *   task: exampleTask, position: 0, steps: [], outcome: "unscored", solvedAt: null, note: "", entries: [],
 * } as const;
 * assert.notEqual(digestEpisode("", episode), digestEpisode("", { ...episode, note: "changed" }));
 * ```
 */
export function digestEpisode(before: string, episode: Episode): string {
  const canonical = {
    before,
    task: episode.task.id,
    position: episode.position,
    outcome: episode.outcome,
    solvedAt: episode.solvedAt,
    note: episode.note,
    steps: episode.steps.map(({ attempt, retrieved, reflection, calls }) => ({
      attempt: [attempt.number, attempt.sql, attempt.completion, attempt.failure?.type ?? null],
      rule: attempt.failure?.rule ?? null,
      observation: [
        attempt.observation.status,
        attempt.observation.outcome,
        attempt.observation.message,
        attempt.observation.shape?.rows ?? null,
        attempt.observation.shape?.columns ?? null,
        attempt.observation.preview,
        attempt.observation.reason,
      ],
      reflection,
      retrieved: retrieved.map(({ entry, rank, score, poolSize }) => [
        entry.id,
        rank,
        score.dense,
        score.lexical,
        score.lexicalRaw,
        score.total,
        poolSize,
      ]),
      calls: calls.map((call) => [
        call.purpose,
        call.promptDigest,
        call.text,
        call.usage.promptTokens,
        call.usage.completionTokens,
        call.usage.cachedTokens,
        call.finish,
      ]),
    })),
    entries: episode.entries.map((entry) => Object.entries(entry).toSorted()),
  };
  return sha256(JSON.stringify(canonical));
}
