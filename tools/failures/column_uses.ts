/**
 * Where a gold query names columns.
 *
 * @module
 */
import type { SchemaColumn, SchemaTable } from "../../lib/sql/read_schema.ts";
import { quoteName } from "../../lib/sql/render_schema.ts";
import { type Subject, tableNamed } from "./family.ts";
import { bareName, type Clause, type Piece } from "./gold_query.ts";

/** A column as a query names it. */
export interface ColumnUse {
  /** The column's name, without its qualifier. */
  readonly piece: Piece;
  /** Its table. */
  readonly table: SchemaTable;
  /** As declared. */
  readonly column: SchemaColumn;
  /** Offset where the qualifier starts, or the name where there is none. */
  readonly start: number;
  /** The clause that it stands in. */
  readonly clause: Clause | undefined;
}

/** Finds the columns of the outermost tables, in order. */
export function columnUses({ gold, schema }: Subject): readonly ColumnUse[] {
  const { pieces, sources, clauses } = gold;
  const known = sources.flatMap(({ table, alias }) => {
    const found = tableNamed(schema, table);
    return found === undefined ? [] : [{ table: found, alias: alias.toLowerCase() }];
  });
  const isInSource = (piece: Piece) =>
    sources.some(({ start, end, on }) =>
      piece.start >= start && piece.end <= (on === null ? end : on.start - 1)
    );
  return pieces.flatMap((piece, at): ColumnUse[] => {
    if (piece.kind !== "word" && piece.kind !== "quoted") return [];
    if (pieces[at + 1]?.text === "(" || pieces[at + 1]?.text === "." || isInSource(piece)) {
      return [];
    }
    if (pieces[at - 1]?.word === "as") return [];
    const name = bareName(piece.text).toLowerCase();
    const qualifier = pieces[at - 1]?.text === "."
      ? bareName(pieces[at - 2]!.text).toLowerCase()
      : null;
    for (const { table, alias } of known) {
      if (qualifier !== null && qualifier !== alias) continue;
      const column = table.columns.find((one) => one.name.toLowerCase() === name);
      if (column === undefined) continue;
      const clause = (Object.keys(clauses) as Clause[])
        .find((one) => piece.start >= clauses[one]!.start && piece.end <= clauses[one]!.end);
      const start = qualifier === null ? piece.start : pieces[at - 2]!.start;
      return [{ piece, table, column, start, clause }];
    }
    return [];
  });
}

/** Other columns of the same table with the same declared type, as SQL names them. */
export function siblings({ table, column }: ColumnUse): readonly string[] {
  return table.columns
    .filter(({ name, type }) => name !== column.name && type === column.type)
    .map(({ name }) => quoteName(name));
}
