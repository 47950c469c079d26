/**
 * The prompts: versioned files of text in `prompts/`. Changing one invalidates recordings.
 *
 * @module
 */
import evidence from "./prompts/evidence.txt" with { type: "text" };
import feedbackError from "./prompts/feedback_error.txt" with { type: "text" };
import feedbackMismatch from "./prompts/feedback_mismatch.txt" with { type: "text" };
import feedbackMismatchPreview from "./prompts/feedback_mismatch_preview.txt" with { type: "text" };
import feedbackTimeout from "./prompts/feedback_timeout.txt" with { type: "text" };
import memoryNegative from "./prompts/memory_negative.txt" with { type: "text" };
import memoryPair from "./prompts/memory_pair.txt" with { type: "text" };
import memoryPositive from "./prompts/memory_positive.txt" with { type: "text" };
import memoryReflection from "./prompts/memory_reflection.txt" with { type: "text" };
import ownReflection from "./prompts/own_reflection.txt" with { type: "text" };
import question from "./prompts/question.txt" with { type: "text" };
import reflection from "./prompts/reflection.txt" with { type: "text" };
import repairChecklist from "./prompts/repair_checklist.txt" with { type: "text" };
import repairDiagnose from "./prompts/repair_diagnose.txt" with { type: "text" };
import repairAgain from "./prompts/repair_again.txt" with { type: "text" };
import repairFresh from "./prompts/repair_fresh.txt" with { type: "text" };
import repairDirect from "./prompts/repair_direct.txt" with { type: "text" };
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
  /** The message that asks for a reflection. */
  readonly reflection: string;
  /** Line that carries a reflection of this episode. */
  readonly ownReflection: string;
  /** Precedents, by kind and polarity. */
  readonly memory: {
    readonly positive: string;
    readonly negative: string;
    readonly pair: string;
    readonly reflection: string;
  };
}

const common = {
  system,
  question,
  evidence,
  reflection,
  ownReflection,
  memory: {
    positive: memoryPositive,
    negative: memoryNegative,
    pair: memoryPair,
    reflection: memoryReflection,
  },
};
const shown = { error: feedbackError, mismatch: feedbackMismatchPreview, timeout: feedbackTimeout };
const bare = { ...shown, mismatch: feedbackMismatch };

/** The prompt sets by version. */
export const promptSets = {
  "fresh-1": { ...common, version: "fresh-1", feedback: shown, repair: repairFresh },
  "again-1": { ...common, version: "again-1", feedback: shown, repair: repairAgain },
  "direct-1": { ...common, version: "direct-1", feedback: bare, repair: repairDirect },
  "diagnose-1": { ...common, version: "diagnose-1", feedback: shown, repair: repairDiagnose },
  "checklist-1": { ...common, version: "checklist-1", feedback: shown, repair: repairChecklist },
} as const satisfies Record<string, PromptSet>;

/** Name of a prompt set. */
export type PromptVersion = keyof typeof promptSets;
