/**
 * The request of an existing run.
 *
 * @module
 */
import { basename, dirname } from "node:path";
import { InputError } from "../errors.ts";
import { readManifest, readRequest } from "../runs/read_tables.ts";
import { openRunFile } from "../runs/run_file.ts";
import { cellFileName, type RunRequest } from "./run_request.ts";

/**
 * Reads what a run was started with, so that it can go on.
 *
 * @param path the run file
 * @param model the same model at another address; undefined keeps the one it was started with
 * @returns a request of that one run
 * @throws {InputError} where the file is no run, keeps no request, or was renamed
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { requestOf } from "./stored_request.ts";
 * assert.throws(() => requestOf("missing.run.sqlite", undefined), /missing.run.sqlite/);
 * ```
 */
export function requestOf(path: string, model: string | undefined): RunRequest {
  const database = openRunFile(path, { readOnly: true });
  try {
    const stored = readRequest(database) as RunRequest | null;
    if (stored === null) {
      throw new InputError(
        `Cannot resume "${path}": it keeps no request; was it made by merit run?`,
      );
    }
    const { order, benchmark } = readManifest(database);
    const name = cellFileName({ benchmark: benchmark.name, variant: stored.variants[0]!, order });
    if (basename(path) !== name) {
      throw new InputError(`Cannot resume "${path}": it was renamed, need ${name}`);
    }
    return { ...stored, out: dirname(path), ...(model === undefined ? {} : { model }) };
  } finally {
    database.close();
  }
}
