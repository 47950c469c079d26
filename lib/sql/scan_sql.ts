/**
 * A small scanner for SQLite's lexical rules: enough to see strings, comments and parentheses.
 *
 * @module
 */

/** What a token is. Quoted words are `"…"`, `` `…` `` and `[…]`. */
export type SqlTokenKind = "space" | "comment" | "string" | "quoted" | "number" | "word" | "symbol";

/** A piece of SQL text. */
export interface SqlToken {
  /** What it is. */
  readonly kind: SqlTokenKind;
  /** As written. */
  readonly text: string;
  /** Offset of its first UTF-16 code unit. */
  readonly start: number;
  /** False for a string, a quoted word or a block comment that the text's end cuts off. */
  readonly closed: boolean;
}

const plainToken =
  /(?<space>[ \t\n\f\r]+)|(?<comment>--[^\n]*)|(?<number>\.?\d[\w.]*)|(?<word>[A-Za-z_\u{80}-\u{10ffff}][\w$\u{80}-\u{10ffff}]*)/uy;

const closers: Readonly<Record<string, string>> = { "'": "'", '"': '"', "`": "`", "[": "]" };

/** Offset after the closing quote, doubled quotes skipped; -1 where there is none. */
function endOfQuoted(sql: string, start: number, closer: string): number {
  let at = start + 1;
  while (true) {
    const found = sql.indexOf(closer, at);
    if (found < 0) return -1;
    if (closer === "]" || sql[found + 1] !== closer) return found + 1;
    at = found + 2;
  }
}

function tokenAt(sql: string, start: number): SqlToken {
  const cut = (kind: SqlTokenKind, end: number): SqlToken => ({
    kind,
    text: end < 0 ? sql.slice(start) : sql.slice(start, end),
    start,
    closed: end >= 0,
  });
  const character = sql[start]!;
  const closer = closers[character];
  if (closer !== undefined) {
    return cut(character === "'" ? "string" : "quoted", endOfQuoted(sql, start, closer));
  }
  if (sql.startsWith("/*", start)) {
    const end = sql.indexOf("*/", start + 2);
    return cut("comment", end < 0 ? -1 : end + 2);
  }
  plainToken.lastIndex = start;
  const groups = plainToken.exec(sql)?.groups;
  for (const kind of ["space", "comment", "number", "word"] as const) {
    const text = groups?.[kind];
    if (text !== undefined) return cut(kind, start + text.length);
  }
  return cut("symbol", start + 1);
}

/**
 * Cuts SQL text into tokens, one at a time: joined they give the text back, whatever it is.
 *
 * @param sql any text, valid SQL or not
 * @param from offset of the first token, in UTF-16 code units
 * @returns the tokens in order; a symbol is one code unit long
 * @see {@link https://sqlite.org/lang_keywords.html} and {@link https://sqlite.org/lang_comment.html}
 *
 * @example
 * ```ts
 * import { scanSql } from "./scan_sql.ts";
 * const kinds = [...scanSql("SELECT 'a;b'")].map((token) => token.kind).join(" ");
 * if (kinds !== "word space string") throw new Error(`Expected three tokens, got ${kinds}`);
 * ```
 */
export function* scanSql(sql: string, from = 0): Generator<SqlToken, void> {
  for (let at = from; at < sql.length;) {
    const token = tokenAt(sql, at);
    yield token;
    at += token.text.length;
  }
}
