/**
 * Finds SQL statements in prose: where one starts and where it ends.
 *
 * @module
 */
import { scanSql } from "./scan_sql.ts";

const name = String.raw`(?:"[^"]*"|\[[^\]]*\]|${"`[^`]*`"}|[\w.$]+)`;
const heads = [
  String
    .raw`select(?=[\s("'${"`"}*\[])(?!\s+(?:an?|the|this|those|these|which|your|only)\s+(?!from\b|as\b)\w)`,
  String.raw`with\s+(?:recursive\s+)?${name}\s*(?:\(|as\b)`,
  String.raw`values\s*\(`,
  String.raw`(?:insert|replace)\s+(?:or\s+\w+\s+)?into\s`,
  String.raw`update\s+(?:or\s+\w+\s+)?${name}\s+set\s`,
  String.raw`delete\s+from\s`,
  String.raw`create\s+(?:temp|temporary|table|view|unique|index|trigger|virtual)\s`,
  String.raw`drop\s+(?:table|view|index|trigger)\s`,
  String.raw`alter\s+table\s`,
  String.raw`(?:attach|detach)\s+(?:database\s|["'])`,
  String.raw`pragma\s+\w+\s*(?:[=(;.]|$)`,
  String.raw`explain\s+(?:query\s+plan\s+)?(?:select|with|insert|update|delete)\s`,
  String
    .raw`(?:vacuum|analyze|reindex|begin|commit|rollback|end)(?:\s+(?:into|transaction)\b[^;\n]*)?\s*(?:;|$)`,
  String.raw`(?:savepoint|release)\s+${name}\s*(?:;|$)`,
];
const head = new RegExp(String.raw`[\s(]*(?:${heads.join("|")})`, "iy");

const decoration = /[ \t>*_#]*(?:(?:\d{1,3}[.)]|[-+])[ \t]+)?[ \t*_]*(?:<\w+>)?[ \t*_]*/y;
const languageWord = /(?:sql|sqlite3?|mysql|postgres(?:ql)?|sqlquery|query)[ \t]+/iy;
const emphasis = /[ \t*_]*/y;
/** What may go on after a blank line. Words in title case begin a sentence of prose. */
const continuation =
  /(?:from|where|group|order|having|limit|offset|union|intersect|except|join|left|right|full|inner|outer|cross|natural|on|using|and|or|not|in|is|like|between|as|case|when|then|else|end|select|values|window|collate|asc|desc)\b|[(),;|=]|--|\/\*/iy;
const proseLine =
  /(?:explanation|note|output|results?|answer|question|sql ?result|sql ?query|example)\b[*_]*\s*:|(?:this|here|it|note that|in this|the (?:query|above|sql|result|statement|output))\s+\w/iy;
/** What follows `<` in `</sql>` or `<|im_end|>`. */
const closingTag = /^(?:\/[a-z]+>|\|\w+\|>)/i;
const uppercaseStatement = /\b(?:SELECT\s[^;]*?\sFROM\s|WITH\s+\w+\s+AS\s*\()/;

/** A statement, or several joined by `;`, inside a text. */
export interface FoundStatement {
  /** Trimmed, otherwise as written. */
  readonly sql: string;
  /** Offset of its first code unit. */
  readonly start: number;
  /** Offset after it. */
  readonly end: number;
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

function mayContinue(text: string, at: number): boolean {
  const word = text.slice(at, at + lengthAt(continuation, text, at));
  return word !== "" && (word === word.toLowerCase() || word === word.toUpperCase());
}

/**
 * Says whether a text begins, after blanks and comments, as an SQL statement does.
 *
 * @example
 * ```ts
 * import { startsStatement } from "./find_statement.ts";
 * if (!startsStatement("-- count\nselect count(*) from t")) throw new Error("Expected a statement");
 * if (startsStatement("With this query we count")) throw new Error("Expected prose");
 * ```
 */
export function startsStatement(text: string, from = 0): boolean {
  for (const token of scanSql(text, from)) {
    if (token.kind !== "space" && token.kind !== "comment") {
      return lengthAt(head, text, token.start) > 0;
    }
  }
  return false;
}

/** Where a line may begin a statement: after its marks, a language word, a colon, a backtick … */
function* startsInLine(text: string, lineStart: number, lineEnd: number): Generator<number> {
  const first = lineStart + lengthAt(decoration, text, lineStart);
  yield first;
  for (let at = first; at < lineEnd; at++) {
    if (text[at] === ":") yield at + 1 + lengthAt(emphasis, text, at + 1);
    else if (text[at] === "`") yield at;
    else if (text.startsWith("*/", at)) yield at + 2 + lengthAt(emphasis, text, at + 2);
  }
}

function findStart(text: string, from: number): { start: number; ticks: number } | undefined {
  if (startsStatement(text, from)) return { start: from, ticks: 0 };
  for (let lineStart = from; lineStart < text.length;) {
    const newline = text.indexOf("\n", lineStart);
    const lineEnd = newline < 0 ? text.length : newline;
    for (const at of startsInLine(text, lineStart, lineEnd)) {
      const ticks = text.startsWith("``", at) ? 2 : text[at] === "`" ? 1 : 0;
      const start = at + ticks + lengthAt(languageWord, text, at + ticks);
      if (at < lineEnd && lengthAt(head, text, start) > 0) return { start, ticks };
    }
    lineStart = lineEnd + 1;
  }
  return undefined;
}

/** End of an inline code span whose inside may quote names by backticks of its own. */
function endOfSpan(text: string, start: number, ticks: number): number {
  const mark = "`".repeat(ticks);
  let seen = 0;
  for (let at = text.indexOf(mark, start); at >= 0; at = text.indexOf(mark, at + ticks)) {
    if (seen % 2 === 0 && !/[\w`]/.test(text[at + ticks] ?? " ")) return at;
    seen++;
  }
  return -1;
}

function endOfStatement(text: string, start: number, prose: boolean): number {
  let depth = 0;
  for (const token of scanSql(text, start)) {
    const after = token.start + token.text.length;
    if (token.text === "(") depth++;
    else if (token.text === ")") depth--;
    else if (token.text === ";" && !startsStatement(text, after)) return token.start;
    else if (token.text === "<" && closingTag.test(text.slice(after, after + 20))) {
      return token.start;
    } else if (prose && token.kind === "space" && token.text.includes("\n")) {
      const blankLine = token.text.split("\n").length > 2;
      const goesOn = !blankLine || depth > 0 || mayContinue(text, after);
      if (!goesOn || lengthAt(proseLine, text, after) > 0) return token.start;
    }
  }
  return text.length;
}

/**
 * Finds every statement of a text, in order.
 *
 * @param text what a model wrote
 * @param options `prose`: words may follow a statement without a semicolon, so that a blank line or
 * a line that reads as an explanation ends it
 * @returns the statements without the semicolon that ends the last; those that follow each other
 * directly are one
 *
 * @example
 * ```ts
 * import { findStatements } from "./find_statement.ts";
 * const found = findStatements("Try this: SELECT 1;\nIt gives one row.", { prose: true });
 * if (found[0]?.sql !== "SELECT 1") throw new Error("Expected the statement alone");
 * ```
 */
export function findStatements(text: string, options: { prose: boolean }): FoundStatement[] {
  const { prose } = options;
  const found: FoundStatement[] = [];
  const add = (start: number, end: number) => {
    found.push({ sql: text.slice(start, end).trim(), start, end });
  };
  for (let next = findStart(text, 0); next !== undefined;) {
    const { start, ticks } = next;
    const spanEnd = ticks > 0 ? endOfSpan(text, start, ticks) : -1;
    const end = spanEnd < 0
      ? endOfStatement(text, start, prose)
      : start + endOfStatement(text.slice(start, spanEnd), 0, false);
    add(start, end);
    next = findStart(text, spanEnd < 0 ? end + 1 : spanEnd + ticks);
  }
  const inSentence = found.length === 0 ? uppercaseStatement.exec(text) : null;
  if (inSentence !== null) add(inSentence.index, endOfStatement(text, inSentence.index, prose));
  return found;
}
