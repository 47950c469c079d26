/** A run of letters, numbers, marks and underscores. */
const run = /[\p{L}\p{N}\p{M}_]+/gu;

/** The same for ASCII, where it is found much faster. */
const asciiRun = /\w+/g;

// deno-lint-ignore no-control-regex -- the ASCII range starts there
const ascii = /^[\x00-\x7f]*$/;

/** A word without parts, as most are: nothing in it starts with a capital but its capitals. */
const plain = /^(?:[a-z0-9]+|[A-Z]+[0-9]*)$/;

const letterOrNumber = /[\p{L}\p{N}]/u;

/** Where camelCase words meet: `stadium|Id`, `HTTP|Server`. Looks ahead first, to stay linear. */
const camelBorder = /(?=\p{Lu})(?<=[\p{Ll}\p{N}]\p{M}*)|(?=\p{Lu}\p{M}*\p{Ll})(?<=\p{Lu}\p{M}*)/u;

/**
 * Splits text or SQL into the terms that BM25 counts; the same for queries and entries.
 *
 * The text is brought to Unicode form NFC. Words are runs of letters, numbers, marks and
 * underscores of any script; all else, SQL punctuation included, separates and is dropped, and so is
 * a run without a letter or number. Each word gives itself and, where it is a compound, then its
 * parts: cut at underscores and where camelCase words meet (before a capital that follows a small
 * letter or a digit, and before the last capital of a run that a small letter follows). All terms
 * are lower-cased without regard to locale. No stop words, no stemming, no segmentation of scripts
 * that write no blanks.
 *
 * @param text any text
 * @returns terms in order of appearance, repeated as often as they appear
 *
 * @example
 * ```ts
 * import { tokenize } from "./tokenize.ts";
 * const terms = tokenize("SELECT T1.stadiumId").join(" ");
 * if (terms !== "select t1 stadiumid stadium id") throw new Error(`Unexpected terms: ${terms}`);
 * ```
 */
export function tokenize(text: string): string[] {
  const terms: string[] = [];
  const words = ascii.test(text) ? text.match(asciiRun) : text.normalize("NFC").match(run);
  for (const whole of words ?? []) {
    if (plain.test(whole)) {
      terms.push(whole.toLowerCase());
      continue;
    }
    if (!letterOrNumber.test(whole)) continue;
    terms.push(whole.toLowerCase());
    const parts = whole.split("_").filter((part) => letterOrNumber.test(part))
      .flatMap((part) => part.split(camelBorder));
    if (parts.length > 1 || parts[0] !== whole) {
      for (const part of parts) terms.push(part.toLowerCase());
    }
  }
  return terms;
}
