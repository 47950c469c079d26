/**
 * Rows of a run file that belong to nothing.
 *
 * @module
 */
import type { DatabaseSync } from "../sqlite.ts";

/** What is wrong with a row, as SQL that gives one text a fault. */
const queries: readonly string[] = [
  `SELECT 'Attempt ' || number || ' of position ' || position || ' belongs to no episode' AS line
   FROM attempts WHERE position NOT IN (SELECT position FROM episodes)`,
  ...["calls", "retrievals"].map((table) =>
    `SELECT 'Row ' || place || ' of ${table} belongs to no attempt: position ' || position ||
       ', number ' || number AS line
     FROM ${table} LEFT JOIN attempts USING (position, number) WHERE attempts.sql IS NULL`
  ),
  ...["calls", "retrievals"].map((table) =>
    `SELECT 'The ${table} of attempt ' || number || ' of position ' || position ||
       ' do not stand at the places from 0 on' AS line
     FROM ${table} GROUP BY position, number HAVING min(place) <> 0 OR max(place) <> count(*) - 1`
  ),
  `SELECT 'Entry ' || id || ' of position ' || position || ' belongs to no episode' AS line
   FROM memory WHERE position >= 0 AND position NOT IN (SELECT position FROM episodes)`,
  `SELECT 'Schema ' || digest || ' belongs to no task' AS line
   FROM schemas WHERE digest NOT IN (SELECT schema_digest FROM tasks)`,
  `SELECT 'The run holds "' || key || '", which is no part of it' AS line
   FROM run WHERE key NOT IN ('manifest', 'manifest_digest', 'request')`,
];

/**
 * Finds rows that no reader of episodes would meet: of a position without an episode, of an attempt
 * that is not there, out of their order, of no use to any task.
 *
 * @param database an open run file
 * @returns one line a fault; empty where every row has its place
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { findStrays } from "./find_strays.ts";
 * import { createRunFile } from "./run_file.ts";
 * using database = createRunFile(":memory:");
 * database.exec("INSERT INTO schemas VALUES ('00', 'CREATE TABLE t (a)')");
 * assert.deepEqual(findStrays(database), ["Schema 00 belongs to no task"]);
 * ```
 */
export function findStrays(database: DatabaseSync): readonly string[] {
  return queries.flatMap((query) =>
    database.prepare(query).all().map(({ line }) => line as string)
  );
}
