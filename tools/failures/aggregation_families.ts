/**
 * Mutations of aggregates, groups and their conditions.
 *
 * @module
 */
import { columnUses, siblings } from "./column_uses.ts";
import type { Family } from "./family.ts";
import { type GoldQuery, type Piece, piecesIn, replaceSpan, textOf } from "./gold_query.ts";

const others: Readonly<Record<string, readonly string[]>> = {
  sum: ["COUNT", "AVG", "MAX"],
  avg: ["SUM", "MAX", "COUNT"],
  max: ["MIN", "SUM", "COUNT"],
  min: ["MAX", "AVG"],
};

/** Aggregates of the outermost SELECT, with what stands in their parentheses. */
function aggregates(gold: GoldQuery): { head: Piece; inner: string; end: number }[] {
  return piecesIn(gold, gold.clauses.select).flatMap((head) => {
    const at = gold.pieces.indexOf(head);
    if (!/^(?:count|sum|avg|max|min)$/.test(head.word) || gold.pieces[at + 1]?.text !== "(") {
      return [];
    }
    const close = gold.pieces.slice(at).find(({ text, depth }) =>
      text === ")" && depth === head.depth
    )!;
    return [{ head, inner: gold.sql.slice(gold.pieces[at + 1]!.end, close.start), end: close.end }];
  });
}

/** All families whose cause is `aggregation`. */
export const aggregationFamilies: readonly Family[] = [
  {
    name: "wrong_aggregate",
    type: "aggregation",
    mutate: ({ gold }) =>
      aggregates(gold).flatMap(({ head }) =>
        (others[head.word] ?? []).map((name) => replaceSpan(gold.sql, head, name))
      ),
  },
  {
    name: "sum_for_count",
    type: "aggregation",
    mutate: (subject) =>
      aggregates(subject.gold).filter(({ head, inner }) => head.word === "count" && inner === "*")
        .flatMap(({ head, end }) => {
          const numbers = columnUses(subject).filter(({ column }) => column.type !== "TEXT");
          return numbers.map(({ start, piece }) =>
            replaceSpan(
              subject.gold.sql,
              { start: head.start, end },
              `SUM(${subject.gold.sql.slice(start, piece.end)})`,
            )
          );
        }),
  },
  {
    name: "lost_distinct",
    type: "aggregation",
    mutate: ({ gold }) =>
      aggregates(gold).filter(({ inner }) => /^DISTINCT /i.test(inner)).map((
        { head, inner, end },
      ) =>
        replaceSpan(
          gold.sql,
          { start: head.start, end },
          `${head.text}(${inner.replace(/^DISTINCT /i, "")})`,
        )
      ),
  },
  {
    name: "gained_distinct",
    type: "aggregation",
    mutate: (subject) =>
      aggregates(subject.gold).filter(({ inner }) => inner === "*").flatMap(({ head, end }) =>
        columnUses(subject).filter(({ column }) =>
          column.type === "TEXT" || /_id$/.test(column.name)
        )
          .map(({ start, piece }) =>
            replaceSpan(
              subject.gold.sql,
              { start: head.start, end },
              `COUNT(DISTINCT ${subject.gold.sql.slice(start, piece.end)})`,
            )
          )
      ),
  },
  {
    name: "missing_aggregate",
    type: "aggregation",
    mutate: ({ gold }) =>
      aggregates(gold).map(({ head, inner, end }) =>
        replaceSpan(gold.sql, { start: head.start, end }, inner.replace(/^DISTINCT /i, ""))
      ),
  },
  {
    name: "missing_group_by",
    type: "aggregation",
    mutate: ({ gold }) =>
      gold.whole.group === undefined ? [] : [replaceSpan(gold.sql, gold.whole.group, "")],
  },
  {
    name: "wrong_group_by",
    type: "aggregation",
    mutate: (subject) =>
      columnUses(subject).filter(({ clause }) => clause === "group").flatMap((use) =>
        siblings(use).map((name) => replaceSpan(subject.gold.sql, use.piece, name))
      ),
  },
  {
    name: "superfluous_group_by",
    type: "aggregation",
    mutate: (subject) => {
      const { gold } = subject;
      if (gold.whole.group !== undefined || aggregates(gold).length === 0) return [];
      const at = (gold.whole.order ?? gold.whole.limit)?.start ?? gold.sql.length;
      return columnUses(subject).filter(({ clause }) => clause !== "from").map(
        ({ start, piece }) => {
          const added = ` GROUP BY ${gold.sql.slice(start, piece.end)} `;
          return (gold.sql.slice(0, at) + added + gold.sql.slice(at)).replace(/ {2,}/g, " ").trim();
        },
      );
    },
  },
  {
    name: "missing_having",
    type: "aggregation",
    mutate: ({ gold }) =>
      gold.whole.having === undefined ? [] : [replaceSpan(gold.sql, gold.whole.having, "")],
  },
  {
    name: "wrong_having",
    type: "aggregation",
    mutate: ({ gold }) =>
      piecesIn(gold, gold.clauses.having).flatMap((piece, at, all) => {
        if (piece.kind === "number") {
          return [1, -1].map((step) => replaceSpan(gold.sql, piece, String(+piece.text + step)));
        }
        const isOperator = /^[<>=]$/.test(piece.text) && !/^[<>=]$/.test(all[at - 1]?.text ?? "");
        const end = all[at + 1]?.text === "=" ? all[at + 1]!.end : piece.end;
        return isOperator
          ? ["<", "="].filter((sign) => sign !== gold.sql.slice(piece.start, end))
            .map((sign) => replaceSpan(gold.sql, { start: piece.start, end }, sign))
          : [];
      }),
  },
  {
    name: "aggregate_in_where",
    type: "aggregation",
    mutate: ({ gold }) => {
      const { group, having } = gold.whole;
      if (group !== undefined && having !== undefined) {
        const condition = textOf(gold, gold.clauses.having!);
        const rest = replaceSpan(gold.sql, having, "");
        const joiner = gold.whole.where === undefined ? "WHERE" : "AND";
        return [
          replaceSpan(rest, { start: group.start, end: group.start }, `${joiner} ${condition} `),
        ];
      }
      // A superlative by comparison with an aggregate outside a subquery.
      const nested = /= \(SELECT (MAX|MIN)\((\w+|"[^"]+")\) FROM [^()]*\)/;
      const found = nested.exec(gold.sql);
      return found === null ? [] : [gold.sql.replace(nested, `= ${found[1]}(${found[2]})`)];
    },
  },
  {
    name: "nested_aggregate",
    type: "aggregation",
    most: 15,
    mutate: ({ gold }) =>
      aggregates(gold).filter(({ head }) => head.word !== "count").map(({ head, inner, end }) =>
        replaceSpan(gold.sql, { start: head.start, end }, `${head.text}(COUNT(${inner}))`)
      ),
  },
];
