/**
 * The parts of a run file that its writer and its reader both read.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { DatabaseSync } from "../sqlite.ts";
import type { RunManifest } from "./manifest.ts";

/**
 * What the user asked for when the run was started.
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
  const row = database.prepare("SELECT value FROM run WHERE key = 'request'").get();
  return row === undefined ? null : JSON.parse(row.value as string);
}

/**
 * The manifest that a run file holds.
 *
 * @throws {InputError} where it holds none
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
  const row = database.prepare("SELECT value FROM run WHERE key = 'manifest'").get();
  if (row === undefined) throw new InputError("Cannot read the run: it has no manifest");
  return JSON.parse(row.value as string);
}

/**
 * The vectors that retrieval used, by text, in the order in which they were first needed.
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
  return new Map(rows.map(({ text, vector }) => [
    text as string,
    // A copy of its own: the bytes of a row need not be aligned to four.
    new Float32Array((vector as Uint8Array).slice().buffer),
  ]));
}
