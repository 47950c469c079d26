/** A run of letters, numbers, marks and underscores. */
const run = /[\p{L}\p{N}\p{M}_]+/gu;

// deno-lint-ignore no-control-regex -- the ASCII range starts there
const ascii = /^[\x00-\x7f]*$/;

/** What an ASCII character is in a word. */
const separator = 0, small = 1, digit = 2, capital = 3, underscore = 4;

/** That, by its code. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return [/[a-z]/, /[0-9]/, /[A-Z]/, /_/].findIndex((kind) => kind.test(character)) + 1;
});

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
  if (ascii.test(text)) addAscii(terms, text);
  else {
    for (const word of text.normalize("NFC").match(run) ?? []) {
      if (ascii.test(word)) addAscii(terms, word);
      else addWord(terms, word);
    }
  }
  return terms;
}

/** By character codes, twice as fast as by patterns; only compounds need those. */
function addAscii(terms: string[], text: string): void {
  const lower = text.toLowerCase();
  let start = 0, last = separator, isCompound = false;
  for (let at = 0; at <= text.length; at++) {
    const kind = at < text.length ? kinds[text.charCodeAt(at)]! : separator;
    if (kind === separator) {
      if (isCompound) addWord(terms, text.slice(start, at));
      else if (start < at) terms.push(lower.slice(start, at));
      start = at + 1;
      isCompound = false;
    } else if (
      kind === underscore ||
      (kind === capital && (last === small || last === digit)) ||
      (kind === small && last === capital && start < at - 1)
    ) isCompound = true;
    last = kind;
  }
}

/** A word and, where it is a compound, its parts; nothing where it has no letter or number. */
function addWord(terms: string[], whole: string): void {
  if (!letterOrNumber.test(whole)) return;
  terms.push(whole.toLowerCase());
  const parts = whole.split("_").filter((part) => letterOrNumber.test(part))
    .flatMap((part) => part.split(camelBorder));
  if (parts.length > 1 || parts[0] !== whole) {
    for (const part of parts) terms.push(part.toLowerCase());
  }
}
