/**
 * All or nothing.
 *
 * @module
 */
import type { DatabaseSync } from "./sqlite.ts";

/**
 * Does some work in one transaction, which is undone where the work throws.
 *
 * @param database an open, writable connection, in no transaction
 * @param work what to do; synchronous
 * @throws whatever the work or SQLite throws
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { DatabaseSync } from "./sqlite.ts";
 * import { transaction } from "./transaction.ts";
 * using database = new DatabaseSync(":memory:");
 * const fail = () => {
 *   database.exec("CREATE TABLE t (a)");
 *   throw new Error("No");
 * };
 * assert.throws(() => transaction(database, fail), /No/);
 * assert.equal(database.prepare("SELECT count(*) AS n FROM sqlite_schema").get()!.n, 0);
 * ```
 */
export function transaction(database: DatabaseSync, work: () => void): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    work();
    database.exec("COMMIT");
  } catch (error) {
    // SQLite may have ended it already, as after a full disk.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
