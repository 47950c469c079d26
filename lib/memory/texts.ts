/**
 * The texts that retrieval compares. What they hold is this kit's choice (`method.md`, Retrieval).
 *
 * @module
 */
import type { Attempt, MemoryEntry, Task } from "../domain.ts";

/**
 * What a failed attempt is looked up by: question, failing query, DBMS text.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { repairQueryText } from "./texts.ts";
 * import { exampleTask } from "./examples.ts";
 * import { exampleAttempt } from "../loop/examples.ts";
 * assert.match(repairQueryText(exampleTask, exampleAttempt), /no such column: nme$/);
 * ```
 */
export function repairQueryText(task: Task, failed: Attempt): string {
  return [task.question, failed.sql, failed.observation.message].filter((part) => part !== "")
    .join("\n");
}

/**
 * What a repair entry is found by: question, query before, query after.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { repairEntryText } from "./texts.ts";
 * import { exampleEntry } from "./examples.ts";
 * assert.equal(repairEntryText(exampleEntry).split("\n").length, 3);
 * ```
 */
export function repairEntryText(entry: MemoryEntry): string {
  return [entry.question, entry.sqlBefore, entry.sqlAfter].join("\n");
}

/**
 * A question with schema words and values masked, in the manner of DAIL-SQL: words that the schema
 * names become `<mask>`, numbers and quoted values `<value>`.
 *
 * @param question natural language
 * @param schema the rendered schema whose names are masked; a plural's `s` is forgiven
 * @returns the masked question
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { maskQuestion } from "./texts.ts";
 * import { exampleTask } from "./examples.ts";
 * assert.equal(
 *   maskQuestion("How many singers are older than 30?", exampleTask.schema),
 *   "How many <mask> are older than <value>?",
 * );
 * ```
 */
export function maskQuestion(question: string, schema: string): string {
  const names = new Set<string>();
  for (const word of schema.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    if (!typeWords.has(word)) names.add(word);
  }
  return question
    .replace(quotedOrNumber, "<value>")
    .replace(/(?<![<\p{L}])\p{L}[\p{L}\p{M}]*/gu, (word) => {
      const lower = word.toLowerCase();
      return names.has(lower) || names.has(lower.replace(/s$/, "")) ? "<mask>" : word;
    });
}

/** An apostrophe inside or at the end of a word opens no quotation. */
const quotedOrNumber = /(?<![\p{L}\p{N}])'.*?'(?![\p{L}\p{N}])|"[^"]*"|\d+(?:[.,]\d+)*/gu;

/** Words of a rendered schema that name nothing. */
const typeWords = new Set(
  "create table primary key foreign references integer int text real numeric varchar char blob id date of in to by on is and or not null a the"
    .split(" "),
);
