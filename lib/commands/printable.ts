/**
 * Texts of files and models on their way to a terminal or a notebook.
 *
 * @module
 */

/** Controls, and what has no width: it may reorder, hide or disguise the text around it. */
const unseen =
  /(?![\n\t])\p{Cc}|[\u2028\u2029]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu;

/**
 * Makes visible what a reader would not see: controls, which can move the cursor or recolour the
 * terminal, marks that reverse the direction of what follows, characters without width, halves of
 * characters. Newlines, tabs and the selectors of emoji stay.
 *
 * @param text any text
 * @returns the text with a `�` for each of these
 *
 * @example
 * ```ts
 * import { toPrintable } from "./printable.ts";
 * const text = toPrintable("a\x1b[2Jb\n\u202ec\u200b");
 * if (text !== "a�[2Jb\n�c�") throw new Error(`Expected neither escape nor mark, got ${text}`);
 * ```
 */
export function toPrintable(text: string): string {
  return text.toWellFormed().replace(unseen, "\ufffd");
}

/**
 * Puts a text on one line, for a cell or a list: blanks and newlines become single blanks.
 *
 * @param text any text
 * @param most longest line, in UTF-16 code units; what is longer ends in `…`
 * @returns the line, trimmed and printable
 *
 * @example
 * ```ts
 * import { toLine } from "./printable.ts";
 * if (toLine("SELECT 1\n  FROM t", 12) !== "SELECT 1 FR…") throw new Error("Expected a cut line");
 * ```
 */
export function toLine(text: string, most = Infinity): string {
  const line = toPrintable(text.replace(/\s+/g, " ").trim());
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}
