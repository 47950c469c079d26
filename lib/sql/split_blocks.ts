/**
 * Finds the fenced blocks of a text that a language model wrote, well formed or not.
 *
 * @module
 */
import { findStatements, startsStatement } from "./find_statement.ts";
import { scanSql, type SqlToken } from "./scan_sql.ts";

/** A fenced block. */
export interface Block {
  /** Lower-case language word of the opening fence; empty where there is none. */
  readonly language: string;
  /** What lies between the fences. */
  readonly text: string;
  /** False where the text ends before a closing fence. */
  readonly closed: boolean;
}

/** A text taken apart. */
export interface SplitText {
  /** What lies outside the blocks, a blank line in place of each. */
  readonly outside: string;
  /** The blocks in order. */
  readonly blocks: readonly Block[];
}

interface Fence {
  readonly mark: string;
  readonly start: number;
  readonly end: number;
}

const sqlLanguages = new Set(
  "sql sqlite sqlite3 mysql mariadb postgres postgresql psql pgsql plsql tsql duckdb".split(" "),
);
const longestLanguageLine = 200;

/**
 * True for a block that may hold SQL by its language word.
 *
 * @example
 * ```ts
 * import { isSqlBlock } from "./split_blocks.ts";
 * if (isSqlBlock({ language: "python", text: "", closed: true })) throw new Error("Expected no SQL");
 * ```
 */
export function isSqlBlock({ language }: Block): boolean {
  return language === "" || sqlLanguages.has(language);
}

/** The language word after a fence; the first word of a statement is none. */
function readLanguage(text: string, at: number): { language: string; length: number } {
  const line = text.slice(at, at + longestLanguageLine);
  const word = /^[ \t]*([\w+#.-]+)(?=\s|$)/.exec(line);
  if (word === null) return { language: "", length: 0 };
  const language = word[1]!.toLowerCase();
  const isAlone = /^[ \t]*(?:\r?\n|$)/.test(line.slice(word[0].length)) && !startsStatement(line);
  return isAlone || sqlLanguages.has(language)
    ? { language, length: word[0].length }
    : { language: "", length: 0 };
}

/** Index of the fence that closes a block: none that a string literal of one line hides. */
function findCloser(
  text: string,
  block: { readonly start: number; readonly mark: string },
  fences: readonly Fence[],
  from: number,
): number {
  const tokens = scanSql(text, block.start);
  let token: SqlToken | undefined = tokens.next().value ?? undefined;
  let firstFitting = -1;
  for (let i = from; i < fences.length; i++) {
    const { mark, start } = fences[i]!;
    if (mark[0] !== block.mark[0] || mark.length < block.mark.length) continue;
    if (firstFitting < 0) firstFitting = i;
    while (token !== undefined && token.start + token.text.length <= start) {
      token = tokens.next().value ?? undefined;
    }
    const isHidden = token?.kind === "string" && token.closed && !token.text.includes("\n") &&
      token.start < start;
    if (!isHidden) return i;
  }
  return firstFitting;
}

/** A prompt that ended in an opening fence makes the completion's first fence a closing one. */
function startsInsideBlock(text: string, fences: readonly Fence[]): boolean {
  const [first] = fences;
  if (first === undefined || fences.length % 2 === 0) return false;
  return readLanguage(text, first.end).length === 0 &&
    findStatements(text.slice(0, first.start), { prose: true }).length > 0;
}

/**
 * Takes a text apart into fenced blocks and the rest.
 *
 * A block opens at three or more backticks or tildes, wherever they stand, and closes at the next
 * fence of the kind. A closing fence that an SQL language word follows opens the next block as well.
 * A text whose only unpaired fence follows a statement is taken to begin inside a block.
 *
 * @example
 * ```ts
 * import { splitBlocks } from "./split_blocks.ts";
 * const { blocks } = splitBlocks("~~~sql\nSELECT 1\n~~~");
 * if (blocks[0]?.language !== "sql") throw new Error("Expected one block of SQL");
 * ```
 */
export function splitBlocks(text: string): SplitText {
  const fences = [...text.matchAll(/`{3,}|~{3,}/g)].map(({ 0: mark, index }) => ({
    mark,
    start: index,
    end: index + mark.length,
  }));
  const isInside = startsInsideBlock(text, fences);
  const blocks: Block[] = [];
  let outside = "";
  let at = 0;
  let next = isInside ? 0 : 1;
  let opener = isInside ? { mark: fences[0]!.mark, start: 0, end: 0 } : fences[0];
  while (opener !== undefined) {
    outside += `${text.slice(at, opener.start)}\n\n`;
    const { language, length } = readLanguage(text, opener.end);
    const start = opener.end + length;
    const closing = findCloser(text, { start, mark: opener.mark }, fences, next);
    const closer = fences[closing];
    blocks.push({ language, text: text.slice(start, closer?.start), closed: closer !== undefined });
    if (closer === undefined) return { outside, blocks };
    const opensNext = sqlLanguages.has(readLanguage(text, closer.end).language);
    at = closer.end;
    next = closing + (opensNext ? 1 : 2);
    opener = opensNext ? closer : fences[closing + 1];
  }
  return { outside: outside + text.slice(at), blocks };
}
