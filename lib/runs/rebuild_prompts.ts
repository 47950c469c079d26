/**
 * The words of the prompts of a run, which its file does not hold: they follow from the rest of it.
 *
 * @module
 */
import type { CallRecord } from "../domain.ts";
import type { Message } from "../llm/language_model.ts";
import { isReflection } from "../loop/is_reflection.ts";
import { lastReflections } from "../loop/last_reflections.ts";
import { methodNamed } from "../loop/methods.ts";
import { promptSets } from "../loop/prompts.ts";
import { renderFirst, renderReflection, renderRepair } from "../loop/render_prompt.ts";
import type { StoredEpisode, StoredRun } from "./run_reader.ts";

/** A call of an episode and what it asked. */
export interface RebuiltPrompt {
  /** Number of the attempt that the call was made for. */
  readonly attempt: number;
  /** The call as the run keeps it. */
  readonly call: CallRecord;
  /**
   * The messages of the call. In a sound run their digest is the call's.
   *
   * @throws {RangeError} where the attempts before it could not have led to a prompt
   */
  readonly messages: () => readonly Message[];
}

/**
 * Rebuilds the prompts of an episode.
 *
 * @param run the episode's run
 * @param episode one of its episodes
 * @returns one prompt a call, in the order of the calls
 * @throws {InputError} where the run's method is none of the kit's
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "./examples.ts";
 * import { rebuildPrompts } from "./rebuild_prompts.ts";
 * const run = await exampleRun();
 * const [, repair] = rebuildPrompts(run, run.episodes[0]!);
 * assert.match(repair!.messages().at(-1)!.content, /no such column: nme/);
 * ```
 */
export function rebuildPrompts(run: StoredRun, episode: StoredEpisode): readonly RebuiltPrompt[] {
  const { configuration, method } = run.manifest;
  const { task, steps } = episode;
  const { seesFailure, reflects } = methodNamed(method);
  const prompts = promptSets[configuration.prompts];
  const { polarity } = configuration.memory;
  const all: string[] = [];
  return steps.flatMap(({ attempt, retrieved, reflection, calls }, at) => {
    const failed = steps[at - 1]?.attempt;
    const isKept = reflection !== null && isReflection(reflection);
    if (isKept && reflects === "call") all.push(reflection);
    const reflections = lastReflections({ reflections: all, reflects, configuration });
    if (isKept && reflects === "inline") all.push(reflection);
    return calls.map((call): RebuiltPrompt => ({
      attempt: attempt.number,
      call,
      messages: () =>
        failed === undefined || !seesFailure
          ? renderFirst(task, prompts)
          : call.purpose === "reflection"
          ? renderReflection({ task, failed }, prompts)
          : renderRepair({ task, failed, retrieved, reflections, reflects, polarity }, prompts),
    }));
  });
}
