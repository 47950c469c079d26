/**
 * What notebooks show, in the forms in which they store it.
 *
 * @module
 */

/** One value in several forms; whoever shows it takes the richest that it knows. */
export interface Bundle {
  /** By media type: text, or JSON for types that end in `json`. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * A text as it is, with a `�` for control characters, which could recolour or hide what follows.
 *
 * @param text any text, a model's too
 * @returns the text alone; no reader takes it for HTML or Markdown
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { plainText } from "./bundle.ts";
 * assert.deepEqual(plainText("<b>\x1b[2J").data, { "text/plain": "<b>�[2J" });
 * ```
 */
export function plainText(text: string): Bundle {
  return { data: { "text/plain": toPrintable(text) } };
}

/** Replaces control characters but tabs and newlines, and halves of characters. */
export function toPrintable(text: string): string {
  return text.toWellFormed().replace(/(?![\n\t])\p{Cc}/gu, "\ufffd");
}

/** Writes a text so that HTML shows it and does not read it. */
export function escapeHtml(text: string): string {
  return toPrintable(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
