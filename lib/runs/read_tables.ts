/**
 * The parts of a run file that its writer and its reader both read.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { DatabaseSync } from "../sqlite.ts";
import type { RunManifest } from "./manifest.ts";
import { findManifestFault } from "./find_manifest_fault.ts";

/**
 * Says that an open run file cannot be read.
 *
 * @param database the file, which the error names
 * @param reason what is wrong with it
 * @param cause the error behind it
 * @throws {InputError} always
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { refuseRun } from "./read_tables.ts";
 * import { createRunFile } from "./run_file.ts";
 * assert.throws(() => refuseRun(createRunFile(":memory:"), "it is empty"), /":memory:": it is empty/);
 * ```
 */
export function refuseRun(database: DatabaseSync, reason: string, cause?: unknown): never {
  const path = database.location() ?? ":memory:";
  throw new InputError(`Cannot read run "${path}": ${reason}`, { cause });
}

/**
 * What the user asked for when the run was started.
 *
 * @throws {InputError} where it is no JSON
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readRequest } from "./read_tables.ts";
 * import { createRunFile } from "./run_file.ts";
 * assert.equal(readRequest(createRunFile(":memory:")), null);
 * ```
 */
export function readRequest(database: DatabaseSync): unknown {
  return readJson(database, "request");
}

function readValue(database: DatabaseSync, key: string): string | null {
  const row = database.prepare("SELECT value FROM run WHERE key = ?").get(key);
  return row === undefined ? null : row.value as string;
}

function readJson(database: DatabaseSync, key: string): unknown {
  const text = readValue(database, key);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch (cause) {
    return refuseRun(database, `its ${key} is no JSON`, cause);
  }
}

/**
 * The manifest that a run file holds.
 *
 * @throws {InputError} where it holds none, or one that is not whole
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readManifest } from "./read_tables.ts";
 * import { createRunFile } from "./run_file.ts";
 * assert.throws(() => readManifest(createRunFile(":memory:")), /no manifest/);
 * ```
 */
export function readManifest(database: DatabaseSync): RunManifest {
  const manifest = readJson(database, "manifest");
  if (manifest === null) refuseRun(database, "it has no manifest");
  const fault = findManifestFault(manifest);
  return fault === null ? manifest as RunManifest : refuseRun(database, `its manifest ${fault}`);
}

/**
 * The digest of the manifest that the run was started with.
 *
 * @throws {InputError} where the file holds none
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readManifestDigest } from "./read_tables.ts";
 * import { createRunFile } from "./run_file.ts";
 * assert.throws(() => readManifestDigest(createRunFile(":memory:")), /no digest of its manifest/);
 * ```
 */
export function readManifestDigest(database: DatabaseSync): string {
  return readValue(database, "manifest_digest") ??
    refuseRun(database, "it has no digest of its manifest");
}

/**
 * The vectors that retrieval used, by text, in the order in which they were first needed.
 *
 * @throws {InputError} where one is no list of 32-bit numbers
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readVectors } from "./read_tables.ts";
 * import { createRunFile } from "./run_file.ts";
 * assert.equal(readVectors(createRunFile(":memory:")).size, 0);
 * ```
 */
export function readVectors(database: DatabaseSync): ReadonlyMap<string, Float32Array> {
  const rows = database.prepare("SELECT text, vector FROM vectors ORDER BY rowid").all();
  return new Map(rows.map((row) => {
    const text = row.text as string, bytes = row.vector as Uint8Array;
    if (bytes.length % Float32Array.BYTES_PER_ELEMENT !== 0) {
      refuseRun(database, `the vector of "${text.slice(0, 60)}" has ${bytes.length} bytes`);
    }
    // A copy of its own: the bytes of a row need not be aligned to four.
    return [text, new Float32Array(bytes.slice().buffer)];
  }));
}
