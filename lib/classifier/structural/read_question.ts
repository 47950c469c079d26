/**
 * What a question and its evidence say that a query has to follow.
 *
 * @module
 */

/** A code and the words that it stands for. */
export interface KnownCode {
  /** Without quotes. */
  readonly code: string;
  /** Stems of its meaning. */
  readonly meaning: readonly string[];
}

/** Codes of one column. */
export interface CodeList {
  /** Words before the first code, from which the column is known; stems. */
  readonly column: readonly string[];
  /** The codes. */
  readonly codes: readonly KnownCode[];
}

/** A question, read. */
export interface Question {
  /** In lower case, blanks collapsed. */
  readonly text: string;
  /** Evidence in lower case. */
  readonly evidence: string;
  /** Stems of the question's words, in order. */
  readonly stems: readonly string[];
  /** Stems of the evidence's words. */
  readonly evidenceStems: ReadonlySet<string>;
  /** Numbers, in digits or words up to twelve; years and codes included. */
  readonly numbers: readonly number[];
  /** Texts in quotes, and names with capitals within a sentence, as written. */
  readonly values: readonly string[];
  /** Lists of codes. */
  readonly codes: readonly CodeList[];
}

const numberWords = "zero one two three four five six seven eight nine ten eleven twelve".split(
  " ",
);

/** The number that a word or digits stand for; NaN where they stand for none. */
export function numberOf(word: string): number {
  const place = numberWords.indexOf(word);
  return place >= 0 ? place : word === "once" ? 1 : word === "twice" ? 2 : Number(word);
}

/** A word without plural ending, in lower case. */
export function stemOf(word: string): string {
  const lower = word.toLowerCase();
  if (/(?:ss|us|is)$/.test(lower) || lower.length < 4) return lower;
  if (/ies$/.test(lower)) return `${lower.slice(0, -3)}y`;
  if (/(?:xes|ches|shes)$/.test(lower)) return lower.slice(0, -2);
  return lower.endsWith("s") ? lower.slice(0, -1) : lower;
}

/** Stems of a text's words; names with underscores are cut. */
export function stemsOf(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map(stemOf);
}

/** Reads lists such as `Visit status: 'D' = done, 'X' = cancelled` and `status is 1 for expected`. */
function readCodes(evidence: string): readonly CodeList[] {
  const entry = String.raw`(?:'([^']{1,8})'|\b(\d{1,2}))\s*(?:=|is for|for)\s*([^,;.']+)`;
  const lists: { column: readonly string[]; codes: KnownCode[] }[] = [];
  for (const part of evidence.split(/(?<=[.;])\s+/)) {
    const matches = [...part.matchAll(new RegExp(entry, "g"))];
    if (matches.length < 2) continue;
    lists.push({
      column: stemsOf(part.slice(0, matches[0]!.index).replace(/\bis\s*$/, "")),
      codes: matches.map(([, quoted, digits, meaning]) => ({
        code: quoted ?? digits!,
        meaning: stemsOf(meaning!).filter((stem) => !fillers.has(stem)),
      })),
    });
  }
  return lists;
}

const fillers = new Set(
  "a an the in of on to from it onto for and or still full part no not".split(" "),
);

/** Texts in quotes, and runs of capitalised words that no sentence begins with. */
function readValues(question: string): readonly string[] {
  const quoted = [...question.matchAll(/['"‘“]([^'"’”]+)['"’”](?!\w)/g)].map(([, text]) => text!);
  const rest = question.replace(/['"‘“][^'"’”]+['"’”](?!\w)/g, " ");
  const named = [
    ...rest.matchAll(
      /(?<![.?!:]\s|^)\b(?:\p{Lu}[\p{L}\p{N}.-]*|\p{Lu}+-\d+)(?:\s+\p{Lu}[\p{L}\p{N}.-]*)*/gu,
    ),
  ].map(([text]) => text.replace(/[.]$/, ""))
    .filter((text) => !/^(?:I|NULL|YYYY.*|DD.*|SQL)$/.test(text) && !text.includes("YYYY"));
  return [...quoted, ...named];
}

/**
 * Reads a question.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readQuestion } from "./read_question.ts";
 * const { values, numbers, codes } = readQuestion(
 *   "Which two members live in the district Riverside?",
 *   "Visit status: 'D' = done, 'X' = cancelled.",
 * );
 * assert.deepEqual(values, ["Riverside"]);
 * assert.deepEqual(numbers, [2]);
 * assert.equal(codes[0]?.codes[1]?.code, "X");
 * ```
 */
export function readQuestion(question: string, evidence: string): Question {
  const text = question.toLowerCase().replace(/\s+/g, " ");
  const digits = (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? [])
    .map((number) => Number(number.replaceAll(",", "")));
  const words = (text.match(/[a-z]+/g) ?? []).map((word) => numberWords.indexOf(word))
    .filter((number) => number > 0);
  return {
    text,
    evidence: evidence.toLowerCase().replace(/\s+/g, " "),
    stems: stemsOf(question),
    evidenceStems: new Set(stemsOf(evidence)),
    numbers: [...digits, ...words],
    values: readValues(question),
    codes: readCodes(evidence),
  };
}
