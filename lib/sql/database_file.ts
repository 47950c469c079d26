/**
 * Which file may be read for a database.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { InputError } from "../errors.ts";
import { DatabaseSync } from "../sqlite.ts";

const headerLength = 20;
const writeVersionAt = 18;
const walVersion = 2;

/** A database's file as it is now. */
export interface DatabaseFile {
  /** Real path: symbolic links are resolved. */
  readonly path: string;
  /** Differs where the path leads to another file or the file was written since. */
  readonly version: string;
  /** True in WAL mode: even a read-only connection writes files beside such a database. */
  readonly hasLog: boolean;
}

function statOrNull(path: string): Deno.FileInfo | null {
  // A look at a missing file costs five times as much where it makes an exception.
  if (!existsSync(path)) return null;
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function isInWalMode(path: string): boolean {
  using file = Deno.openSync(path);
  const header = new Uint8Array(headerLength);
  return file.readSync(header) === headerLength && header[writeVersionAt] === walVersion;
}

/**
 * Finds the file behind a path.
 *
 * @param path path of an existing SQLite file
 * @throws {InputError} when there is no such file, it cannot be read, or it is no file
 *
 * @example
 * ```ts
 * import { InputError } from "../errors.ts";
 * import { findDatabaseFile } from "./database_file.ts";
 * let error: unknown;
 * try {
 *   findDatabaseFile("no/such/file.sqlite");
 * } catch (caught) {
 *   error = caught;
 * }
 * if (!(error instanceof InputError)) throw new Error("Expected a missing file to be refused");
 * ```
 */
export function findDatabaseFile(path: string): DatabaseFile {
  try {
    const realPath = Deno.realPathSync(path);
    const file = Deno.statSync(realPath);
    if (!file.isFile) throw new Error("it is not a file");
    const log = statOrNull(`${realPath}-wal`);
    const marks = [file, log].map((
      info,
    ) => [info?.dev, info?.ino, info?.size, info?.mtime?.getTime()]);
    return {
      path: realPath,
      version: JSON.stringify(marks),
      hasLog: log !== null || isInWalMode(realPath),
    };
  } catch (cause) {
    throw cannotOpen(path, cause);
  }
}

/**
 * Copies a database in WAL mode, what its log holds included, to a temporary folder of its own and
 * takes the copy out of WAL mode.
 *
 * @returns the copy's path and the folder to remove afterwards
 * @throws {InputError} when SQLite cannot read the copy
 *
 * @example
 * ```ts
 * import { copyWithoutLog } from "./database_file.ts";
 * import { DatabaseSync } from "../sqlite.ts";
 * const folder = await Deno.makeTempDir();
 * const database = new DatabaseSync(`${folder}/a.sqlite`);
 * database.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (a)");
 * const copy = copyWithoutLog(`${folder}/a.sqlite`);
 * database.close();
 * const copied = new DatabaseSync(copy.path, { readOnly: true });
 * const row = copied.prepare("SELECT name FROM sqlite_schema").get();
 * copied.close();
 * await Deno.remove(copy.folder, { recursive: true });
 * await Deno.remove(folder, { recursive: true });
 * if (row?.name !== "t") throw new Error("Expected the table that only the log held");
 * ```
 */
export function copyWithoutLog(path: string): { path: string; folder: string } {
  const folder = Deno.makeTempDirSync({ prefix: "merit-sql-" });
  const copy = `${folder}/database.sqlite`;
  try {
    Deno.copyFileSync(path, copy);
    Deno.chmodSync(copy, 0o600);
    if (statOrNull(`${path}-wal`) !== null) Deno.copyFileSync(`${path}-wal`, `${copy}-wal`);
    const database = new DatabaseSync(copy);
    try {
      database.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
    } finally {
      database.close();
    }
  } catch (cause) {
    Deno.removeSync(folder, { recursive: true });
    throw cannotOpen(path, cause);
  }
  return { path: copy, folder };
}

/**
 * The error for a database that cannot be read.
 *
 * @example
 * ```ts
 * import { cannotOpen } from "./database_file.ts";
 * const { message } = cannotOpen("a.sqlite", new Error("file is not a database"));
 * if (message !== "Cannot open the database a.sqlite: file is not a database") throw new Error(message);
 * ```
 */
export function cannotOpen(path: string, cause: unknown): InputError {
  const reason = cause instanceof Deno.errors.NotFound
    ? "no such file"
    : cause instanceof Error && cause.message === "database is locked"
    ? "another process keeps it locked, wait for it or stop it"
    : cause instanceof Error
    ? cause.message
    : String(cause);
  return new InputError(`Cannot open the database ${path}: ${reason}`, { cause });
}
