/**
 * What the model calls of episodes cost.
 *
 * @module
 */
import type { Episode } from "../domain.ts";
import { divide } from "./tally_episodes.ts";

/** Calls and tokens of scored episodes, attempt 0 included. Tokens count live or replayed alike. */
export interface Costs {
  /** Model calls. */
  readonly calls: number;
  /** Those of the calls that a recording answered: they cost nothing when the run was made. */
  readonly replayedCalls: number;
  /** Cached ones included. */
  readonly promptTokens: number;
  /** What the model wrote. */
  readonly completionTokens: number;
  /** The part of the prompt tokens that servers had kept; null where one did not say. */
  readonly cachedTokens: number | null;
  /** Null where nothing is scored. */
  readonly callsPerQuestion: number | null;
  /** Calls over questions that are right at the end; null where none is. */
  readonly callsPerSolved: number | null;
  /** Prompt and completion tokens over scored questions; null where nothing is scored. */
  readonly tokensPerQuestion: number | null;
  /** The same tokens over questions that are right at the end; null where none is. */
  readonly tokensPerSolved: number | null;
}

/**
 * Adds up the model calls of the scored episodes. Those of unscored ones are left out, since their
 * questions are in no denominator.
 *
 * @param episodes finalized episodes in any order
 * @returns calls and tokens, whole and over questions
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { tallyCosts } from "./tally_costs.ts";
 * assert.equal(tallyCosts((await exampleRun()).episodes).callsPerQuestion, 2);
 * ```
 */
export function tallyCosts(episodes: readonly Episode[]): Costs {
  const scored = episodes.filter(({ outcome }) => outcome !== "unscored");
  const solved = scored.filter(({ solvedAt }) => solvedAt !== null);
  const calls = scored.flatMap(({ steps }) => steps).flatMap((step) => step.calls);
  const sum = (count: (call: typeof calls[number]) => number) =>
    calls.reduce((total, call) => total + count(call), 0);
  const promptTokens = sum(({ usage }) => usage.promptTokens);
  const completionTokens = sum(({ usage }) => usage.completionTokens);
  const tokens = promptTokens + completionTokens;
  return {
    calls: calls.length,
    replayedCalls: calls.filter(({ source }) => source === "replayed").length,
    promptTokens,
    completionTokens,
    cachedTokens: calls.some(({ usage }) => usage.cachedTokens === null)
      ? null
      : sum(({ usage }) => usage.cachedTokens!),
    callsPerQuestion: divide(calls.length, scored.length),
    callsPerSolved: divide(calls.length, solved.length),
    tokensPerQuestion: divide(tokens, scored.length),
    tokensPerSolved: divide(tokens, solved.length),
  };
}
