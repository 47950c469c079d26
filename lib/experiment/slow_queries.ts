/**
 * Recorded queries whose outcome would hang on the machine.
 *
 * @module
 */
import type { Task } from "../domain.ts";
import type { RecordedCall } from "../llm/recorded_calls.ts";
import { extractSql } from "../sql/extract_sql.ts";
import { defaultSqlLimits } from "../sql/limits.ts";
import type { SqlPool } from "../sql/pool.ts";
import { durationOf } from "../sql/query_duration.ts";
import { answerKind } from "../loop/answer_kind.ts";
import type { CallPlace } from "./find_call.ts";

/** A query that is neither quick nor endless. */
export interface SlowQuery {
  /** The question that it answers. */
  readonly task: Task;
  /** The query. */
  readonly sql: string;
  /** The shortest time that it took, in milliseconds. */
  readonly durationMs: number;
  /**
   * Whether it comes from cut answers alone: unless it is right as it stands, the loop tells such an
   * answer as cut off, whether its query ends or not.
   */
  readonly isCut: boolean;
}

/** What {@linkcode findSlowQueries} needs. */
export interface SlowQueriesOptions {
  /** The calls of a recording. */
  readonly calls: readonly RecordedCall[];
  /** The question of a call; null where it is not known. */
  find(call: RecordedCall): CallPlace | null;
  /** Path of a database. */
  databasePath(databaseId: string): string;
  /** Runs the queries. */
  readonly pool: Pick<SqlPool, "run">;
  /** From this time on a query is slow, in milliseconds; 1000 by default. */
  readonly leastMs?: number;
  /** Deadline of a query, in milliseconds; 30 s by default. What passes it is a timeout, not slow. */
  readonly timeoutMs?: number;
}

/** Runs of a query that seems slow: other work on the machine must not make it so. */
const tries = 3;

/**
 * Runs every query that a recording's answers hold, each once, and finds those between quick and the
 * deadline: on a slower machine they would time out, on a faster one not, and what follows would be no
 * replay.
 *
 * @param options calls, their questions and databases, and the two times
 * @returns the slow ones, in the order of the calls
 * @throws {InfrastructureError} when no query can be run
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { findSlowQueries } from "./slow_queries.ts";
 * const pool = { run: () => Promise.resolve({ kind: "no_statement" } as const) };
 * const found = await findSlowQueries({ calls: [], find: () => null, databasePath: String, pool });
 * assert.deepEqual(found, []);
 * ```
 */
export async function findSlowQueries(options: SlowQueriesOptions): Promise<readonly SlowQuery[]> {
  const { leastMs = 1000, timeoutMs = defaultSqlLimits.timeoutMs } = options;
  const queries = new Map<string, Omit<SlowQuery, "durationMs">>();
  for (const call of options.calls) {
    const place = options.find(call);
    if (place === null || place.purpose === "reflection") continue;
    const { task } = place, { sql } = extractSql(call.text);
    const key = JSON.stringify([task.databaseId, sql]);
    const isCut = answerKind(call.text, call.finish) === "truncated";
    queries.set(key, { task, sql, isCut: isCut && queries.get(key)?.isCut !== false });
  }
  /** The time of one run; null for a timeout. */
  const measure = async ({ databaseId }: Task, sql: string): Promise<number | null> => {
    const path = options.databasePath(databaseId);
    const outcome = await options.pool.run(path, sql, { timeoutMs });
    return outcome.kind === "timeout" ? null : durationOf(outcome) ?? 0;
  };
  const found = await Promise.all([...queries.values()].map(async ({ task, sql, isCut }) => {
    let durationMs = Infinity;
    for (let run = 0; run < tries && durationMs >= leastMs; run++) {
      const time = await measure(task, sql);
      if (time === null) return [];
      durationMs = Math.min(durationMs, time);
    }
    return durationMs >= leastMs ? [{ task, sql, durationMs, isCut }] : [];
  }));
  return found.flat();
}
