/**
 * Mutations that no schema could make valid.
 *
 * @module
 */
import type { Family } from "./family.ts";
import { piecesIn, replaceSpan, textOf } from "./gold_query.ts";

const misspellings: Readonly<Record<string, string>> = {
  select: "SELCT",
  from: "FORM",
  where: "WERE",
  group: "GROUPED",
  order: "ORDERED",
  having: "HAVNG",
};

/** All families whose cause is `syntax`. */
export const syntaxFamilies: readonly Family[] = [
  {
    name: "misspelt_keyword",
    type: "syntax",
    mutate: ({ gold }) =>
      gold.pieces.flatMap((piece) => {
        const other = misspellings[piece.word];
        return other === undefined ? [] : [replaceSpan(gold.sql, piece, other)];
      }),
  },
  {
    name: "lost_keyword",
    type: "syntax",
    mutate: ({ gold }) =>
      gold.pieces.filter(({ word, depth }) =>
        depth === 0 && ["by", "from", "where", "and", "on"].includes(word)
      ).map((piece) => replaceSpan(gold.sql, piece, "")),
  },
  {
    name: "lost_parenthesis",
    type: "syntax",
    mutate: ({ gold }) =>
      gold.pieces.filter(({ text }) => text === ")").map(({ start, end }) =>
        gold.sql.slice(0, start) + gold.sql.slice(end)
      ),
  },
  {
    name: "stray_comma",
    type: "syntax",
    mutate: ({ gold }) => [
      ...(gold.clauses.select === undefined ? [] : [
        replaceSpan(
          gold.sql,
          { start: gold.clauses.select.end, end: gold.clauses.select.end },
          ",",
        ),
      ]),
      ...(gold.clauses.order === undefined ? [] : [`${gold.sql},`]),
      ...gold.pieces.filter(({ text }) => text === ",").map(({ start, end }) =>
        gold.sql.slice(0, start) + gold.sql.slice(end)
      ),
    ],
  },
  {
    name: "clause_order",
    type: "syntax",
    mutate: ({ gold }) =>
      (["where", "group"] as const).flatMap((name) => {
        const span = gold.whole[name], next = gold.whole.order ?? gold.whole.group;
        if (span === undefined || next === undefined || next === span) return [];
        const text = textOf(gold, span);
        return [`${replaceSpan(gold.sql, span, "")} ${text}`];
      }),
  },
  {
    name: "dialect_clause",
    type: "syntax",
    mutate: ({ gold }) => {
      const select = gold.clauses.select;
      const limit = gold.whole.limit;
      const count = limit === undefined ? "1" : textOf(gold, gold.clauses.limit!);
      const rest = limit === undefined ? gold.sql : replaceSpan(gold.sql, limit, "");
      const equals = piecesIn(gold, gold.clauses.where).find(({ text }, at, all) =>
        text === "=" && all[at + 1]?.kind === "string"
      );
      return [
        ...(limit === undefined || select === undefined
          ? []
          : [rest.replace(/^SELECT /, `SELECT TOP ${count} `)]),
        ...(gold.whole.order === undefined ? [] : [`${rest} FETCH FIRST ${count} ROWS ONLY`]),
        ...(equals === undefined ? [] : [replaceSpan(gold.sql, equals, "ILIKE")]),
        `${gold.sql} FOR UPDATE`,
      ];
    },
  },
  {
    name: "open_string",
    type: "syntax",
    most: 20,
    mutate: ({ gold }) =>
      gold.pieces.filter(({ kind }) => kind === "string").map(({ start, end }) =>
        gold.sql.slice(0, end - 1) + gold.sql.slice(Math.max(start + 1, end))
      ),
  },
  {
    name: "several_statements",
    type: "syntax",
    most: 20,
    mutate: ({ gold }) => [`${gold.sql}; ${gold.sql}`, `${gold.sql};\nSELECT 1;`],
  },
  {
    name: "no_statement",
    type: "syntax",
    most: 12,
    mutate: ({ gold }) => [`-- ${gold.sql}`, "", ";"],
  },
  {
    name: "prose",
    type: "syntax",
    most: 20,
    mutate: ({ gold, task }) => [
      `The query is: ${gold.sql}`,
      `${gold.sql} This query answers the question.`,
      task.question,
    ],
  },
];
