/**
 * All that the rules look at, read once for each failed query.
 *
 * @module
 */
import type { FailedQuery } from "../failed_query.ts";
import {
  type ColumnExpression,
  conjunctsOf,
  type Expression,
  type Query,
  type Select,
  selectsOf,
  walk,
} from "./query.ts";
import { type Question, readQuestion, stemsOf } from "./read_question.ts";
import { type KnownTable, readTables } from "./read_tables.ts";

/** A comparison of a column (or a function of it) with literals. */
export interface Comparison {
  /** `=`, `<`, `in`, `between`, `like`, … */
  readonly operator: string;
  /** With NOT. */
  readonly negated: boolean;
  /** The side with columns. */
  readonly left: Expression;
  /** Its first column. */
  readonly column: ColumnExpression;
  /** The literals. */
  readonly values: readonly { readonly type: string; readonly text: string }[];
}

/** A failed query and what was read of it. */
export interface Clues {
  /** As it was observed. */
  readonly failed: FailedQuery;
  /** The query; null where the parser reads none. */
  readonly query: Query | null;
  /** Its first SELECT; null where there is none. */
  readonly top: Select | null;
  /** Every SELECT, subqueries included. */
  readonly selects: readonly Select[];
  /** The schema's tables. */
  readonly tables: readonly KnownTable[];
  /** The question. */
  readonly question: Question;
  /** Comparisons with literals in WHERE and ON of every SELECT. */
  readonly comparisons: readonly Comparison[];
}

const comparing = new Set(["=", "<>", "<", "<=", ">", ">=", "in", "between", "like"]);

function readComparison(part: Expression): readonly Comparison[] {
  if (part.kind !== "operation" || !comparing.has(part.operator)) return [];
  const { operator, negated } = part;
  const sides = [part.parts[0]!, ...part.parts.slice(1)];
  const holder = sides.find((side) => columnIn(side) !== null);
  const values = sides.flatMap((side) => side.kind === "value" ? [side] : []);
  if (holder === undefined || values.length === 0) return [];
  return [{ operator, negated, left: holder, column: columnIn(holder)!, values }];
}

/** The first column of an expression; null where it has none. */
export function columnIn(expression: Expression): ColumnExpression | null {
  for (const part of walk(expression)) if (part.kind === "column") return part;
  return null;
}

/** The tables that a SELECT reads by name. */
export function tablesOf(select: Select, tables: readonly KnownTable[]): readonly KnownTable[] {
  return select.sources.flatMap(({ table }) => tableNamed(tables, table) ?? []);
}

/** A table by its name, in any letter case. */
export function tableNamed(tables: readonly KnownTable[], name: string): KnownTable | undefined {
  return tables.find((table) => table.name.toLowerCase() === name.toLowerCase());
}

/** The table that a column of a SELECT belongs to. */
export function tableOf(
  column: ColumnExpression,
  select: Select,
  tables: readonly KnownTable[],
): KnownTable | undefined {
  const name = column.name.toLowerCase();
  const sources = column.qualifier === null ? select.sources : select.sources
    .filter(({ alias }) => alias.toLowerCase() === column.qualifier!.toLowerCase());
  return sources.map(({ table }) => tableNamed(tables, table))
    .find((table) => table?.columns.some((one) => one.toLowerCase() === name));
}

/** Stems of a name that a question would use: ids and units are dropped. */
export function nameStems(name: string): readonly string[] {
  const stems = stemsOf(name);
  const telling = stems.filter((stem) => !/^(?:id|kg|cent|no|nr)$/.test(stem));
  return telling.length > 0 ? telling : stems;
}

/** Whether all words of a name stand in the question. */
export function isMentioned(name: string, { stems }: Question): boolean {
  return nameStems(name).every((stem) => stems.includes(stem));
}

/** Reads a failed query. */
export function readClues(failed: FailedQuery, query: Query | null): Clues {
  const selects = query === null ? [] : [...selectsOf(query)];
  const conditions = selects.flatMap((
    { where, sources },
  ) => [where, ...sources.map(({ on }) => on)]);
  return {
    failed,
    query,
    top: query?.selects[0] ?? null,
    selects,
    tables: readTables(failed.schema),
    question: readQuestion(failed.question, failed.evidence),
    comparisons: conditions.flatMap((condition) => [...walk(condition)].flatMap(readComparison)),
  };
}

/** Conditions of a SELECT's WHERE that AND joins. */
export function conditionsOf(select: Select): readonly Expression[] {
  return conjunctsOf(select.where);
}

/** Every part of every WHERE and ON. */
export function conditionParts({ selects }: Clues): readonly Expression[] {
  return selects.flatMap(({ where, sources }) =>
    [where, ...sources.map(({ on }) => on)].flatMap((condition) => [...walk(condition)])
  );
}

/** Whether an operation compares columns with each other, as joins do. */
export function comparesColumns(sides: readonly Expression[]): boolean {
  return sides.every(({ kind }) => kind === "column");
}
