/**
 * The prompts: versioned files of text in `prompts/`. Changing one invalidates recordings.
 *
 * @module
 */
import evidence from "./prompts/evidence.txt" with { type: "text" };
import feedbackError from "./prompts/feedback_error.txt" with { type: "text" };
import feedbackMismatch from "./prompts/feedback_mismatch.txt" with { type: "text" };
import feedbackTimeout from "./prompts/feedback_timeout.txt" with { type: "text" };
import memoryNegative from "./prompts/memory_negative.txt" with { type: "text" };
import memoryPair from "./prompts/memory_pair.txt" with { type: "text" };
import memoryPositive from "./prompts/memory_positive.txt" with { type: "text" };
import memoryReflection from "./prompts/memory_reflection.txt" with { type: "text" };
import memoryUnlabelled from "./prompts/memory_unlabelled.txt" with { type: "text" };
import ownReflection from "./prompts/own_reflection.txt" with { type: "text" };
import question from "./prompts/question.txt" with { type: "text" };
import reflection from "./prompts/reflection.txt" with { type: "text" };
import repair from "./prompts/repair.txt" with { type: "text" };
import repairReflecting from "./prompts/repair_reflecting.txt" with { type: "text" };
import system from "./prompts/system.txt" with { type: "text" };

/** All texts of one version of the prompts, with `{{placeholders}}`. */
export interface PromptSet {
  /** Name of the set. */
  readonly version: string;
  /** Instructions. */
  readonly system: string;
  /** The message of attempt 0. */
  readonly question: string;
  /** Line that carries the evidence. */
  readonly evidence: string;
  /** What the oracle's answer reads like, by status. */
  readonly feedback: {
    readonly error: string;
    readonly mismatch: string;
    readonly timeout: string;
  };
  /** The last message of a repair. */
  readonly repair: string;
  /** The same where the answer begins with a reflection. */
  readonly repairReflecting: string;
  /** The message that asks for a reflection. */
  readonly reflection: string;
  /** Line that carries a reflection of this episode. */
  readonly ownReflection: string;
  /** Precedents, by kind and polarity; `unlabelled` does not say which polarity. */
  readonly memory: {
    readonly positive: string;
    readonly negative: string;
    readonly unlabelled: string;
    readonly pair: string;
    readonly reflection: string;
  };
}

/**
 * The prompt sets by version. How the one that is here was chosen: `docs/decisions/0005-prompts.md`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { promptSets } from "./prompts.ts";
 * assert.equal(promptSets["fresh-2"].version, "fresh-2");
 * ```
 */
export const promptSets = {
  "fresh-2": {
    version: "fresh-2",
    system,
    question,
    evidence,
    feedback: { error: feedbackError, mismatch: feedbackMismatch, timeout: feedbackTimeout },
    repair,
    repairReflecting,
    reflection,
    ownReflection,
    memory: {
      positive: memoryPositive,
      negative: memoryNegative,
      unlabelled: memoryUnlabelled,
      pair: memoryPair,
      reflection: memoryReflection,
    },
  },
} as const satisfies Record<string, PromptSet>;

/** Name of a prompt set. */
export type PromptVersion = keyof typeof promptSets;
