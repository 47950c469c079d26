/**
 * How calls are sampled: the same for every method, so that methods differ only in what they show.
 *
 * @module
 */
import type { Task } from "../domain.ts";
import type { Sampling } from "../llm/language_model.ts";
import { deriveSeed } from "../random.ts";
import type { LoopConfiguration } from "./configuration.ts";

/**
 * Sampling of attempt 0: greedy, with the limits of repairs.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { firstSampling } from "./sampling.ts";
 * import { defaultConfiguration } from "./configuration.ts";
 * assert.equal(firstSampling(defaultConfiguration).temperature, 0);
 * ```
 */
export function firstSampling({ sampling }: LoopConfiguration): Sampling {
  return { ...sampling, temperature: 0, topP: 1, seed: 0 };
}

/**
 * Sampling of a repair or reflection: its seed is a function of run seed, question and attempt, never
 * of the method.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { repairSampling } from "./sampling.ts";
 * import { defaultConfiguration } from "./configuration.ts";
 * import { exampleTask } from "../memory/examples.ts";
 * const seeds = [1, 2].map((number) => repairSampling(defaultConfiguration, exampleTask, number, "repair").seed);
 * assert.notEqual(seeds[0], seeds[1]);
 * ```
 */
export function repairSampling(
  { sampling, runSeed }: LoopConfiguration,
  task: Task,
  number: number,
  purpose: "reflection" | "repair",
): Sampling {
  return { ...sampling, seed: deriveSeed(runSeed, task.id, number, purpose) };
}
