/**
 * Mutations of conditions: which rows are kept.
 *
 * @module
 */
import { columnUses } from "./column_uses.ts";
import { type Family, readCodes, type Subject } from "./family.ts";
import { type GoldQuery, type Piece, piecesIn, replaceSpan, textOf } from "./gold_query.ts";

/** Values in WHERE, subqueries included. */
function values(gold: GoldQuery, kind: "string" | "number"): readonly Piece[] {
  const start = gold.whole.where?.start ?? gold.sql.length;
  const end = gold.whole.group?.start ?? gold.whole.order?.start ?? gold.sql.length;
  return gold.pieces.filter((piece, at) =>
    piece.kind === kind && piece.start > start && piece.end <= end &&
    !/^(?:,|\()$/.test(gold.pieces[at - 1]!.text)
  );
}

/** Puts a code's meaning, or another code, in the place of a code. */
function otherCodes({ gold, task }: Subject, kind: "meaning" | "code"): readonly string[] {
  const codes = readCodes(task.evidence);
  return [...values(gold, "string"), ...values(gold, "number")].flatMap((piece) => {
    const own = codes.find(({ literal }) => literal === piece.text);
    if (own === undefined) return [];
    const texts = kind === "meaning"
      ? [`'${own.meaning}'`]
      : codes.filter(({ literal }) => literal !== own.literal).map(({ literal }) => literal);
    return texts.map((text) => replaceSpan(gold.sql, piece, text));
  });
}

/** Date parts of text, read as if the text were YYYY-MM-DD. */
const datePart = /SUBSTR\((\w+\.)?("[^"]+"|\w+), (\d), (\d)\)/gi;

/** All families whose cause is `filter_value`. */
export const filterFamilies: readonly Family[] = [
  {
    name: "meaning_for_code",
    type: "filter_value",
    mutate: (subject) => otherCodes(subject, "meaning"),
  },
  { name: "wrong_code", type: "filter_value", mutate: (subject) => otherCodes(subject, "code") },
  {
    name: "wrong_number",
    type: "filter_value",
    mutate: ({ gold, task }) => {
      const codes = readCodes(task.evidence).map(({ literal }) => literal);
      return values(gold, "number").filter(({ text }) => !codes.includes(text)).flatMap((piece) =>
        [1, -1, 10].map((step) => replaceSpan(gold.sql, piece, String(Number(piece.text) + step)))
      );
    },
  },
  {
    name: "wrong_text",
    type: "filter_value",
    mutate: ({ gold, task }) => {
      const codes = readCodes(task.evidence).map(({ literal }) => literal);
      return values(gold, "string").filter(({ text }) => !codes.includes(text) && text.length > 4)
        .flatMap((piece) => [
          replaceSpan(
            gold.sql,
            piece,
            piece.text.replace(/s?'$/, (end) => end === "'" ? "s'" : "'"),
          ),
          replaceSpan(gold.sql, piece, `'${piece.text.slice(1, -1).split(" ")[0]} %'`),
          replaceSpan(gold.sql, piece, `'The ${piece.text.slice(1)}`),
        ]);
    },
  },
  {
    name: "wrong_case",
    type: "filter_value",
    mutate: ({ gold }) => {
      const folded = /LOWER\((?:TRIM\()?((?:\w+\.)?\w+)\)?\) = '(\w)(\w+)'/g;
      const stored = [...gold.sql.matchAll(folded)].flatMap(([text, column, first, rest]) =>
        [`${column} = '${first!.toUpperCase()}${rest}'`, `${column} = '${first}${rest}'`]
          .map((other) => gold.sql.replace(text, other))
      );
      const changed = values(gold, "string").filter(({ text }) => /[a-z]/.test(text)).map((piece) =>
        replaceSpan(gold.sql, piece, piece.text.toUpperCase())
      );
      return stored.length > 0 ? stored : changed;
    },
  },
  {
    name: "wrong_operator",
    type: "filter_value",
    mutate: ({ gold }) =>
      piecesIn(gold, gold.clauses.where).flatMap((piece, at, all) => {
        if (!/^[<>=]$/.test(piece.text) || /^[<>=!]$/.test(all[at - 1]?.text ?? "")) return [];
        const double = /^[=>]$/.test(all[at + 1]?.text ?? "");
        const span = { start: piece.start, end: double ? all[at + 1]!.end : piece.end };
        const sign = textOf(gold, span);
        const swaps: Record<string, string[]> = {
          "=": ["<>", ">"],
          ">": [">=", "<"],
          ">=": [">", "<="],
          "<": ["<=", ">"],
          "<>": ["="],
        };
        return (swaps[sign] ?? []).map((other) => replaceSpan(gold.sql, span, other));
      }),
  },
  {
    name: "lost_negation",
    type: "filter_value",
    mutate: ({ gold }) =>
      gold.pieces.filter(({ word }, at, all) => word === "not" && all[at + 1]?.word !== "null").map(
        (piece) => replaceSpan(gold.sql, piece, ""),
      ),
  },
  {
    name: "or_for_and",
    type: "filter_value",
    most: 25,
    mutate: ({ gold }) =>
      gold.conditions.slice(1).flatMap((condition) => {
        const and = gold.pieces.findLast(({ word, end }) =>
          word === "and" && end < condition.start
        );
        return and === undefined ? [] : [replaceSpan(gold.sql, and, "OR")];
      }),
  },
  {
    name: "missing_condition",
    type: "filter_value",
    mutate: ({ gold }) => {
      const { where } = gold.whole;
      if (where === undefined) return [];
      if (gold.conditions.length === 1) return [replaceSpan(gold.sql, where, "")];
      return gold.conditions.map((_, left) => {
        const kept = gold.conditions.filter((_, at) => at !== left);
        return replaceSpan(
          gold.sql,
          where,
          `WHERE ${kept.map((span) => textOf(gold, span)).join(" AND ")}`,
        );
      });
    },
  },
  {
    name: "superfluous_condition",
    type: "filter_value",
    mutate: (subject) => {
      const { gold, schema } = subject;
      const source = gold.sources[0];
      const table = schema.tables.find(({ name }) => name === source?.table);
      const column = table?.columns.find(({ name }) =>
        /^(?:status|kind|plan|role|type)$/.test(name)
      );
      if (source === undefined || column === undefined) return [];
      if (columnUses(subject).some((use) => use.column === column)) return [];
      const name = gold.sources.length > 1 ? `${source.alias}.${column.name}` : column.name;
      const values = column.type === "TEXT" ? ["'A'", "'D'", "'H'"] : ["1", "2"];
      return values.map((value) => {
        const added = `${name} = ${value}`;
        if (gold.whole.where !== undefined) {
          const start = gold.clauses.where!.start;
          return replaceSpan(gold.sql, { start, end: start }, `${added} AND `);
        }
        const at = (gold.whole.group ?? gold.whole.order)?.start ?? gold.sql.length;
        return `${gold.sql.slice(0, at).trimEnd()} WHERE ${added} ${gold.sql.slice(at)}`.trim();
      });
    },
  },
  {
    name: "wrong_null_test",
    type: "filter_value",
    mutate: ({ gold }) =>
      [...gold.sql.matchAll(/IS (NOT )?NULL/g)].flatMap((match) => {
        const span = { start: match.index, end: match.index + match[0].length };
        const signs = match[1] === undefined ? ["= NULL", "= ''", "= 0"] : ["<> NULL", "IS NULL"];
        return signs.map((sign) => replaceSpan(gold.sql, span, sign));
      }),
  },
  {
    name: "unquoted_value",
    type: "filter_value",
    mutate: ({ gold }) =>
      values(gold, "string").filter(({ text }) => /^'[A-Za-z][\w -]*'$/.test(text)).map((piece) =>
        replaceSpan(gold.sql, piece, piece.text.slice(1, -1))
      ),
  },
  {
    name: "typographic_quotes",
    type: "filter_value",
    most: 15,
    mutate: ({ gold }) =>
      values(gold, "string").filter(({ text }) => /^'\w+'$/.test(text)).map((piece) =>
        replaceSpan(gold.sql, piece, `‘${piece.text.slice(1, -1)}’`)
      ),
  },
  {
    name: "wrong_date_format",
    type: "filter_value",
    mutate: ({ gold }) => {
      const where = gold.clauses.where;
      if (where === undefined) return [];
      const text = textOf(gold, where);
      const whole = [...text.matchAll(datePart)].length === 1;
      if (!whole) return [];
      return ["strftime('%Y', $1$2)", "SUBSTR($1$2, 1, 4)", "date($1$2)"]
        .map((form) => replaceSpan(gold.sql, where, text.replace(datePart, form)))
        .filter((sql) => sql !== gold.sql);
    },
  },
];
