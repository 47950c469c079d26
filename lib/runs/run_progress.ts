/**
 * How far a run is, without reading its episodes.
 *
 * @module
 */
import { noGold } from "../loop/repair_episode.ts";
import { openRunFile } from "./run_file.ts";

/** Questions of a run. */
export interface RunProgress {
  /** Those settled: scored, or without a gold to score by. */
  readonly done: number;
  /** Length of the stream. */
  readonly total: number;
}

/**
 * Counts the questions of a run that are settled; what broken machinery left unscored is not.
 *
 * @param path a run file, complete or not
 * @throws {InputError} where it is no run file of this version
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readProgress } from "./run_progress.ts";
 * assert.throws(() => readProgress("missing.run.sqlite"), /missing.run.sqlite/);
 * ```
 */
export function readProgress(path: string): RunProgress {
  const database = openRunFile(path, { readOnly: true });
  try {
    const row = database.prepare(
      `SELECT (SELECT count(*) FROM tasks) AS total, count(*) AS done FROM episodes
       WHERE outcome <> 'unscored' OR note = ?`,
    ).get(noGold)!;
    return { done: row.done as number, total: row.total as number };
  } finally {
    database.close();
  }
}
