/**
 * The tables of a recording and the version of their shape.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { DatabaseSync } from "../sqlite.ts";
import { transaction } from "../transaction.ts";
import type { ModelIdentity } from "./language_model.ts";

/** Version of the tables that this program writes and reads. */
export const recordingVersion = 1;

const tables = `
CREATE TABLE IF NOT EXISTS recording_meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS identities (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  digest TEXT NOT NULL,
  server TEXT NOT NULL,
  UNIQUE (name, digest, server)
) STRICT;
-- Content is TEXT, or BLOB where deflating made it smaller.
CREATE TABLE IF NOT EXISTS messages (
  hash BLOB PRIMARY KEY,
  role TEXT NOT NULL,
  content ANY NOT NULL
) STRICT, WITHOUT ROWID;
-- A call's messages are their hashes, 16 bytes each, in order.
CREATE TABLE IF NOT EXISTS calls (
  key BLOB PRIMARY KEY,
  identity INTEGER NOT NULL REFERENCES identities (id),
  sampling TEXT NOT NULL,
  sample_index INTEGER NOT NULL,
  messages BLOB NOT NULL,
  text ANY NOT NULL,
  prompt_tokens INTEGER NOT NULL,
  completion_tokens INTEGER NOT NULL,
  cached_tokens INTEGER,
  duration_ms INTEGER NOT NULL,
  finish TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO recording_meta VALUES ('version', '${recordingVersion}');
`;

/**
 * Version of the recording that a database holds.
 *
 * @param database an open database
 * @returns a whole number; null where the database holds no recording
 * @throws {Error} of SQLite's when the file is no database or damaged
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "../sqlite.ts";
 * import { readRecordingVersion } from "./recording_tables.ts";
 * using database = new DatabaseSync(":memory:");
 * if (readRecordingVersion(database) !== null) throw new Error("Expected no recording yet");
 * ```
 */
export function readRecordingVersion(database: DatabaseSync): number | null {
  const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'recording_meta'").get();
  if (found === undefined) return null;
  const row = database.prepare("SELECT value FROM recording_meta WHERE name = 'version'").get();
  return row === undefined ? null : Number(row["value"]);
}

/**
 * Makes the tables of a recording where they are missing. Where they are there it does nothing, but
 * that it marks a recording that was stored without prompts, so that it stays without.
 *
 * @param database an open, writable database, `:memory:` included
 * @throws {InputError} when it holds a recording of another version
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "../sqlite.ts";
 * import { createRecordingTables, readRecordingVersion } from "./recording_tables.ts";
 * using database = new DatabaseSync(":memory:");
 * createRecordingTables(database);
 * if (readRecordingVersion(database) !== 1) throw new Error("Expected a recording of version 1");
 * ```
 */
export function createRecordingTables(database: DatabaseSync): void {
  const version = readRecordingVersion(database);
  if (version === null) {
    transaction(database, () => database.exec(tables));
  } else if (version !== recordingVersion) {
    throw new InputError(
      `Cannot use the recording: its version is ${version}, need ${recordingVersion}`,
    );
  } else if (lacksPrompts(database)) database.exec(markWithoutPrompts);
}

const markWithoutPrompts = "INSERT OR IGNORE INTO recording_meta VALUES ('prompts', 'dropped')";

/** Whether it was stored without prompts before there was a mark: calls whose messages it lacks, no other. */
function lacksPrompts(database: DatabaseSync): boolean {
  return database.prepare(
    `SELECT 1 FROM calls WHERE NOT EXISTS (SELECT 1 FROM messages WHERE role <> 'system')
     AND length(messages) > 0 AND substr(messages, -16) NOT IN (SELECT hash FROM messages) LIMIT 1`,
  ).get() !== undefined;
}

/**
 * Whether a recording keeps what is asked, as all do but those whose prompts were dropped.
 *
 * @param database a recording that was opened for writing once since
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { openRecording } from "./open_recording.ts";
 * import { dropPrompts, keepsPrompts } from "./recording_tables.ts";
 * using database = openRecording(":memory:");
 * assert.equal(keepsPrompts(database), true);
 * dropPrompts(database);
 * assert.equal(keepsPrompts(database), false);
 * ```
 */
export function keepsPrompts(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM recording_meta WHERE name = 'prompts'").get() ===
    undefined;
}

/**
 * Drops what was asked, the kit's own system messages apart, and marks the recording, which keeps none
 * from now on.
 *
 * @param database a recording that was opened for writing
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { openRecording } from "./open_recording.ts";
 * import { dropPrompts } from "./recording_tables.ts";
 * using database = openRecording(":memory:");
 * dropPrompts(database);
 * assert.equal(database.prepare("SELECT count(*) AS n FROM messages").get()!.n, 0);
 * ```
 */
export function dropPrompts(database: DatabaseSync): void {
  database.exec("PRAGMA secure_delete = ON");
  transaction(
    database,
    () => database.exec(`${markWithoutPrompts}; DELETE FROM messages WHERE role <> 'system'`),
  );
}

/**
 * The models that a recording holds answers of, in the order of their first answer.
 *
 * @param database an open recording
 * @returns their identities; replay one of them by passing it as the model
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "../sqlite.ts";
 * import { createRecordingTables, readRecordedIdentities } from "./recording_tables.ts";
 * using database = new DatabaseSync(":memory:");
 * createRecordingTables(database);
 * if (readRecordedIdentities(database).length !== 0) throw new Error("Expected no model yet");
 * ```
 */
export function readRecordedIdentities(database: DatabaseSync): readonly ModelIdentity[] {
  const rows = database.prepare("SELECT name, digest, server FROM identities ORDER BY id").all();
  return rows.map(({ name, digest, server }) => ({
    name: String(name),
    digest: String(digest),
    server: String(server),
  }));
}
