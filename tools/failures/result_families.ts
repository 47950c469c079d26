/**
 * Mutations of the result's form alone.
 *
 * @module
 */
import { quoteName } from "../../lib/sql/render_schema.ts";
import { type Family, tableNamed } from "./family.ts";
import { piecesIn, replaceSpan, textOf } from "./gold_query.ts";

/** All families whose cause is `result_mismatch`. */
export const resultFamilies: readonly Family[] = [
  {
    name: "missing_order",
    type: "result_mismatch",
    mutate: ({ gold }) =>
      gold.whole.order === undefined || gold.whole.limit !== undefined
        ? []
        : [replaceSpan(gold.sql, gold.whole.order, "")],
  },
  {
    name: "wrong_direction",
    type: "result_mismatch",
    mutate: ({ gold }) => {
      const order = gold.clauses.order;
      if (order === undefined) return [];
      const text = textOf(gold, order);
      const turned = / DESC/.test(text)
        ? text.replace(/ DESC/, "")
        : text.replace(/^[^,()]*(?:\([^)]*\))?/, (term) => `${term.trimEnd()} DESC`);
      return [replaceSpan(gold.sql, order, turned)];
    },
  },
  {
    name: "wrong_order_term",
    type: "result_mismatch",
    mutate: ({ gold, schema }) => {
      const order = gold.clauses.order, source = gold.sources[0];
      if (order === undefined || source === undefined || gold.whole.group !== undefined) return [];
      const columns = tableNamed(schema, source.table)?.columns ?? [];
      return columns.map(({ name }) =>
        replaceSpan(gold.sql, order, `${quoteName(source.alias)}.${quoteName(name)}`)
      );
    },
  },
  {
    name: "wrong_limit",
    type: "result_mismatch",
    mutate: ({ gold }) =>
      gold.clauses.limit === undefined ? [] : [
        replaceSpan(gold.sql, gold.whole.limit!, ""),
        ...[1, 5].map((step) =>
          replaceSpan(
            gold.sql,
            gold.clauses.limit!,
            String(Number(textOf(gold, gold.clauses.limit!)) + step),
          )
        ),
      ],
  },
  {
    name: "superfluous_limit",
    type: "result_mismatch",
    mutate: ({ gold }) =>
      gold.whole.order === undefined || gold.whole.limit !== undefined
        ? []
        : [`${gold.sql} LIMIT 1`, `${gold.sql} LIMIT 3`],
  },
  {
    name: "wrong_unit",
    type: "result_mismatch",
    mutate: ({ gold }) =>
      [...gold.sql.matchAll(/ \/ 100(?:\.0)?/g)].flatMap((match) =>
        ["", " * 100", " / 1000.0"].map((text) =>
          replaceSpan(
            gold.sql,
            { start: match.index, end: match.index + match[0].length },
            text || " ",
          )
        )
      ),
  },
  {
    name: "wrong_rounding",
    type: "result_mismatch",
    mutate: ({ gold }) => {
      const rounded = /ROUND\((.+), (\d)\)/i;
      return [
        ...(rounded.test(gold.sql)
          ? ["$1", "ROUND($1)", "CAST($1 AS INTEGER)"].map((form) =>
            gold.sql.replace(rounded, form)
          )
          : []),
        ...(/ \/ 100\.0/.test(gold.sql) ? [gold.sql.replace(" / 100.0", " / 100")] : []),
      ];
    },
  },
  {
    name: "missing_output",
    type: "result_mismatch",
    mutate: ({ gold }) =>
      gold.outputs.length < 2 ? [] : gold.outputs.map((_, left) => {
        const kept = gold.outputs.filter((_, at) => at !== left).map((span) => textOf(gold, span));
        return replaceSpan(gold.sql, gold.clauses.select!, kept.join(", "));
      }),
  },
  {
    name: "superfluous_output",
    type: "result_mismatch",
    mutate: ({ gold, schema }) => {
      const source = gold.sources[0];
      if (source === undefined || gold.clauses.select === undefined) return [];
      const hasAggregate = piecesIn(gold, gold.clauses.select)
        .some(({ word }) => /^(?:count|sum|avg|max|min)$/.test(word));
      if (hasAggregate && gold.whole.group === undefined) return [];
      const shown = gold.outputs.map((span) => textOf(gold, span).toLowerCase());
      const end = gold.clauses.select.end;
      return (tableNamed(schema, source.table)?.columns ?? [])
        .filter(({ name }) => !shown.some((text) => text.includes(name.toLowerCase())))
        .map(({ name }) =>
          replaceSpan(
            gold.sql,
            { start: end, end },
            `, ${quoteName(source.alias)}.${quoteName(name)}`,
          )
        );
    },
  },
  {
    name: "duplicate_rows",
    type: "result_mismatch",
    most: 20,
    mutate: ({ gold }) => [`${gold.sql.replace(/ ORDER BY .*$/, "")} UNION ALL ${gold.sql}`],
  },
];
