/**
 * A query as the structural rules see it.
 *
 * @module
 */

/** A column as the query names it. */
export interface ColumnExpression {
  /** Tag of the union. */
  readonly kind: "column";
  /** Table or alias before the dot; null where there is none. */
  readonly qualifier: string | null;
  /** Without quotes. */
  readonly name: string;
  /** Whether it is in double quotes, which SQLite may take for a string. */
  readonly quoted: boolean;
}

/** A literal. */
export interface ValueExpression {
  /** Tag of the union. */
  readonly kind: "value";
  /** Its type. */
  readonly type: "text" | "number" | "null" | "other";
  /** As text, without quotes. */
  readonly text: string;
}

/** A function call; `*` has one argument of kind `star`. */
export interface CallExpression {
  /** Tag of the union. */
  readonly kind: "call";
  /** In lower case. */
  readonly name: string;
  /** DISTINCT among its arguments. */
  readonly distinct: boolean;
  /** Its arguments. */
  readonly parts: readonly Expression[];
}

/** Anything else: operators by their sign, `in`, `between`, `like`, `is null`, `case`, `cast`, … */
export interface OperationExpression {
  /** Tag of the union. */
  readonly kind: "operation";
  /** Sign or word, in lower case. */
  readonly operator: string;
  /** With NOT. */
  readonly negated: boolean;
  /** Operands. */
  readonly parts: readonly Expression[];
}

/** A subquery within an expression. */
export interface QueryExpression {
  /** Tag of the union. */
  readonly kind: "query";
  /** The subquery. */
  readonly query: Query;
}

/** An expression. */
export type Expression =
  | ColumnExpression
  | ValueExpression
  | CallExpression
  | OperationExpression
  | QueryExpression
  | { readonly kind: "star" };

/** A table or subquery in FROM. */
export interface Source {
  /** Name of the table; empty for a subquery. */
  readonly table: string;
  /** Alias, or the table's name. */
  readonly alias: string;
  /** The subquery; null for a table. */
  readonly query: Query | null;
  /** How it joins what stands before it. */
  readonly join: "first" | "comma" | "inner" | "outer" | "cross" | "natural";
  /** The condition of its join; null where there is none. */
  readonly on: Expression | null;
  /** Columns of USING. */
  readonly using: readonly string[];
}

/** One SELECT. */
export interface Select {
  /** SELECT DISTINCT. */
  readonly distinct: boolean;
  /** Its output terms. */
  readonly outputs: readonly { readonly expression: Expression; readonly alias: string | null }[];
  /** Its tables. */
  readonly sources: readonly Source[];
  /** WHERE; null where there is none. */
  readonly where: Expression | null;
  /** Terms of GROUP BY. */
  readonly group: readonly Expression[];
  /** HAVING; null where there is none. */
  readonly having: Expression | null;
}

/** A whole query. */
export interface Query {
  /** Its SELECTs, one without a set operation. */
  readonly selects: readonly Select[];
  /** `union`, `union all`, `except`, `intersect`, the outermost; empty without one. */
  readonly setOperator: string;
  /** Terms of the outermost ORDER BY. */
  readonly order: readonly { readonly expression: Expression; readonly descending: boolean }[];
  /** Rows of LIMIT; null where there is none or it is no number. */
  readonly limit: number | null;
  /** Queries of WITH. */
  readonly named: readonly Query[];
}

/**
 * All parts of an expression, itself first; not those of subqueries.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { walk } from "./query.ts";
 * const column = { kind: "column", qualifier: null, name: "city", quoted: false } as const;
 * const call = { kind: "call", name: "lower", distinct: false, parts: [column] } as const;
 * assert.deepEqual([...walk(call)], [call, column]);
 * ```
 */
export function* walk(expression: Expression | null): Generator<Expression> {
  if (expression === null) return;
  yield expression;
  if (expression.kind !== "call" && expression.kind !== "operation") return;
  for (const part of expression.parts) yield* walk(part);
}

/** The outermost expressions of a SELECT, clause by clause. */
export function clausesOf(select: Select): readonly Expression[] {
  return [
    ...select.outputs.map(({ expression }) => expression),
    ...select.sources.flatMap(({ on }) => on === null ? [] : [on]),
    ...(select.where === null ? [] : [select.where]),
    ...select.group,
    ...(select.having === null ? [] : [select.having]),
  ];
}

/** Every SELECT of a query, subqueries included, the outermost first. */
export function* selectsOf(query: Query): Generator<Select> {
  for (const select of query.selects) {
    yield select;
    for (const { query: inner } of select.sources) if (inner !== null) yield* selectsOf(inner);
    for (const clause of clausesOf(select)) {
      for (const part of walk(clause)) if (part.kind === "query") yield* selectsOf(part.query);
    }
  }
  for (const named of query.named) yield* selectsOf(named);
  for (const { expression } of query.order) {
    for (const part of walk(expression)) if (part.kind === "query") yield* selectsOf(part.query);
  }
}

/** Conditions that AND joins. */
export function conjunctsOf(condition: Expression | null): readonly Expression[] {
  if (condition === null) return [];
  return condition.kind === "operation" && condition.operator === "and"
    ? condition.parts.flatMap(conjunctsOf)
    : [condition];
}
