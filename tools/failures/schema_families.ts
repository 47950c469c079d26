/**
 * Mutations of names and links.
 *
 * @module
 */
import { quoteName } from "../../lib/sql/render_schema.ts";
import { columnUses, siblings } from "./column_uses.ts";
import { type Family, type Subject, tableNamed } from "./family.ts";
import { piecesIn, replaceSpan, textOf } from "./gold_query.ts";

/** Names that somebody who knows the thing, but not its name, would write. */
function misspell(name: string, endings: readonly [string, string]): readonly string[] {
  const snake = name.replaceAll(" ", "_");
  const camel = snake.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return [
    snake.endsWith("s") ? snake.slice(0, -1) : `${snake}s`,
    camel === snake ? snake + endings[0] : camel,
    camel === snake ? snake + endings[1] : snake.replaceAll("_", ""),
  ];
}

/** Drops a table's join and the qualifier of its columns. */
function dropJoins({ gold }: Subject): readonly string[] {
  return gold.sources.slice(1).map((source) => {
    const dots = gold.pieces.filter((piece, at) =>
      gold.pieces[at + 1]?.text === "." && piece.word === source.alias.toLowerCase() &&
      (piece.start < source.start || piece.start >= source.end)
    );
    return [source, ...dots.map(({ start, end }) => ({ start, end: end + 1 }))]
      .toSorted((a, b) => b.start - a.start)
      .reduce(
        (sql, span) =>
          span === source
            ? replaceSpan(sql, span, "")
            : sql.slice(0, span.start) + sql.slice(span.end),
        gold.sql,
      );
  });
}

/** Compares other columns of the two tables in the condition of a join. */
function otherKeys(subject: Subject): readonly string[] {
  const uses = columnUses(subject);
  return subject.gold.sources.flatMap(({ on }) =>
    on === null ? [] : uses
      .filter(({ piece }) => piece.start >= on.start && piece.end <= on.end)
      .flatMap((use) =>
        siblings(use).filter((name) => /id|code|imo|station|port|section|film|person/.test(name))
          .map((name) => replaceSpan(subject.gold.sql, use.piece, name))
      )
  );
}

/** Joins a table that refers to one of the query's and that nobody asked for. */
function moreJoins({ gold, schema }: Subject): readonly string[] {
  const last = gold.sources.at(-1);
  if (last === undefined) return [];
  return gold.sources.flatMap(({ table, alias }) =>
    schema.tables.flatMap((child) =>
      gold.sources.some((source) => source.table === child.name) ? [] : child.foreignKeys
        .filter((key) => key.referencedTable === table && key.columns.length === 1)
        .map((key) => {
          const here = quoteName(alias), there = quoteName(child.name);
          const link = `${there}.${quoteName(key.columns[0]!)} = ${here}.${
            quoteName(key.referencedColumns[0]!)
          }`;
          return replaceSpan(
            gold.sql,
            { start: last.end, end: last.end },
            ` JOIN ${there} ON ${link}`,
          );
        })
    )
  );
}

/** Reads another table that has all or most of the columns that the query names. */
function otherTables(subject: Subject): readonly string[] {
  const { gold, schema } = subject;
  const [only, ...others] = gold.sources;
  if (only === undefined || others.length > 0) return [];
  const names = new Set(columnUses(subject).map(({ column }) => column.name));
  const at = piecesIn(gold, only).find(({ kind }) => kind === "word" || kind === "quoted")!;
  return schema.tables
    .filter(({ name, columns }) =>
      name !== only.table &&
      (names.size === 0 || columns.some((column) => names.has(column.name)))
    )
    .map(({ name }) => replaceSpan(gold.sql, at, quoteName(name)));
}

/** Binds a column to the alias of another table of the query. */
function otherAliases(subject: Subject): readonly string[] {
  const { gold } = subject;
  return columnUses(subject).flatMap(({ start, piece, table, clause }) =>
    start === piece.start || clause === "from" ? [] : gold.sources
      .filter((source) => source.table !== table.name)
      .map(({ alias }) =>
        replaceSpan(gold.sql, { start, end: piece.start }, `${quoteName(alias)}.`)
      )
  );
}

/** All families whose cause is `schema_linking`. */
export const schemaFamilies: readonly Family[] = [
  {
    name: "wrong_column",
    type: "schema_linking",
    mutate: (subject) =>
      columnUses(subject).filter(({ clause }) => clause === "select").flatMap((use) =>
        siblings(use).map((name) => replaceSpan(subject.gold.sql, use.piece, name))
      ),
  },
  {
    name: "wrong_column_in_condition",
    type: "schema_linking",
    mutate: (subject) =>
      columnUses(subject).filter(({ clause }) => clause === "where").flatMap((use) =>
        siblings(use).map((name) => replaceSpan(subject.gold.sql, use.piece, name))
      ),
  },
  {
    name: "misspelt_column",
    type: "schema_linking",
    mutate: (subject) =>
      columnUses(subject).flatMap(({ piece, column }) =>
        misspell(column.name, ["_name", "_id"]).map((name) =>
          replaceSpan(subject.gold.sql, piece, name)
        )
      ),
  },
  {
    name: "misspelt_table",
    type: "schema_linking",
    mutate: ({ gold }) =>
      gold.sources.flatMap((source) => {
        const at = piecesIn(gold, source)
          .find(({ kind, word }) =>
            (kind === "word" || kind === "quoted") && !["left", "join", "inner"].includes(word)
          )!;
        return misspell(source.table, ["_table", "_data"]).map((name) =>
          replaceSpan(gold.sql, at, name)
        );
      }),
  },
  { name: "wrong_table", type: "schema_linking", mutate: otherTables },
  { name: "missing_join", type: "schema_linking", mutate: dropJoins },
  { name: "wrong_join_path", type: "schema_linking", mutate: otherKeys },
  {
    name: "missing_join_condition",
    type: "schema_linking",
    most: 20,
    // Of two tables: the product of three may take longer than there is time.
    mutate: ({ gold }) =>
      gold.sources.length > 2
        ? []
        : gold.sources.flatMap(({ on }) =>
          on === null ? [] : [replaceSpan(gold.sql, { start: on.start - 3, end: on.end }, "")]
        ),
  },
  { name: "superfluous_join", type: "schema_linking", mutate: moreJoins },
  { name: "wrong_alias", type: "schema_linking", mutate: otherAliases },
  {
    name: "unquoted_name",
    type: "schema_linking",
    mutate: ({ gold }) =>
      gold.pieces.filter(({ kind, text }) => kind === "quoted" && text.includes(" ")).map((piece) =>
        replaceSpan(gold.sql, piece, piece.text.slice(1, -1))
      ),
  },
  {
    name: "ambiguous_name",
    type: "schema_linking",
    most: 20,
    mutate: (subject) =>
      columnUses(subject).flatMap(({ start, piece, column }) => {
        const holders = subject.gold.sources.filter(({ table }) =>
          tableNamed(subject.schema, table)?.columns.some(({ name }) => name === column.name)
        );
        if (start === piece.start || holders.length < 2) return [];
        return [
          replaceSpan(subject.gold.sql, { start, end: piece.end }, textOf(subject.gold, piece)),
        ];
      }),
  },
];
