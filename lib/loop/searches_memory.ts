/**
 * Whether a method needs memory at all.
 *
 * @module
 */
import { exampleTask } from "../memory/examples.ts";
import type { Memory } from "../memory/memory.ts";
import type { LoopConfiguration } from "./configuration.ts";
import { exampleAttempt } from "./examples.ts";
import type { Method } from "./method.ts";

/**
 * Tells whether a method ever looks for entries under a configuration, by letting it recall from an
 * empty memory that notes what it is asked. Where none does, no embedder is needed.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { searchesMemory } from "./searches_memory.ts";
 * import { defaultConfiguration } from "./configuration.ts";
 * import { methodNamed } from "./methods.ts";
 * assert.equal(await searchesMemory(methodNamed("merit"), defaultConfiguration), true);
 * assert.equal(await searchesMemory(methodNamed("stateless"), defaultConfiguration), false);
 * ```
 */
export async function searchesMemory(
  method: Method,
  configuration: LoopConfiguration,
): Promise<boolean> {
  let searched = false;
  const memory: Memory = {
    search({ limit }) {
      searched ||= limit > 0;
      return Promise.resolve([]);
    },
  };
  const failed = exampleAttempt, failure = failed.failure!;
  await method.recall({ task: exampleTask, position: 0, failed, failure, memory, configuration });
  return searched;
}
