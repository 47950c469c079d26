/**
 * Text that a run file gives back as it was.
 *
 * @module
 */

/**
 * Replaces what SQLite's text cannot hold, NUL characters and lone surrogates, by U+FFFD. A model
 * may write them; unless they go before the text is used, the run file holds another text than ran.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { storableText } from "./storable_text.ts";
 * assert.equal(storableText("a\0b"), "a\ufffdb");
 * ```
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}
