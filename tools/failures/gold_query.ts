/**
 * A gold query cut into the pieces that mutations change.
 *
 * @module
 */
import { scanSql, type SqlToken } from "../../lib/sql/scan_sql.ts";

/** A token without blanks and comments around it, with its depth in parentheses. */
export interface Piece extends SqlToken {
  /** Offset after its last code unit. */
  readonly end: number;
  /** Open parentheses before it. */
  readonly depth: number;
  /** In lower case. */
  readonly word: string;
}

/** A stretch of the text. */
export interface Span {
  /** Offset of its first code unit. */
  readonly start: number;
  /** Offset after its last code unit. */
  readonly end: number;
}

/** A table in FROM. */
export interface Source extends Span {
  /** As written, quotes dropped. */
  readonly table: string;
  /** Its alias, or the table's name. */
  readonly alias: string;
  /** The condition of its join; null for the first table. */
  readonly on: Span | null;
}

/** Names of the clauses outside parentheses. */
export type Clause = "select" | "from" | "where" | "group" | "having" | "order" | "limit";

/** A gold query and its outermost pieces. */
export interface GoldQuery {
  /** The whole text. */
  readonly sql: string;
  /** Its tokens without blanks. */
  readonly pieces: readonly Piece[];
  /** What follows each clause's keyword, up to the next clause. */
  readonly clauses: Readonly<Partial<Record<Clause, Span>>>;
  /** Keyword included. */
  readonly whole: Readonly<Partial<Record<Clause, Span>>>;
  /** Output terms. */
  readonly outputs: readonly Span[];
  /** Conditions that AND joins in WHERE. */
  readonly conditions: readonly Span[];
  /** Tables in FROM, in order. */
  readonly sources: readonly Source[];
}

const clauseWords = new Set(["select", "from", "where", "group", "having", "order", "limit"]);

/** A name without its quotes. */
export function bareName(text: string): string {
  return /^["`[]/.test(text) ? text.slice(1, -1) : text;
}

function readPieces(sql: string): Piece[] {
  let depth = 0;
  const pieces: Piece[] = [];
  for (const token of scanSql(sql)) {
    if (token.kind === "space" || token.kind === "comment") continue;
    if (token.text === ")") depth--;
    const end = token.start + token.text.length;
    pieces.push({ ...token, end, depth, word: token.text.toLowerCase() });
    if (token.text === "(") depth++;
  }
  return pieces;
}

/** Cuts a stretch at the outermost separators; a BETWEEN keeps its AND. */
function cutAt(pieces: readonly Piece[], span: Span, separator: string): Span[] {
  const inside = pieces.filter(({ start, end }) => start >= span.start && end <= span.end);
  const spans: Span[] = [];
  let from: Piece | undefined, last: Piece | undefined, between = false;
  for (const piece of inside) {
    if (piece.depth === 0 && piece.word === "between") between = true;
    const cuts = piece.depth === 0 && piece.word === separator && !(separator === "and" && between);
    if (piece.depth === 0 && piece.word === "and") between = false;
    if (cuts && from !== undefined && last !== undefined) {
      spans.push({ start: from.start, end: last.end });
      from = undefined;
    } else from ??= piece;
    last = piece;
  }
  if (from !== undefined && last !== undefined) spans.push({ start: from.start, end: last.end });
  return spans;
}

function readSources(pieces: readonly Piece[], from: Span | undefined): Source[] {
  if (from === undefined) return [];
  const inside = pieces.filter(({ start, end }) => start >= from.start && end <= from.end);
  const starts = inside.flatMap((piece, at) => {
    if (at === 0) return [at];
    const isFirst = ["left", "inner"].includes(piece.word) ||
      (piece.word === "join" && !["left", "inner"].includes(inside[at - 1]!.word));
    return piece.depth === 0 && isFirst ? [at] : [];
  });
  return starts.flatMap((first, which) => {
    const group = inside.slice(first, starts[which + 1] ?? inside.length);
    const names = group.filter(({ word }) => !["left", "inner", "join", "as"].includes(word));
    if (names[0]?.text === "(" || names[0] === undefined) return [];
    const on = group.findIndex(({ word, depth }) => word === "on" && depth === 0);
    const alias = names[1] !== undefined && names[1].word !== "on" ? names[1].text : names[0].text;
    const end = group.at(-1)!.end;
    return [{
      start: group[0]!.start,
      end,
      table: bareName(names[0].text),
      alias: bareName(alias),
      on: on < 0 ? null : { start: group[on]!.end + 1, end },
    }];
  });
}

/** Cuts a gold query of the bundled benchmark. */
export function readGoldQuery(sql: string): GoldQuery {
  const pieces = readPieces(sql);
  const heads = pieces.filter(({ depth, word }) => depth === 0 && clauseWords.has(word));
  const clauses: Partial<Record<Clause, Span>> = {}, whole: Partial<Record<Clause, Span>> = {};
  heads.forEach((head, at) => {
    const name = head.word as Clause;
    const next = heads[at + 1];
    const end = next === undefined ? sql.length : pieces[pieces.indexOf(next) - 1]!.end;
    const isPair = name === "group" || name === "order";
    const start = isPair ? pieces[pieces.indexOf(head) + 1]!.end : head.end;
    clauses[name] = { start: start + 1, end };
    whole[name] = { start: head.start, end };
  });
  return {
    sql,
    pieces,
    clauses,
    whole,
    outputs: clauses.select === undefined ? [] : cutAt(pieces, clauses.select, ","),
    conditions: clauses.where === undefined ? [] : cutAt(pieces, clauses.where, "and"),
    sources: readSources(pieces, clauses.from),
  };
}

/** The text of a stretch. */
export function textOf(gold: GoldQuery, span: Span): string {
  return gold.sql.slice(span.start, span.end);
}

/** Puts another text in the place of a stretch; blanks that meet become one. */
export function replaceSpan(sql: string, { start, end }: Span, text: string): string {
  const head = sql.slice(0, start), tail = sql.slice(end);
  if (text !== "") return head + text + tail;
  return `${head.trimEnd()} ${tail.trimStart()}`.trim();
}

/** Tokens of a stretch. */
export function piecesIn(gold: GoldQuery, span: Span | undefined): readonly Piece[] {
  if (span === undefined) return [];
  return gold.pieces.filter(({ start, end }) => start >= span.start && end <= span.end);
}
