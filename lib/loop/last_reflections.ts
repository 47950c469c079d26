/**
 * Which of its own reflections a method shows.
 *
 * @module
 */
import type { LoopConfiguration } from "./configuration.ts";

/**
 * The newest reflections of an episode, as many as the configuration shows.
 *
 * @param reflections all of the episode, oldest first
 * @param configuration says how many
 * @returns at most so many, oldest first; none where it is 0
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { lastReflections } from "./last_reflections.ts";
 * const configuration = { reflexion: { shared: true, own: 2 } };
 * assert.deepEqual(lastReflections(["a", "b", "c"], configuration), ["b", "c"]);
 * ```
 */
export function lastReflections(
  reflections: readonly string[],
  { reflexion }: Pick<LoopConfiguration, "reflexion">,
): readonly string[] {
  return reflections.slice(Math.max(0, reflections.length - reflexion.own));
}
