/**
 * Runs one untrusted statement on a guarded connection.
 *
 * @module
 */
import type { Cell, SqlOutcome } from "../domain.ts";
import type { DatabaseSync, StatementSync } from "../sqlite.ts";
import { iterateRows } from "./iterate_rows.ts";
import { mendTexts } from "./mend_texts.ts";
import type { GuardedConnection } from "./guarded_connection.ts";
import type { SqlLimits } from "./limits.ts";
import { scanSql } from "./scan_sql.ts";

const SQLITE_ERROR = 1;
const SQLITE_NOMEM = 7;
const SQLITE_CORRUPT_VTAB = 267;

/** What SQLite says where it cannot read the file: of no statement's making. */
const brokenFile = new Set([
  "database is locked",
  "database disk image is malformed",
  "disk I/O error",
  "file is not a database",
  "locking protocol",
  "unable to open database file",
]);

/**
 * A database file that cannot be read: locked, damaged or gone. It says nothing about the statement.
 *
 * @example
 * ```ts
 * import { BrokenFile } from "./run_statement.ts";
 * if (!(new BrokenFile("database is locked") instanceof Error)) throw new Error("Expected an Error");
 * ```
 */
export class BrokenFile extends Error {
  /** Name of the class, for logs. */
  override readonly name = "BrokenFile";
}

/** True for text without a statement: blanks, comments and semicolons. */
function isBlank(sql: string): boolean {
  for (const { kind, text } of scanSql(sql)) {
    if (kind !== "space" && kind !== "comment" && text !== ";") return false;
  }
  return true;
}

function firstWord(sql: string): string {
  for (const { kind, text } of scanSql(sql)) if (kind === "word") return text.toUpperCase();
  return "";
}

function failure(code: number, message: string): SqlOutcome {
  return { kind: "error", code, message };
}

/** SQLite's error as an outcome; a broken file and what is no answer of SQLite's are thrown. */
function outcomeOf(error: unknown, guarded: GuardedConnection): SqlOutcome {
  const refusal = guarded.takeRefusal();
  if (refusal?.isWrite) return { kind: "write_attempt", message: refusal.message };
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") {
    throw error;
  }
  // A virtual table calls bytes malformed that a statement may have handed it.
  if (brokenFile.has(error.message) && error.errcode !== SQLITE_CORRUPT_VTAB) {
    throw new BrokenFile(error.message, { cause: error });
  }
  return failure(error.errcode & 0xff, refusal?.message ?? error.message);
}

/** SQL with its parameters filled in; undefined for an empty statement, which has none. */
function expand(statement: StatementSync): string | undefined {
  try {
    return statement.expandedSQL;
  } catch {
    return undefined;
  }
}

function prepare(guarded: GuardedConnection, sql: string): StatementSync | SqlOutcome {
  if (sql.includes("\0")) return failure(SQLITE_ERROR, "SQL holds a NUL character");
  if (!sql.isWellFormed()) return failure(SQLITE_ERROR, "SQL holds a lone surrogate");
  if (isBlank(sql)) return { kind: "no_statement" };
  const statement = guarded.database.prepare(sql);
  const isQuery = statement.columns().length > 0;
  const expanded = expand(statement);
  if (expanded === undefined) {
    return isQuery ? failure(SQLITE_NOMEM, "out of memory") : { kind: "several_statements" };
  }
  if (!isBlank(sql.slice(statement.sourceSQL.length))) return { kind: "several_statements" };
  if (expanded !== statement.sourceSQL) return { kind: "unbound_parameter" };
  // No authorizer sees VACUUM, or REINDEX without an index, before it runs.
  if (!isQuery) return { kind: "write_attempt", message: `not authorized: ${firstWord(sql)}` };
  return statement;
}

function sizeOf(cell: Cell): number {
  if (typeof cell === "string" || cell instanceof Uint8Array) return 8 + cell.length;
  return 8;
}

function readRows(
  { database, statement, limits, deadline }: {
    readonly database: DatabaseSync;
    readonly statement: StatementSync;
    readonly limits: SqlLimits;
    readonly deadline: number;
  },
): SqlOutcome {
  const rows: Cell[][] = [];
  let bytes = 0;
  for (const row of iterateRows(database, statement)) {
    if (rows.length === limits.maxRows) {
      return { kind: "too_large", limit: "rows", cap: limits.maxRows };
    }
    for (const cell of row) bytes += sizeOf(cell);
    if (bytes > limits.maxBytes) {
      return { kind: "too_large", limit: "bytes", cap: limits.maxBytes };
    }
    rows.push(row);
    if (rows.length % 256 === 0 && performance.now() > deadline) break;
  }
  if (performance.now() > deadline) return { kind: "timeout", limitMs: limits.timeoutMs };
  const columns = statement.columns().map(({ name }) => name);
  return { kind: "rows", columns, rows, invalidUtf8: false };
}

/**
 * Runs one statement to its end and says what came of it.
 *
 * A result is read row by row, so that a limit ends it early. `EXPLAIN` of a query gives rows as
 * SQLite does; transaction control and reading PRAGMAs are errors with code 23 (not authorized).
 * A text cell with bytes that are not UTF-8 loses those bytes and sets `invalidUtf8`.
 *
 * @param guarded the connection; it stays usable whatever the outcome
 * @param sql any text
 * @param limits `heapBytes` is not looked at: it belongs to the connection
 * @throws {BrokenFile} where the file is locked, damaged or gone
 * @throws whatever is no answer of SQLite's, such as a closed connection
 *
 * @example
 * ```ts
 * import { openGuardedConnection } from "./guarded_connection.ts";
 * import { defaultSqlLimits } from "./limits.ts";
 * import { runStatement } from "./run_statement.ts";
 * const guarded = openGuardedConnection(":memory:", 1e8);
 * const outcome = runStatement(guarded, "SELECT 1; SELECT 2", defaultSqlLimits);
 * guarded.database.close();
 * if (outcome.kind !== "several_statements") throw new Error(`Unexpected ${outcome.kind}`);
 * ```
 */
export function runStatement(
  guarded: GuardedConnection,
  sql: string,
  limits: SqlLimits,
): SqlOutcome {
  const deadline = performance.now() + limits.timeoutMs;
  try {
    const statement = prepare(guarded, sql);
    if ("kind" in statement) return statement;
    const { database } = guarded;
    const outcome = readRows({ database, statement, limits, deadline });
    return outcome.kind === "rows" ? mendTexts(database, statement.sourceSQL, outcome) : outcome;
  } catch (error) {
    return outcomeOf(error, guarded);
  } finally {
    guarded.takeRefusal();
  }
}
