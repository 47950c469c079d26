/**
 * What notebooks show, in the forms in which they store it.
 *
 * @module
 */
import { toPrintable } from "../commands/printable.ts";

/**
 * Classes of elements in which readers look for no mathematics: MathJax 3 (JupyterLab) and 2
 * (nbconvert). Elsewhere two dollars in a text would set what stands between them as a formula.
 */
export const withoutMathematics = "mathjax_ignore tex2jax_ignore";

/** One value in several forms; whoever shows it takes the richest that it knows. */
export interface Bundle {
  /** By media type: text, or JSON for types that end in `json`. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * A text as it is, with a `�` for what would recolour, reorder or hide what follows.
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

/** Writes a text so that HTML shows it and does not read it. */
export function escapeHtml(text: string): string {
  return toPrintable(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
