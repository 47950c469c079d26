/**
 * A loop setting of fakes, for examples and tests.
 *
 * @module
 */
import type { Observation, Task } from "../domain.ts";
import { createScriptedModel } from "../llm/scripted_model.ts";
import { createMemory } from "../memory/memory.ts";
import { createMemoryStore } from "../memory/store.ts";
import { createVectorBook } from "../memory/vector_book.ts";
import { createHashingEmbedder } from "../scorer/hashing_embedder.ts";
import { defaultConfiguration } from "./configuration.ts";
import { exampleAttempt } from "./examples.ts";
import { methodNamed } from "./methods.ts";
import type { LoopSetting } from "./repair_episode.ts";

/**
 * A setting in which the first query names a column wrongly and the first repair is right.
 *
 * @param method name of the method
 * @returns a setting with an empty memory, a scripted model and an oracle over its two queries
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleSetting } from "./example_setting.ts";
 * assert.equal(exampleSetting("stateless").method.name, "stateless");
 * ```
 */
export function exampleSetting(method = "merit"): LoopSetting {
  return {
    method: methodNamed(method),
    configuration: defaultConfiguration,
    memory: createMemory({
      store: createMemoryStore(),
      vectors: createVectorBook(createHashingEmbedder()),
    }),
    model: createScriptedModel({
      answer: ({ messages, sampling }) =>
        sampling.temperature === 0
          ? "```sql\nSELECT nme FROM singer\n```"
          : messages.at(-1)!.content.includes("without SQL")
          ? "The column was misspelt; the schema calls it name."
          : "```sql\nSELECT name FROM singer\n```",
    }),
    observe: exampleOracle,
  };
}

/**
 * The oracle of the example: `SELECT name FROM singer` is correct, any other query names no column.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleOracle } from "./example_setting.ts";
 * import { exampleTask } from "../memory/examples.ts";
 * assert.equal((await exampleOracle(exampleTask, "SELECT name FROM singer")).status, "correct");
 * ```
 */
export function exampleOracle(_task: Task, sql: string): Promise<Observation> {
  return Promise.resolve(
    sql === "SELECT name FROM singer"
      ? {
        status: "correct",
        outcome: "rows",
        message: "",
        shape: { rows: 2, columns: 1 },
        preview: "Ann\nBob",
        reason: "equal",
      }
      : exampleAttempt.observation,
  );
}
