/**
 * The lint of reflections.
 *
 * @module
 */

/**
 * Tells whether a text reflects: at least five words remain once code blocks and queries are taken
 * out. A reflection that only answers the question is not one, and is neither shown nor kept.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { isReflection } from "./is_reflection.ts";
 * assert.equal(isReflection("The join skipped the bridge table; use film_credit."), true);
 * assert.equal(isReflection("SELECT a.name FROM a JOIN b ON a.id = b.id WHERE b.x = 1"), false);
 * ```
 */
export function isReflection(text: string): boolean {
  const words = text
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(query, " ")
    .match(/\p{L}[\p{L}\p{M}'’-]*/gu);
  return (words ?? []).length >= 5;
}

/** From `SELECT … FROM` or `WITH … AS (` at the start of a line to a semicolon, blank line or the end. */
const query =
  /^[ \t]*(?:select\b(?=[^;]*\bfrom\b)|with\s+(?:recursive\s+)?\S+\s*(?:\([^)]*\)\s*)?as\s*\()[\s\S]*?(?:;|\n\s*\n|(?![\s\S]))/gim;
