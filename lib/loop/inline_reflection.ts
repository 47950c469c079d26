/**
 * The reflection inside a repair's answer.
 *
 * @module
 */
import { dropThinking } from "../sql/extract_sql.ts";
import { findStatements } from "../sql/find_statement.ts";
import { isReflection } from "./is_reflection.ts";

/**
 * The sentence with which an answer says what was wrong: the first before its query that reflects
 * ({@link isReflection}). The query begins at the first fence or, without one, at the first statement.
 * A sentence that ends in a colon only leads to the query.
 *
 * @param completion the model's words
 * @returns the sentence on one line; null where there is none
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { inlineReflection } from "./inline_reflection.ts";
 * const answer = "The column is called name, not nme. So it is:\n~~~sql\nSELECT name FROM singer\n~~~";
 * assert.equal(inlineReflection(answer), "The column is called name, not nme.");
 * assert.equal(inlineReflection("~~~sql\nSELECT 1\n~~~\nThis query counts what was asked."), null);
 * ```
 */
export function inlineReflection(completion: string): string | null {
  const { text } = dropThinking(completion);
  const fence = text.search(/`{3}|~{3}/);
  const queryAt = fence >= 0 ? fence : findStatements(text, { prose: true })[0]?.start;
  const sentences = text.slice(0, queryAt).replace(/\s+/g, " ").trim().split(sentenceEnd);
  return sentences.find((sentence) => !sentence.endsWith(":") && isReflection(sentence)) ?? null;
}

/** Blanks after a stop, unless a small letter follows, as it does after an abbreviation. */
const sentenceEnd = /(?<=[.!?])\s+(?!\p{Ll})/u;
