/**
 * One task and one entry for examples and tests.
 *
 * @module
 */
import type { MemoryEntry, Task } from "../domain.ts";

/**
 * A small task.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleTask } from "./examples.ts";
 * assert.equal(exampleTask.databaseId, "music");
 * ```
 */
export const exampleTask: Task = Object.freeze({
  id: "7",
  index: 7,
  databaseId: "music",
  question: "How many singers are older than 30?",
  evidence: "",
  difficulty: "simple",
  twinGroup: "t1",
  schema: "CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);",
  schemaDigest: "a468cdd37f43a1ac3aa408faffa2462a4b2051a55c9c9f3bc30d15b745916d73",
});

/**
 * A confirmed repair in the same database.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleEntry } from "./examples.ts";
 * assert.equal(exampleEntry.polarity, "positive");
 * ```
 */
export const exampleEntry: MemoryEntry = Object.freeze({
  id: "000003-repair-0",
  kind: "repair",
  polarity: "positive",
  failureType: "schema_linking",
  rule: "no-such-column",
  status: "error",
  taskId: "3",
  databaseId: "music",
  schemaDigest: "a468cdd37f43a1ac3aa408faffa2462a4b2051a55c9c9f3bc30d15b745916d73",
  twinGroup: "t9",
  question: "Name the oldest singer.",
  sqlBefore: "SELECT nme FROM singer ORDER BY age DESC LIMIT 1",
  sqlAfter: "SELECT name FROM singer ORDER BY age DESC LIMIT 1",
  transformation: "-nme +name",
  text: "",
  position: 3,
});
