import type { Attempt, MemoryEntry } from "../../../lib/domain.ts";
import { defaultConfiguration, type LoopConfiguration } from "../../../lib/loop/configuration.ts";
import { exampleAttempt } from "../../../lib/loop/examples.ts";
import type { Method } from "../../../lib/loop/method.ts";
import { exampleTask } from "../../../lib/memory/examples.ts";
import { memoryOf } from "../../memory/entries.ts";
import { observations } from "../scripted_loop.ts";

export const failed: Attempt = exampleAttempt;
export const correct: Attempt = {
  ...exampleAttempt,
  number: 1,
  sql: "SELECT name FROM singer",
  observation: observations.correct,
  failure: null,
};

/** Ids of what a method recalls at position 100 after a schema linking failure, best first. */
export async function recallIds(
  method: Method,
  entries: readonly MemoryEntry[],
  changes: Partial<LoopConfiguration> = {},
): Promise<readonly string[]> {
  const retrieved = await method.recall({
    task: exampleTask,
    position: 100,
    failed,
    failure: failed.failure!,
    memory: memoryOf(entries),
    configuration: { ...defaultConfiguration, ...changes },
  });
  return retrieved.map(({ entry }) => entry.id);
}

/** What a method keeps of an episode at position 12. */
export function learn(
  method: Method,
  attempts: readonly Attempt[],
  reflections: readonly string[] = [],
): readonly MemoryEntry[] {
  const lesson = { task: exampleTask, position: 12, attempts, reflections };
  return method.learn(lesson, defaultConfiguration);
}
