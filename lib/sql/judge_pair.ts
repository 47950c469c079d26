/**
 * Runs a prediction beside its gold and gives a verdict.
 *
 * @module
 */
import type { RowsOutcome, SqlOutcome } from "../domain.ts";
import { InfrastructureError } from "../errors.ts";
import type { ComparisonMode } from "./comparison_mode.ts";
import { compareDenotations } from "./denotation.ts";
import { describeOutcome } from "./describe_outcome.ts";
import type { SqlLimits } from "./limits.ts";
import type { SqlPool } from "./pool.ts";
import { durationOf } from "./query_duration.ts";
import { rewriteForMode } from "./rewrite_sql.ts";

/** Golds run to their end; an hour stops what would never end. */
const goldTimeoutMs = 3_600_000;
/** BIRD's official script gives gold and prediction together this long. */
const birdTimeoutMs = 30_000;

/** A gold query and the rows it gave under its mode. */
export interface Gold {
  /** As the benchmark gives it. */
  readonly sql: string;
  /** Of the gold as rewritten for the mode. */
  readonly outcome: RowsOutcome;
}

/** What became of one prediction. */
export interface Judgement {
  /** The prediction as rewritten for the mode. */
  readonly rewritten: string;
  /** Of the rewritten prediction. */
  readonly outcome: SqlOutcome;
  /** True where the prediction's result is the gold's. Only the prediction's time is limited. */
  readonly verdict: boolean;
  /**
   * The verdict under the benchmark's own clock. It differs from `verdict` in `bird-ex` only, where
   * gold and prediction together took more than 30 s.
   */
  readonly officialVerdict: boolean;
  /** `equal`, or why not. It may speak of the gold's result. */
  readonly reason: string;
}

/** What both functions need. */
export interface JudgeContext {
  /** Where statements run. */
  readonly pool: SqlPool;
  /** An existing SQLite file. */
  readonly databasePath: string;
  /** Decides the rewriting and the comparison. */
  readonly mode: ComparisonMode;
  /** What differs from the pool's limits. */
  readonly limits?: Partial<SqlLimits>;
}

/**
 * Runs a gold query once, as rewritten for the mode; a prediction's time limit does not bind it.
 *
 * @param options the context and the gold's SQL; `limits.timeoutMs` is one hour unless given
 * @throws {InfrastructureError} when the gold gives no rows outcome; the message names the outcome
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "../sqlite.ts";
 * import { judgePrediction, runGold } from "./judge_pair.ts";
 * import { createSqlPool } from "./pool.ts";
 * const databasePath = await Deno.makeTempFile();
 * new DatabaseSync(databasePath).exec("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)");
 * await using pool = createSqlPool();
 * const context = { pool, databasePath, mode: "denotation" } as const;
 * const gold = await runGold({ ...context, sql: "SELECT a FROM t" });
 * const sql = "SELECT a FROM t ORDER BY a DESC";
 * const { verdict } = await judgePrediction({ ...context, gold, prediction: sql });
 * await Deno.remove(databasePath);
 * if (!verdict) throw new Error("Expected the same rows");
 * ```
 */
export async function runGold(options: JudgeContext & { readonly sql: string }): Promise<Gold> {
  const { pool, databasePath, mode, sql } = options;
  const rewritten = rewriteForMode({ mode, role: "gold", sql });
  const limits = { timeoutMs: goldTimeoutMs, ...options.limits };
  const outcome = await pool.run(databasePath, rewritten, limits);
  if (outcome.kind === "rows") return { sql, outcome };
  throw new InfrastructureError(
    `Cannot use the gold query on ${databasePath}: ${describeOutcome(outcome)}, need rows: ${sql}`,
  );
}

function tookTooLong(gold: Gold, prediction: SqlOutcome): boolean {
  const total = (durationOf(gold.outcome) ?? 0) + (durationOf(prediction) ?? 0);
  return total > birdTimeoutMs;
}

/**
 * Runs a prediction, as rewritten for the mode, and compares its result with the gold's.
 *
 * @param options the context, the gold as {@link runGold} gave it under the same mode, and the
 * prediction's SQL
 * @returns the verdict; a prediction without rows outcome is wrong, with its outcome as the reason
 * @throws {InfrastructureError} when the machinery breaks: the prediction is then unscored
 *
 * @example
 * ```ts
 * import { judgePrediction } from "./judge_pair.ts";
 * import { createSqlPool } from "./pool.ts";
 * await using pool = createSqlPool();
 * const databasePath = await Deno.makeTempFile();
 * const outcome = { kind: "rows", columns: ["1"], rows: [[1n]], invalidUtf8: false } as const;
 * const { reason } = await judgePrediction({
 *   pool,
 *   databasePath,
 *   mode: "spider-ts",
 *   gold: { sql: "SELECT 1", outcome },
 *   prediction: "SELECT 1, 2",
 * });
 * await Deno.remove(databasePath);
 * if (reason !== "column count 2, gold has 1") throw new Error(`Unexpected ${reason}`);
 * ```
 */
export async function judgePrediction(
  options: JudgeContext & { readonly gold: Gold; readonly prediction: string },
): Promise<Judgement> {
  const { pool, databasePath, mode, gold, prediction } = options;
  const rewritten = rewriteForMode({ mode, role: "prediction", sql: prediction });
  const outcome = await pool.run(databasePath, rewritten, options.limits);
  if (outcome.kind !== "rows") {
    const reason = describeOutcome(outcome);
    return { rewritten, outcome, verdict: false, officialVerdict: false, reason };
  }
  const { equal: verdict, reason } = compareDenotations({
    mode,
    gold: gold.outcome,
    prediction: outcome,
    goldSql: gold.sql,
  });
  const isLate = mode === "bird-ex" && tookTooLong(gold, outcome);
  return { rewritten, outcome, verdict, officialVerdict: verdict && !isLate, reason };
}
