/**
 * Reflexion-style verbal memory.
 *
 * @module
 */
import type { MemoryEntry } from "../../domain.ts";
import { makeEntry } from "../../memory/form_repairs.ts";
import { defineMethod, type Method } from "../method.ts";

const reflectionText = (entry: MemoryEntry) => `${entry.question}\n${entry.text}`;

/**
 * Sees its last failure, its own last reflections of this episode (one extra call a failure) and the
 * final reflections of finalized earlier episodes that are nearest by dense score.
 *
 * Sharing reflections between questions is an extension of the original, and our assumption about
 * the paper's variant: `reflexion.shared: false` is the original.
 *
 * @see Reflexion (Shinn et al., 2023)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { reflexion } from "./reflexion.ts";
 * assert.equal(reflexion.reflects, "call");
 * ```
 */
export const reflexion: Method = defineMethod({
  name: "reflexion",
  summary: "+ its reflections and those of earlier episodes",
  seesFailure: true,
  reflects: "call",
  recall({ task, position, failed, memory, configuration }) {
    if (!configuration.reflexion.shared) return Promise.resolve([]);
    const policy = { ...configuration.memory, weights: { dense: 1, lexical: 0 } };
    return memory.search({
      pool: { task, position, kind: "reflection", polarity: null, policy },
      failureType: null,
      policy,
      limit: policy.limit.positive,
      query: `${task.question}\n${failed.observation.message}`,
      entryText: reflectionText,
      runSeed: configuration.runSeed,
      attempt: failed.number + 1,
    });
  },
  learn(lesson) {
    const last = lesson.attempts.at(-1), text = lesson.reflections.at(-1);
    if (last === undefined || text === undefined) return [];
    return [
      makeEntry({
        lesson,
        kind: "reflection",
        polarity: last.failure === null ? "positive" : "negative",
        number: 0,
        before: lesson.attempts.at(-2) ?? null,
        after: last,
        text,
      }),
    ];
  },
});
