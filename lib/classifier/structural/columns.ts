/**
 * Columns of a query, of its schema and of its question.
 *
 * @module
 */
import { type Clues, isMentioned, nameStems, tableNamed } from "./clues.ts";
import { clausesOf, type ColumnExpression, type Expression, type Select, walk } from "./query.ts";
import { stemsOf } from "./read_question.ts";
import type { KnownTable } from "./read_tables.ts";

/** Whether two names differ in letter case at most. */
export function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The columns within an expression, in order. */
export function columnsIn(expression: Expression | null): readonly ColumnExpression[] {
  return [...walk(expression)].flatMap((part) => part.kind === "column" ? [part] : []);
}

/** Every column that a SELECT names, without those of subqueries. */
export function columnsOf(select: Select): readonly ColumnExpression[] {
  return clausesOf(select).flatMap(columnsIn);
}

/** Whether a column is a table's whole key, part of it, or refers to another table. */
export function isKey(column: ColumnExpression, table: KnownTable): boolean {
  return table.primaryKey.some((key) => sameName(key, column.name)) ||
    table.links.some((link) => sameName(link.column, column.name));
}

/** Columns of the read tables that the question names and the query does not use. */
export function forgottenColumns(clues: Clues): readonly string[] {
  const { top, tables, question, selects } = clues;
  if (top === null) return [];
  const used = new Set(
    [
      ...selects.flatMap(columnsOf),
      ...clues.query!.order.flatMap(({ expression }) => columnsIn(expression)),
    ].map(({ name }) => name.toLowerCase()),
  );
  const tableWords = new Set(tables.flatMap(({ name }) => stemsOf(name)));
  return top.sources.flatMap(({ table }) => tableNamed(tables, table)?.columns ?? [])
    .filter((name) =>
      !used.has(name.toLowerCase()) && isMentioned(name, question) &&
      !nameStems(name).every((stem) => tableWords.has(stem)) && !/^(?:id|\w+_id)$/.test(name)
    );
}

/** Whether nothing in question or evidence speaks of a column. */
export function isUncalledFor(column: ColumnExpression, clues: Clues): boolean {
  return !nameStems(column.name).some((stem) =>
    clues.question.stems.includes(stem) || clues.question.evidenceStems.has(stem)
  );
}
