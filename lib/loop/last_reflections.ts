/**
 * Which of its own reflections a method shows.
 *
 * @module
 */
import type { LoopConfiguration } from "./configuration.ts";
import type { Method } from "./method.ts";

/**
 * The newest reflections of an episode: as many as the configuration shows where reflecting is a call
 * of its own, the last one where it is part of a repair's answer.
 *
 * @param options all reflections of the episode, oldest first; how the method reflects
 * @returns those shown, oldest first
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { lastReflections } from "./last_reflections.ts";
 * const options = { reflections: ["a", "b", "c"], configuration: { reflexion: { shared: true, own: 2 } } };
 * assert.deepEqual(lastReflections({ ...options, reflects: "call" }), ["b", "c"]);
 * assert.deepEqual(lastReflections({ ...options, reflects: "inline" }), ["c"]);
 * ```
 */
export function lastReflections({ reflections, reflects, configuration }: {
  readonly reflections: readonly string[];
  readonly reflects: Method["reflects"];
  readonly configuration: Pick<LoopConfiguration, "reflexion">;
}): readonly string[] {
  const shown = reflects === "inline" ? 1 : configuration.reflexion.own;
  return reflections.slice(Math.max(0, reflections.length - shown));
}
