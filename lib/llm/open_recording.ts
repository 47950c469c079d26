/**
 * Recordings as files.
 *
 * @module
 */
import { pathToFileURL } from "node:url";
import { InputError } from "../errors.ts";
import { DatabaseSync } from "../sqlite.ts";
import {
  createRecordingTables,
  dropPrompts,
  keepsPrompts,
  readRecordingVersion,
  recordingVersion,
} from "./recording_tables.ts";

/** How long a writer waits for another process, in milliseconds. */
const busyTimeoutMs = 30_000;

/**
 * Opens a recording. For writing, the file is made where it is missing, and several processes may
 * write it at the same time (write-ahead log). For reading, the file must not change meanwhile:
 * nothing appears beside it, not even on a disk that can be written; a file that was never
 * compacted can be read with all permissions (`deno run -A`) only.
 *
 * @param path the file
 * @param options.readOnly whether calls are only replayed; false by default
 * @param options.mustExist whether a file that is no recording yet, an empty one included, is refused
 * instead of becoming one; false by default, and true to read
 * @returns an open database; the caller closes it
 * @throws {InputError} when the file is missing (to read), cut off, no recording, of a newer
 * version, or (to read) still has changes in a write-ahead log beside it
 *
 * @example
 * ```ts
 * import { openRecording } from "./open_recording.ts";
 * import { readRecordedIdentities } from "./recording_tables.ts";
 * using recording = openRecording(":memory:");
 * if (readRecordedIdentities(recording).length !== 0) throw new Error("Expected no answers yet");
 * ```
 */
export function openRecording(
  path: string,
  options: { readonly readOnly?: boolean; readonly mustExist?: boolean } = {},
): DatabaseSync {
  const { readOnly = false, mustExist = readOnly } = options;
  const size = readSize(path);
  if (readOnly) {
    if (size === null) throw new InputError(`Cannot open the recording ${path}: no such file`);
    if ((readSize(`${path}-wal`) ?? 0) > 0) {
      throw new InputError(
        `Cannot replay the recording ${path}: a write-ahead log with changes is beside it, ` +
          `need no writer and a compacted file`,
      );
    }
  }
  let database: DatabaseSync | undefined;
  try {
    database = readOnly && isWriteAhead(path)
      ? new DatabaseSync(toImmutable(path), { readOnly })
      : new DatabaseSync(path, { readOnly });
    if (!readOnly) database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    refuseForeign(database, { path, mustExist });
    refuseCutOff(database, { path, size: size ?? 0 });
    if (!readOnly) {
      database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
      createRecordingTables(database);
    }
    return database;
  } catch (error) {
    database?.close();
    throw toInputError(error, path);
  }
}

/** Size in bytes; null where there is no file. */
function readSize(path: string): number | null {
  try {
    return Deno.statSync(path).size;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Whether the file's header tells readers to make a write-ahead log beside it. */
function isWriteAhead(path: string): boolean {
  const header = new Uint8Array(20);
  using file = Deno.openSync(path);
  file.readSync(header);
  return header[19] === 2;
}

/** SQLite makes no log for such an address; Deno takes it only with all permissions. */
function toImmutable(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set("mode", "ro");
  url.searchParams.set("immutable", "1");
  return url;
}

function refuseForeign(
  database: DatabaseSync,
  { path, mustExist }: { readonly path: string; readonly mustExist: boolean },
): void {
  // In this order: another process may be making the tables, all of them in one transaction.
  const isBlank = database.prepare("SELECT 1 FROM sqlite_schema").get() === undefined;
  const version = readRecordingVersion(database);
  if (version === null && (mustExist || !isBlank)) {
    throw new InputError(
      `Cannot open the recording ${path}: it is ${
        isBlank ? "empty" : "a database without recording_meta"
      }, need a recording`,
    );
  }
  if (version !== null && version !== recordingVersion) {
    throw new InputError(
      `Cannot open the recording ${path}: its version is ${version}, need ${recordingVersion} ` +
        `(a newer kit wrote it)`,
    );
  }
}

/** SQLite rounds the number of pages up, so it misses a last page that is cut off. */
function refuseCutOff(database: DatabaseSync, { path, size }: {
  readonly path: string;
  readonly size: number;
}): void {
  const pageSize = Number(database.prepare("PRAGMA page_size").get()!["page_size"]);
  if (size % pageSize !== 0 && (readSize(`${path}-wal`) ?? 0) === 0) {
    throw new InputError(
      `Cannot open the recording ${path}: it is damaged or cut off, ${size} bytes are no whole ` +
        `number of pages of ${pageSize}`,
    );
  }
}

const reasons: Readonly<Record<string, string>> = {
  "database is locked": "another process keeps it locked",
  "database disk image is malformed": "it is damaged or cut off",
  "database or disk is full": "the disk is full, need room",
  "disk I/O error": "the disk takes no more, need room on a disk that works",
  "unable to open database file": "need a folder that exists and rights to the file",
  "file is not a database": "it is not an SQLite database",
  "too many attached databases": "compacting attaches a database, need all permissions (deno -A)",
};

/** SQLite's errors as something a user can mend, by text, as not all carry a code; others as is. */
function toInputError(error: unknown, path: string, attempt = "open"): unknown {
  if ((error as { readonly code?: unknown }).code !== "ERR_SQLITE_ERROR") return error;
  const { message } = error as Error;
  const known = Object.keys(reasons).find((text) => message.startsWith(text));
  return new InputError(
    `Cannot ${attempt} the recording ${path}: ${known === undefined ? message : reasons[known]}`,
    { cause: error },
  );
}

/**
 * Makes a recording one small file, fit to be committed: takes in the write-ahead log, switches it
 * off and frees unused space. Nobody else may have the file open, and Deno's SQLite needs all
 * permissions for it (`deno run -A`).
 *
 * @param path the file, a recording
 * @param options `prompts`: whether to keep what was asked, which a replay does not need but a miss is
 * explained by; true by default, of no effect on a recording that was stored without them once
 * @throws {InputError} when it is missing, empty, no recording, or another process has it open: then it
 * keeps its prompts
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { compactRecording } from "./open_recording.ts";
 * assert.throws(() => compactRecording("missing.sqlite"), /no such file/);
 * ```
 */
export function compactRecording(path: string, { prompts = true } = {}): void {
  if (readSize(path) === null) {
    throw new InputError(`Cannot compact the recording ${path}: no such file`);
  }
  const database = openRecording(path, { mustExist: true });
  try {
    database.exec("PRAGMA busy_timeout = 1000; PRAGMA wal_checkpoint(TRUNCATE)");
    // These fail where another has the file or the disk lacks room: nothing may be dropped before.
    database.exec("PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; VACUUM");
    if (prompts && keepsPrompts(database)) return;
    dropPrompts(database);
    database.exec("VACUUM");
  } catch (error) {
    throw toInputError(error, path, "compact");
  } finally {
    database.close();
  }
}
