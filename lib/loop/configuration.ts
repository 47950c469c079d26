/**
 * Everything that may change an episode's course, as data. A run stores it and its hash.
 *
 * @module
 */
import { type ClassifierVersion, classifierVersions } from "../classifier/open_classifier.ts";
import { paperPolicy, type RetrievalPolicy } from "../memory/policy.ts";
import type { Transition } from "../memory/form_repairs.ts";
import { promptSets, type PromptVersion } from "./prompts.ts";

/** Configuration of the repair loop. */
export interface LoopConfiguration {
  /** K: most repairs after attempt 0. */
  readonly budget: number;
  /** Repairs of two run seeds differ only by the sampler. */
  readonly runSeed: number;
  /** `execution-only`: the oracle tells errors and timeouts; whatever runs ends the episode. */
  readonly feedback: "full" | "execution-only";
  /** Which set of prompts. */
  readonly prompts: PromptVersion;
  /** Which version of the failure classifier. */
  readonly classifier: ClassifierVersion;
  /** Sampling of repairs and reflections; attempt 0 is greedy with the same limits. */
  readonly sampling: {
    readonly temperature: number;
    readonly topP: number;
    readonly maxTokens: number;
    readonly contextTokens: number;
  };
  /** What may be retrieved, and how it is scored. */
  readonly memory: RetrievalPolicy;
  /** Which transition of a solved episode becomes a positive entry. */
  readonly transition: Transition;
  /** How `dynamic-rag` chooses its pairs. */
  readonly selector: "dail" | "act";
  /** Parameters of `reflexion` alone. */
  readonly reflexion: {
    /** Whether reflections of earlier episodes are shown; false is the original method. */
    readonly shared: boolean;
    /** Own reflections of this episode shown, newest kept. */
    readonly own: number;
  };
}

/**
 * The paper's configuration, where the paper says so; the rest is this kit's choice.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { defaultConfiguration } from "./configuration.ts";
 * assert.equal(defaultConfiguration.budget, 7);
 * ```
 */
export const defaultConfiguration: LoopConfiguration = Object.freeze({
  budget: 7,
  runSeed: 1,
  feedback: "full",
  prompts: "fresh-2",
  classifier: "paper",
  sampling: Object.freeze({ temperature: 0.7, topP: 0.95, maxTokens: 320, contextTokens: 4096 }),
  memory: paperPolicy,
  transition: "last",
  selector: "dail",
  reflexion: Object.freeze({ shared: true, own: 3 }),
});

/**
 * Values that the parameters of text may take, by path.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parameterChoices } from "./configuration.ts";
 * assert.deepEqual(parameterChoices["memory.twins"], ["allow", "block"]);
 * ```
 */
export const parameterChoices: Readonly<Record<string, readonly string[]>> = Object.freeze({
  feedback: ["full", "execution-only"],
  prompts: Object.keys(promptSets),
  classifier: classifierVersions,
  transition: ["last", "first", "all"],
  selector: ["dail", "act"],
  "memory.scope": ["same-db", "any", "cross-db"],
  "memory.twins": ["allow", "block"],
  "memory.typeCondition": ["fallback", "strict", "untyped", "shuffled"],
  "memory.ranking": ["hybrid", "random"],
  "memory.polarity": ["split", "pooled"],
});

/** Which numbers a parameter may be. */
export interface ParameterRange {
  /** Smallest value; where `isOpen`, what it must be above. */
  readonly least: number;
  /** Largest value. */
  readonly most: number;
  /** Whether only whole numbers are allowed. */
  readonly isWhole: boolean;
  /** Whether `least` itself is left out. */
  readonly isOpen: boolean;
}

const whole = (least: number, most: number): ParameterRange => ({
  least,
  most,
  isWhole: true,
  isOpen: false,
});
const real = (least: number, most: number, isOpen = false): ParameterRange => ({
  least,
  most,
  isWhole: false,
  isOpen,
});

/**
 * Ranges of the parameters that are numbers, by path: what servers take and what a prompt can show.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parameterRanges } from "./configuration.ts";
 * assert.equal(parameterRanges["sampling.temperature"]!.most, 2);
 * ```
 */
export const parameterRanges: Readonly<Record<string, ParameterRange>> = Object.freeze({
  budget: whole(0, 100),
  runSeed: whole(0, Number.MAX_SAFE_INTEGER),
  "sampling.temperature": real(0, 2),
  "sampling.topP": real(0, 1, true),
  "sampling.maxTokens": whole(1, 1_000_000),
  "sampling.contextTokens": whole(1, 10_000_000),
  "memory.minimumSameType": whole(0, 1000),
  "memory.limit.positive": whole(0, 100),
  "memory.limit.negative": whole(0, 100),
  "memory.weights.dense": real(0, 100),
  "memory.weights.lexical": real(0, 100),
  "reflexion.own": whole(0, 100),
});
