/**
 * The parts of `node:sqlite` that Deno 2.9.6 has and its type declarations lack.
 *
 * @module
 */
import { constants, type DatabaseSync, type StatementSync } from "../sqlite.ts";

/** Names of the constants that the kit uses. */
export type SqliteConstantName =
  | "OK"
  | "DENY"
  | "SELECT"
  | "READ"
  | "RECURSIVE"
  | "FUNCTION"
  | "PRAGMA"
  | "TRANSACTION"
  | "SAVEPOINT";

/** What {@link withExtras} adds to a connection's type. */
export interface ConnectionExtras {
  /** Sets the function that allows or denies each action of a statement as it is prepared. */
  setAuthorizer(
    callback: (action: number, first: string | null, second: string | null) => number,
  ): void;
  /** Run-time limits; `length` is the most bytes of one value. */
  readonly limits: { length: number };
}

/** SQLite's constants by name, without the prefix `SQLITE_`. */
export const sqliteConstants: Readonly<Record<SqliteConstantName, number>> = Object.fromEntries(
  Object.entries(constants).map(([name, value]) => [name.replace(/^SQLITE_/, ""), value]),
) as Record<SqliteConstantName, number>;

/**
 * The same connection, typed with its authorizer and its run-time limits.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "../sqlite.ts";
 * import { withExtras } from "./sqlite_extras.ts";
 * const database = withExtras(new DatabaseSync(":memory:"));
 * database.limits.length = 1000;
 * database.close();
 * ```
 */
export function withExtras(database: DatabaseSync): DatabaseSync & ConnectionExtras {
  return database as DatabaseSync & ConnectionExtras;
}

/**
 * Makes a statement give its rows as arrays, INTEGER as `bigint`.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "../sqlite.ts";
 * import { readExactly } from "./sqlite_extras.ts";
 * const database = new DatabaseSync(":memory:");
 * const [row] = readExactly(database.prepare("SELECT 1, 1.0")).all();
 * database.close();
 * if (!Array.isArray(row) || row[0] !== 1n) throw new Error("Expected an array with 1n");
 * ```
 */
export function readExactly(statement: StatementSync): StatementSync {
  (statement as StatementSync & { setReturnArrays(enabled: boolean): void }).setReturnArrays(true);
  statement.setReadBigInts(true);
  return statement;
}
