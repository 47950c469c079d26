/**
 * Texts of files and models on their way to a terminal.
 *
 * @module
 */

/**
 * Makes control characters visible, so that a text cannot move the cursor or recolour the terminal.
 * Newlines stay.
 *
 * @param text any text
 * @returns the text with a `�` for each control character but the newline
 *
 * @example
 * ```ts
 * import { toPrintable } from "./printable.ts";
 * if (toPrintable("a\x1b[2Jb\n") !== "a�[2Jb\n") throw new Error("Expected no escape");
 * ```
 */
export function toPrintable(text: string): string {
  return text.replace(/(?!\n)\p{Cc}/gu, "\ufffd");
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
