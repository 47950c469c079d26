/**
 * Which calls of different cells are the same call, asked of a model once.
 *
 * @module
 */
import type { Episode, Task } from "../domain.ts";
import type { Sampling } from "../llm/language_model.ts";
import type { LoopConfiguration } from "../loop/configuration.ts";
import { digestMessages } from "../loop/digest_messages.ts";
import { promptSets } from "../loop/prompts.ts";
import { renderFirst } from "../loop/render_prompt.ts";
import { firstSampling, repairSampling } from "../loop/sampling.ts";

/**
 * Names attempt 0 of a question; names are equal where one model is asked the same.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { nameFirstCall } from "./same_calls.ts";
 * import { defaultConfiguration } from "../loop/configuration.ts";
 * import { exampleTask } from "../memory/examples.ts";
 * const [one, two] = [1, 2].map((runSeed) =>
 *   nameFirstCall(exampleTask, { ...defaultConfiguration, runSeed })
 * );
 * assert.equal(one, two);
 * ```
 */
export function nameFirstCall(task: Task, configuration: LoopConfiguration): string {
  const messages = renderFirst(task, promptSets[configuration.prompts]);
  return nameOf(digestMessages(messages), firstSampling(configuration));
}

/**
 * Names the calls of an episode, in their order, likewise.
 *
 * @param configuration what the episode was run with
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { nameCalls, nameFirstCall } from "./same_calls.ts";
 * import { exampleSetting } from "../loop/example_setting.ts";
 * import { repairEpisode } from "../loop/repair_episode.ts";
 * import { exampleTask } from "../memory/examples.ts";
 * const setting = exampleSetting(), { configuration } = setting;
 * const names = nameCalls(await repairEpisode(exampleTask, 0, setting), configuration);
 * assert.equal(names[0], nameFirstCall(exampleTask, configuration));
 * ```
 */
export function nameCalls(
  { task, steps }: Episode,
  configuration: LoopConfiguration,
): readonly string[] {
  return steps.flatMap(({ attempt, calls }) =>
    calls.map(({ purpose, promptDigest }) => {
      const sampling = purpose === "first"
        ? firstSampling(configuration)
        : repairSampling(configuration, task, attempt.number, purpose);
      return nameOf(promptDigest, sampling);
    })
  );
}

const nameOf = (promptDigest: string, sampling: Sampling): string =>
  JSON.stringify([promptDigest, sampling]);
