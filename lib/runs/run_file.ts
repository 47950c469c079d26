/**
 * The run file's tables. One SQLite file holds one run; what a paper prints is computed from it.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { createSqliteStore } from "../memory/store.ts";
import { DatabaseSync } from "../sqlite.ts";

/**
 * Version of the tables below and of the chain of digests; a file of another version is refused.
 * Since 2 the chain starts from the manifest, and SQLite checks the types of all columns.
 */
export const runFileVersion = 2;

const tables = `
CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE schemas (digest TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
CREATE TABLE tasks (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
  file_index INTEGER NOT NULL, database_id TEXT NOT NULL, question TEXT NOT NULL,
  evidence TEXT NOT NULL, difficulty TEXT NOT NULL, twin_group TEXT NOT NULL,
  schema_digest TEXT NOT NULL REFERENCES schemas) STRICT;
CREATE TABLE episodes (position INTEGER PRIMARY KEY REFERENCES tasks, sequence INTEGER NOT NULL UNIQUE,
  outcome TEXT NOT NULL, solved_at INTEGER, note TEXT NOT NULL, digest TEXT NOT NULL) STRICT;
CREATE TABLE superseded (sequence INTEGER PRIMARY KEY, digest TEXT NOT NULL) STRICT;
CREATE TABLE attempts (position INTEGER NOT NULL REFERENCES episodes, number INTEGER NOT NULL,
  sql TEXT NOT NULL, completion TEXT NOT NULL, status TEXT NOT NULL, outcome TEXT NOT NULL,
  message TEXT NOT NULL, shape_rows INTEGER, shape_columns INTEGER, preview TEXT NOT NULL,
  reason TEXT NOT NULL, failure_type TEXT, rule TEXT, reflection TEXT,
  PRIMARY KEY (position, number), CHECK ((shape_rows IS NULL) = (shape_columns IS NULL)),
  CHECK ((failure_type IS NULL) = (rule IS NULL))) STRICT;
CREATE TABLE retrievals (position INTEGER NOT NULL, number INTEGER NOT NULL, place INTEGER NOT NULL,
  entry_id TEXT NOT NULL, rank INTEGER NOT NULL, dense REAL NOT NULL, lexical REAL NOT NULL,
  lexical_raw REAL NOT NULL, total REAL NOT NULL, pool_size INTEGER NOT NULL,
  PRIMARY KEY (position, number, place)) STRICT;
CREATE TABLE calls (position INTEGER NOT NULL, number INTEGER NOT NULL, place INTEGER NOT NULL,
  purpose TEXT NOT NULL, prompt_digest TEXT NOT NULL, text TEXT NOT NULL,
  prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL, cached_tokens INTEGER,
  duration_ms REAL NOT NULL, finish TEXT NOT NULL, source TEXT NOT NULL, retries INTEGER NOT NULL,
  PRIMARY KEY (position, number, place)) STRICT;
CREATE TABLE vectors (text TEXT PRIMARY KEY, vector BLOB NOT NULL) STRICT;
`;

/** Identifies a run file to SQLite tools: "mrun". */
const applicationId = 0x6d72756e;

/** SQLITE_READONLY_ROLLBACK: a kill left a write to undo, and a read-only connection cannot. */
const unfinishedWrite = 776;

/**
 * Makes a new, empty run file.
 *
 * @param path where it must not exist yet; `:memory:` is allowed
 * @returns an open connection, foreign keys on
 * @throws {InputError} where the file cannot be made
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createRunFile } from "./run_file.ts";
 * const database = createRunFile(":memory:");
 * assert.equal(database.prepare("SELECT count(*) AS n FROM episodes").get()!.n, 0);
 * database.close();
 * ```
 */
export function createRunFile(path: string): DatabaseSync {
  if (path !== ":memory:" && runFileExists(path)) {
    throw new InputError(
      `Cannot create run file "${path}": it is there already; resume it instead`,
    );
  }
  const database = open(path, {});
  try {
    database.exec(
      `BEGIN; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${runFileVersion}; ${tables}`,
    );
    createSqliteStore(database);
    database.exec("COMMIT");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens a run file.
 *
 * @param path an existing run file
 * @param options `readOnly` leaves the file as it is, but for undoing a write that a kill cut short
 * @returns an open connection
 * @throws {InputError} where the file is missing, truncated, no run file, of another version, or
 * its tables are not a run's
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { openRunFile } from "./run_file.ts";
 * assert.throws(() => openRunFile("missing.run.sqlite", { readOnly: true }), /missing.run.sqlite/);
 * ```
 */
export function openRunFile(path: string, options: { readonly readOnly: boolean }): DatabaseSync {
  if (!runFileExists(path)) {
    throw new InputError(`Cannot open run file "${path}": there is no such file`);
  }
  const database = open(path, options);
  let id: unknown, version: unknown;
  try {
    id = database.prepare("PRAGMA application_id").get()?.application_id;
    version = database.prepare("PRAGMA user_version").get()?.user_version;
    const damage = database.prepare("PRAGMA quick_check(1)").get()?.quick_check;
    if (damage !== "ok") throw new Error(String(damage));
    const page = database.prepare("PRAGMA page_size").get()!.page_size as number;
    if (Deno.statSync(path).size % page !== 0) throw new Error("The last page is cut short");
  } catch (cause) {
    database.close();
    if (options.readOnly && (cause as { errcode?: number }).errcode === unfinishedWrite) {
      openRunFile(path, { readOnly: false }).close();
      return openRunFile(path, options);
    }
    throw new InputError(`Cannot open run file "${path}": it is damaged or no SQLite file`, {
      cause,
    });
  }
  const fault = id !== applicationId
    ? "it is an SQLite file of something else"
    : findVersionFault(version as number) ?? findTableFault(database);
  if (fault === null) return database;
  database.close();
  throw new InputError(`Cannot open run file "${path}": ${fault}`);
}

function findVersionFault(version: number): string | null {
  if (version === runFileVersion) return null;
  return `its version is ${version}, need ${runFileVersion}; ` +
    (version < runFileVersion
      ? "an older kit wrote it: make the run again, its recording answers the calls"
      : "a newer kit wrote it");
}

/** The tables' definitions by name, blanks aside; made once. */
let definitions: ReadonlyMap<string, string> | undefined;

function readDefinitions(database: DatabaseSync): ReadonlyMap<string, string> {
  const rows = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").all();
  return new Map(rows.map(({ name, sql }) => [
    name as string,
    (sql as string).replace(/\s+/g, " "),
  ]));
}

/** With the tables as they were made, the quick check has looked at types and constraints too. */
function findTableFault(database: DatabaseSync): string | null {
  if (definitions === undefined) {
    using made = createRunFile(":memory:");
    definitions = readDefinitions(made);
  }
  const found = readDefinitions(database);
  for (const [name, definition] of definitions) {
    if (found.get(name) !== definition) {
      return `its table ${name} is ${found.has(name) ? "not as the kit makes it" : "missing"}`;
    }
  }
  // A reader may add indexes and views; a trigger would run on a resume.
  const trigger = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").get();
  return trigger === undefined ? null : `its trigger ${trigger.name} is not the kit's`;
}

function open(path: string, options: { readonly readOnly?: boolean }): DatabaseSync {
  try {
    const database = new DatabaseSync(path, options);
    database.exec("PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000");
    return database;
  } catch (cause) {
    throw new InputError(`Cannot open run file "${path}": ${(cause as Error).message}`, { cause });
  }
}

/**
 * Tells whether there is a file at a path.
 *
 * @throws {InputError} where the system does not let one look
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runFileExists } from "./run_file.ts";
 * assert.equal(runFileExists("missing.run.sqlite"), false);
 * ```
 */
export function runFileExists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return false;
    }
    throw new InputError(`Cannot look for run file "${path}": ${(error as Error).message}`, {
      cause: error,
    });
  }
}
