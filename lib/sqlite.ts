/**
 * The one door to SQLite (`node:sqlite`, which stands in for @db/sqlite).
 *
 * @module
 */
export { constants, DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
