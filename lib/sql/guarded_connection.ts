/**
 * A connection on which untrusted SQL may read and do nothing else.
 *
 * @module
 */
import { DatabaseSync } from "../sqlite.ts";
import { assertErrorsAreSeen } from "./iterate_rows.ts";
import { sqliteConstants, withExtras } from "./sqlite_extras.ts";

/** What a guard refused. */
export interface Refusal {
  /** What was refused, in SQLite's wording where it has one. */
  readonly message: string;
  /** True for what would change a file, a schema or a connection. */
  readonly isWrite: boolean;
}

/** A read-only connection behind an authorizer. */
export interface GuardedConnection {
  /** The connection itself. */
  readonly database: DatabaseSync;
  /** Hands out what was refused since the last call, and forgets it. */
  takeRefusal(): Refusal | undefined;
}

/** In bytes: far beyond any result that passes the limits, and what the binding can still read. */
const longestValue = 128 * 1024 ** 2;

const deniedFunctions = new Set([
  "load_extension",
  "readfile",
  "writefile",
  "edit",
  "fts3_tokenizer",
]);

const readingPragmas = new Set(
  ("collation_list compile_options database_list foreign_key_list freelist_count function_list " +
    "index_info index_list index_xinfo integrity_check module_list page_count pragma_list " +
    "quick_check table_info table_list table_xinfo foreign_key_check").split(" "),
);
const writingPragmas = new Set(
  "incremental_vacuum optimize shrink_memory wal_checkpoint".split(" "),
);

const actionNames = new Map(
  Object.entries(sqliteConstants)
    .filter(([name]) => !/^(?:CHANGESET_.*|OK|DENY|IGNORE|COPY)$/.test(name))
    .map(([name, code]) => [code, name.replaceAll("_", " ")]),
);

/** Names what is refused; undefined where the action is allowed. */
function judgeAction(action: number, first: string | null, second: string | null) {
  switch (action) {
    case sqliteConstants.SELECT:
    case sqliteConstants.READ:
    case sqliteConstants.RECURSIVE:
      return undefined;
    case sqliteConstants.FUNCTION:
      return deniedFunctions.has((second ?? "").toLowerCase())
        ? { message: `not authorized to use function: ${second}`, isWrite: false }
        : undefined;
    case sqliteConstants.PRAGMA: {
      const pragma = (first ?? "").toLowerCase();
      const isWrite = writingPragmas.has(pragma) ||
        (second !== null && !readingPragmas.has(pragma));
      return { message: `not authorized: PRAGMA ${pragma}`, isWrite };
    }
    case sqliteConstants.TRANSACTION:
    case sqliteConstants.SAVEPOINT:
      return { message: `not authorized: ${first ?? "transaction"}`, isWrite: false };
    default: {
      const name = actionNames.get(action) ?? `action ${action}`;
      return { message: `not authorized: ${name}${first ? ` ${first}` : ""}`, isWrite: true };
    }
  }
}

/**
 * Opens a database for untrusted SQL: read-only, double-quoted strings on as in SQLite's own shell,
 * temporary tables in memory, and an authorizer that allows reading and calling functions only.
 *
 * @param path an existing SQLite file
 * @param heapBytes most heap of SQLite in this process, in bytes; it can be lowered but not raised
 * @throws {Error} SQLite's own error for a file that is missing or no database
 *
 * @example
 * ```ts
 * import { openGuardedConnection } from "./guarded_connection.ts";
 * const guarded = openGuardedConnection(":memory:", 1e8);
 * let message = "";
 * try {
 *   guarded.database.prepare("CREATE TABLE t (a)");
 * } catch {
 *   message = guarded.takeRefusal()?.message ?? "";
 * }
 * guarded.database.close();
 * if (!message.startsWith("not authorized")) throw new Error("Expected a refusal");
 * ```
 */
export function openGuardedConnection(path: string, heapBytes: number): GuardedConnection {
  const database = withExtras(
    new DatabaseSync(path, {
      readOnly: path !== ":memory:",
      enableDoubleQuotedStringLiterals: true,
    }),
  );
  database.limits.length = longestValue;
  database.exec(`PRAGMA hard_heap_limit = ${heapBytes}; PRAGMA temp_store = MEMORY`);
  database.prepare("SELECT count(*) FROM sqlite_schema").get();
  // A wait for another program's lock would count as the statement's own time.
  database.exec("PRAGMA busy_timeout = 0");
  assertErrorsAreSeen(database);
  let refusal: Refusal | undefined;
  database.setAuthorizer((action, first, second) => {
    const refused = judgeAction(action, first, second);
    if (refused === undefined) return sqliteConstants.OK;
    refusal ??= refused;
    return sqliteConstants.DENY;
  });
  return {
    database,
    takeRefusal() {
      const taken = refusal;
      refusal = undefined;
      return taken;
    },
  };
}
