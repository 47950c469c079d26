/**
 * Rows one at a time, with the errors that the SQLite binding keeps to itself.
 *
 * `StatementSync.iterate()` of Deno 2.9.6 ends silently where a step fails (integer overflow, out
 * of memory, malformed JSON), so that a failed query looks like a short result. The connection
 * still knows: a registration that SQLite refuses without touching its error state throws with the
 * text of the last error.
 *
 * @module
 */
import type { Cell } from "../domain.ts";
import type { DatabaseSync, StatementSync } from "../sqlite.ts";
import { readExactly } from "./sqlite_extras.ts";

/** SQLite's text for "the last call succeeded". */
const noError = "not an error";
const SQLITE_ERROR = 1;
/** SQLite refuses function names of more than 255 bytes. */
const refusedName = "x".repeat(256);

function lastError(database: DatabaseSync): string {
  try {
    database.function(refusedName, () => null);
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error("Cannot read SQLite's error state: this version of Deno hides it");
}

/**
 * Runs a statement and gives its rows, one at a time.
 *
 * @param database the statement's connection
 * @param statement a query without parameters
 * @returns rows as arrays, INTEGER as `bigint`
 * @throws {Error} SQLite's own error, with `errcode`, where a step fails
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "../sqlite.ts";
 * import { iterateRows } from "./iterate_rows.ts";
 * const database = new DatabaseSync(":memory:");
 * const rows = [...iterateRows(database, database.prepare("VALUES (1), (2.5)"))];
 * database.close();
 * if (rows[0]?.[0] !== 1n || rows[1]?.[0] !== 2.5) throw new Error("Expected two rows");
 * ```
 */
export function* iterateRows(
  database: DatabaseSync,
  statement: StatementSync,
): Generator<Cell[], void> {
  yield* readExactly(statement).iterate() as unknown as Iterable<Cell[]>;
  const message = lastError(database);
  if (message === noError) return;
  // A second run fails as the first did, and throws the error with its code.
  statement.all();
  throw Object.assign(new Error(message), { errcode: SQLITE_ERROR });
}

/**
 * Checks that a failing step is seen on this version of Deno.
 *
 * @throws {Error} when it would pass for the end of the rows
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "../sqlite.ts";
 * import { assertErrorsAreSeen } from "./iterate_rows.ts";
 * const database = new DatabaseSync(":memory:");
 * assertErrorsAreSeen(database);
 * database.close();
 * ```
 */
export function assertErrorsAreSeen(database: DatabaseSync): void {
  const failing = database.prepare("SELECT 1 UNION ALL SELECT abs(-9223372036854775808)");
  let seen = false;
  try {
    [...iterateRows(database, failing)];
  } catch (error) {
    seen = error instanceof Error && error.message === "integer overflow";
  }
  if (!seen) throw new Error("Cannot trust rows: this version of Deno hides a failed step");
}
