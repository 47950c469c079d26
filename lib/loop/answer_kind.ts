/**
 * Whether a model's answer is whole.
 *
 * @module
 */
import type { AnswerKind } from "../domain.ts";
import { dropThinking, extractSql } from "../sql/extract_sql.ts";

/**
 * Tells whether an answer is whole. `truncated`: the model stopped at its token limit, and nothing
 * after the query shows that it had ended; thinking that was cut inside the answer is so too.
 * `empty`: nothing but thinking, such as where a server keeps it apart.
 *
 * @param completion the model's words
 * @param finish why the model stopped
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { answerKind } from "./answer_kind.ts";
 * assert.equal(answerKind("SELECT name FROM", "length"), "truncated");
 * assert.equal(answerKind("SELECT name FROM singer;\nIt lists", "length"), "whole");
 * assert.equal(answerKind("", "empty"), "empty");
 * ```
 */
export function answerKind(completion: string, finish: string): AnswerKind {
  if (finish === "length" && !extractSql(completion).ended) return "truncated";
  return dropThinking(completion).text.trim() === "" ? "empty" : "whole";
}
