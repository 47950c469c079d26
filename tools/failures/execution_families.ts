/**
 * Mutations that the engine cannot carry out.
 *
 * @module
 */
import { columnUses } from "./column_uses.ts";
import type { Family, Subject } from "./family.ts";
import { quoteName } from "../../lib/sql/render_schema.ts";
import { type GoldQuery, replaceSpan, textOf } from "./gold_query.ts";

/** Wraps one column of SELECT or WHERE in a function. */
function wrap(subject: Subject, forms: readonly string[]): readonly string[] {
  return columnUses(subject)
    .filter(({ clause }) => clause === "select" || clause === "where")
    .flatMap(({ start, piece }) => {
      const span = { start, end: piece.end };
      const text = textOf(subject.gold, span);
      return forms.map((form) =>
        replaceSpan(subject.gold.sql, span, form.replaceAll("$", () => text))
      );
    });
}

/** Puts another dialect's function in the place of one that SQLite has. */
function translate(sql: string, pairs: readonly (readonly [RegExp, string])[]): readonly string[] {
  return pairs.filter(([from]) => from.test(sql)).map(([from, to]) => sql.replace(from, to));
}

/** The query's first table, twelve times over without a condition: it ends on no machine. */
function crossed({ gold }: Subject): readonly string[] {
  const table = gold.sources[0]?.table;
  if (table === undefined) return [];
  const many = Array.from({ length: 12 }, (_, at) => `${quoteName(table)} AS x${at}`);
  return [`SELECT COUNT(*) FROM ${many.join(", ")}`];
}

const appendCondition = (gold: GoldQuery, condition: string): string => {
  if (gold.whole.where === undefined) {
    const at = (gold.whole.group ?? gold.whole.order)?.start ?? gold.sql.length;
    return `${gold.sql.slice(0, at).trimEnd()} WHERE ${condition} ${gold.sql.slice(at)}`.trim();
  }
  const start = gold.clauses.where!.start;
  return replaceSpan(gold.sql, { start, end: start }, `${condition} AND `);
};

/** All families whose cause is `execution`. */
export const executionFamilies: readonly Family[] = [
  {
    name: "dialect_function",
    type: "execution",
    most: 40,
    mutate: (subject) => [
      ...translate(subject.gold.sql, [
        [/SUBSTR\(([^,]+), 7, 4\)/i, "YEAR(STR_TO_DATE($1, '%d.%m.%Y'))"],
        [/SUBSTR\(([^,]+), 1, 4\)/i, "TO_CHAR($1, 'YYYY')"],
        [/LOWER\(/i, "LCASE("],
        [/TRIM\(/i, "BTRIM("],
        [/COALESCE\(/i, "NVL("],
        [/ROUND\(/i, "TRUNCATE("],
        [/JULIANDAY\(/i, "TO_DAYS("],
        [/COUNT\(DISTINCT ([^)]+)\)/i, "APPROX_COUNT_DISTINCT($1)"],
      ]),
    ],
  },
  {
    name: "foreign_function_added",
    type: "execution",
    most: 40,
    mutate: (subject) =>
      wrap(subject, [
        "CONVERT_TO($, 'UTF8')",
        "INITCAP($)",
        "LEFT_PAD($)",
        "ISNULL($, 0)",
        "DATE_FORMAT($, '%Y')",
        "DATEPART('year', $)",
      ]),
  },
  {
    name: "wrong_arity",
    type: "execution",
    most: 35,
    mutate: (subject) => [
      ...translate(subject.gold.sql, [
        [/ROUND\((.+), (\d)\)/i, "ROUND($1, $2, 0)"],
        [/LOWER\(([\w.]+)\)/i, "LOWER($1, 'en')"],
        [/SUBSTR\(([^,]+), \d, \d\)/i, "SUBSTR($1)"],
        [/COUNT\(DISTINCT ([\w.]+)\)/i, "COUNT($1, 1)"],
        [/SUM\(([\w.]+)\)/i, "SUM($1, 0)"],
      ]),
      ...wrap(subject, ["LENGTH($, 1)", "UPPER($, $)", "ABS($, 0)"]),
    ],
  },
  {
    name: "set_width",
    type: "execution",
    mutate: ({ gold }) =>
      gold.outputs.length === 0 || gold.whole.order !== undefined ? [] : [
        `${gold.sql} UNION ALL SELECT ${gold.outputs.map(() => "NULL").join(", ")}, 0`,
        `${gold.sql} EXCEPT SELECT 1, ${gold.outputs.map(() => "2").join(", ")}`,
      ],
  },
  {
    name: "subquery_width",
    type: "execution",
    mutate: (subject) => {
      const { gold } = subject;
      const use = columnUses(subject).find(({ clause }) => clause !== undefined);
      if (use === undefined) return [];
      const name = gold.sql.slice(use.start, use.piece.end);
      const table = quoteName(use.table.name);
      const [first, second] = use.table.columns.map((column) => quoteName(column.name));
      return [
        appendCondition(gold, `${name} IN (SELECT ${first}, ${second} FROM ${table})`),
        appendCondition(gold, `${name} = (SELECT ${first}, ${second} FROM ${table})`),
      ];
    },
  },
  {
    name: "endless",
    type: "execution",
    most: 4,
    mutate: ({ gold }) => [
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n WHERE i > (${
        gold.outputs.length === 1 ? gold.sql : "SELECT 1"
      })`,
    ],
  },
  { name: "cross_join", type: "execution", most: 6, mutate: crossed },
  {
    name: "write",
    type: "execution",
    most: 15,
    mutate: ({ gold }) => {
      const source = gold.sources[0];
      if (source === undefined || gold.sources.length > 1) return [];
      const table = quoteName(source.table);
      const where = gold.whole.where === undefined ? "" : ` ${textOf(gold, gold.whole.where)}`;
      return [`DELETE FROM ${table}${where}`, `CREATE TABLE answer AS ${gold.sql}`];
    },
  },
  {
    name: "unbound_parameter",
    type: "execution",
    most: 20,
    mutate: ({ gold }) =>
      gold.pieces.filter(({ kind, text }) => kind === "string" && /\w/.test(text)).flatMap((
        piece,
      ) => ["?", ":value"].map((mark) => replaceSpan(gold.sql, piece, mark))),
  },
];
