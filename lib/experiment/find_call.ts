/**
 * From a recorded call back to the question that it was asked for.
 *
 * @module
 */
import type { CallRecord, Task } from "../domain.ts";
import { messageAddress } from "../llm/call_key.ts";
import type { RecordedCall } from "../llm/recorded_calls.ts";
import { defaultConfiguration } from "../loop/configuration.ts";
import { promptSets } from "../loop/prompts.ts";
import { renderFirst } from "../loop/render_prompt.ts";
import { repairSampling } from "../loop/sampling.ts";

/** What a call was for. */
export interface CallPlace {
  /** The question. */
  readonly task: Task;
  /** Whether it asked for a query or for a reflection. */
  readonly purpose: CallRecord["purpose"];
}

/** Highest run seed, from 1, under which calls are looked for. */
export const mostRunSeed = 5;
/** Most repairs of a question that are looked for. */
export const mostRepairs = 10;

/**
 * Makes a search for the question of a call. Attempt 0 is found by its prompt, repairs and reflections
 * by their seed, which is a function of run seed (1 to {@linkcode mostRunSeed}), question and attempt (to
 * {@linkcode mostRepairs}), and by the question in their prompt where the recording keeps that.
 *
 * @param tasks the questions that may have been asked
 * @returns a function that gives null for a call of another benchmark, prompt or seed
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleTask } from "../memory/examples.ts";
 * import { promptSets } from "../loop/prompts.ts";
 * import { renderFirst } from "../loop/render_prompt.ts";
 * import { messageAddress } from "../llm/call_key.ts";
 * import { createCallFinder } from "./find_call.ts";
 * const find = createCallFinder([exampleTask]);
 * const messages = renderFirst(exampleTask, promptSets["fresh-2"]);
 * const sampling = { temperature: 0, topP: 1, maxTokens: 9, seed: 0, contextTokens: 99 };
 * const prompt = messages.map(messageAddress).join("");
 * assert.equal(find({ messages, prompt, sampling })?.task, exampleTask);
 * assert.equal(find({ messages: [], prompt: "", sampling }), null);
 * ```
 */
export function createCallFinder(
  tasks: readonly Task[],
): (call: Pick<RecordedCall, "messages" | "prompt" | "sampling">) => CallPlace | null {
  const byPrompt = new Map<string, Task>();
  const bySeed = new Map<number, CallPlace>();
  for (const task of tasks) {
    for (const prompts of Object.values(promptSets)) {
      byPrompt.set(renderFirst(task, prompts).map(messageAddress).join(""), task);
    }
    for (let runSeed = 1; runSeed <= mostRunSeed; runSeed++) {
      const configuration = { ...defaultConfiguration, runSeed };
      for (let number = 1; number <= mostRepairs; number++) {
        for (const purpose of ["reflection", "repair"] as const) {
          const { seed } = repairSampling(configuration, task, number, purpose);
          bySeed.set(seed, { task, purpose });
        }
      }
    }
  }
  return ({ messages, prompt, sampling }) => {
    const found = bySeed.get(sampling.seed);
    if (found !== undefined) {
      const { question } = found.task;
      const isAsked = messages?.some(({ content }) => content.includes(question)) ?? true;
      return isAsked ? found : null;
    }
    const task = byPrompt.get(prompt);
    return task === undefined ? null : { task, purpose: "first" };
  };
}
