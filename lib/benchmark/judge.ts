/**
 * The judge: it alone opens the golds, and says of a query what the loop may know.
 *
 * @module
 */
import type { Observation, SqlOutcome, Task } from "../domain.ts";
import { InfrastructureError, InputError } from "../errors.ts";
import type { ComparisonMode } from "../sql/comparison_mode.ts";
import { findDatabaseFile } from "../sql/database_file.ts";
import { describeOutcome } from "../sql/describe_outcome.ts";
import { type Judgement, judgePrediction } from "../sql/judge_pair.ts";
import { checkSqlLimits, defaultSqlLimits, type SqlLimits, type SqlPool } from "../sql/pool.ts";
import { rewriteForMode } from "../sql/rewrite_sql.ts";
import { untilAborted } from "../until_aborted.ts";
import type { Benchmark } from "./benchmark.ts";
import { readGold } from "./gold_book.ts";
import { renderPreview } from "./render_preview.ts";

/** Golds have this long: BIRD has some that need more than a prediction is given. */
const goldTimeoutMs = 600_000;

/** Reason of an answer that is right, but not within the 30 s that BIRD's script gives to both. */
export const officiallyLate = "equal, but gold and prediction took more than 30 s together";

/** Answers questions about attempts. */
export interface Judge {
  /** How results are compared. */
  readonly mode: ComparisonMode;
  /** Ids of the tasks whose gold does not run, in file order; empty unless bad golds are allowed. */
  readonly unscored: readonly string[];
  /**
   * Whether a task's gold gives rows; what a model answers to another one is never judged.
   *
   * @throws {RangeError} for a task that the judge was not made for
   */
  isScorable(task: Task): boolean;
  /**
   * Runs a query and compares its rows with the gold's.
   *
   * @returns what the loop may know; null for a task whose gold does not run
   * @throws {InfrastructureError} when the machinery breaks or the database has changed: the attempt
   * is then unscored
   * @throws {RangeError} for a task that the judge was not made for
   * @throws the reason of the judge's signal, as soon as it aborts
   */
  observe(task: Task, sql: string): Promise<Observation | null>;
}

/** What a judge is made of. */
export interface JudgeOptions {
  /** What is run on. */
  readonly benchmark: Benchmark;
  /** Runs the queries; stays the caller's to close. */
  readonly pool: SqlPool;
  /** How results are compared; the benchmark's own way by default. */
  readonly mode?: ComparisonMode;
  /** What differs from the pool's limits; golds have their own time. */
  readonly limits?: Partial<SqlLimits>;
  /** Whether failing golds leave their questions unscored; by default they are refused. */
  readonly allowBadGold?: boolean;
  /** Tasks of the benchmark to judge: only their golds are run. All by default. */
  readonly tasks?: readonly Task[];
  /** Aborting it ends the wait for golds and predictions; closing the pool ends those that run. */
  readonly signal?: AbortSignal;
  /** Called after the gold of each task. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

const messages: Readonly<Record<Exclude<SqlOutcome["kind"], "rows" | "error">, string>> = {
  timeout: "Timeout: the query did not finish within its time limit",
  too_large: "The result is too large: it has more rows or bytes than the limit",
  several_statements: "Several statements were given where one query is needed",
  no_statement: "There is no SQL statement to run",
  write_attempt: "The statement tries to change the database, which may only be read",
  unbound_parameter: "The query has a parameter without a value, need literal values",
};

/** What the loop may know: the outcome of the query as it was written, judged as its mode wants. */
function observeJudgement(
  outcome: SqlOutcome,
  { verdict, officialVerdict, reason }: Judgement,
): Observation {
  if (outcome.kind !== "rows" && !verdict) {
    return {
      status: outcome.kind === "timeout" ? "timeout" : "error",
      outcome: outcome.kind,
      message: outcome.kind === "error" ? outcome.message : messages[outcome.kind],
      shape: null,
      preview: "",
      reason,
    };
  }
  const rows = outcome.kind === "rows" ? outcome : null;
  return {
    status: verdict ? "correct" : "mismatch",
    outcome: outcome.kind,
    message: "",
    shape: rows && { rows: rows.rows.length, columns: rows.columns.length },
    preview: rows ? renderPreview(rows) : "",
    reason: verdict && !officialVerdict ? officiallyLate : reason,
  };
}

/** A gold query: the database and the SQL. Twins share one. */
type GoldKey = readonly [databaseId: string, sql: string];

/** Makes a value for each key once; what failed is made again when it is asked for again. */
function remember<Key, Value>(make: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const made = new Map<string, Promise<Value>>();
  return (key) => {
    const name = JSON.stringify(key);
    const known = made.get(name);
    if (known !== undefined) return known;
    const fresh = make(key);
    made.set(name, fresh);
    fresh.catch(() => made.delete(name));
    return fresh;
  };
}

/** Refuses a database that has changed since the first look at it, when the golds ran. */
function requireUnchanged(path: string, seen: Map<string, string>): void {
  const { version } = findDatabaseFile(path);
  if (!seen.has(path)) seen.set(path, version);
  if (seen.get(path) === version) return;
  throw new InfrastructureError(
    `Cannot judge on ${path}: the file has changed since its golds ran; put it back, then resume`,
  );
}

/** What the golds of some tasks give, in their order. */
function runGolds(
  { tasks, signal, onProgress }: Pick<JudgeOptions, "signal" | "onProgress"> & {
    readonly tasks: readonly Task[];
  },
  runGold: (task: Task) => Promise<SqlOutcome>,
): Promise<readonly SqlOutcome[]> {
  signal?.throwIfAborted();
  const total = tasks.length;
  let done = 0;
  const outcomes = tasks.map(async (task) => {
    const outcome = await runGold(task);
    if (!signal?.aborted) onProgress?.({ done: ++done, total });
    return outcome;
  });
  return untilAborted(Promise.all(outcomes), signal);
}

/**
 * Runs the golds once and makes a judge of their results. A query is judged once for each gold that
 * it is compared with, however often it is asked about. Where the mode's official evaluator rewrites
 * a query, the verdict is that of the rewritten one, and message, shape and preview are those of the
 * query as it was written.
 *
 * @param options see {@link JudgeOptions}
 * @returns a judge that holds the golds' results in memory
 * @throws {InputError} naming every task whose gold does not give rows, unless bad golds are allowed
 * @throws {InfrastructureError} when no query can be run
 * @throws {RangeError} for a task of another benchmark, and limits that no pool takes
 * @throws the signal's reason, as soon as it aborts
 *
 * @example
 * ```ts
 * import { createSqlPool } from "../sql/pool.ts";
 * import { loadBundled } from "./bundled.ts";
 * import { createJudge } from "./judge.ts";
 * const benchmark = await loadBundled({ databases: ["bike_share"] });
 * await using pool = createSqlPool();
 * const judge = await createJudge({ benchmark, pool });
 * const observation = await judge.observe(benchmark.tasks[0]!, "SELECT name FROM nowhere");
 * if (observation?.status !== "error") throw new Error("Expected an error");
 * if (observation.message !== "no such table: nowhere") throw new Error("Expected SQLite's text");
 * ```
 */
export async function createJudge(options: JudgeOptions): Promise<Judge> {
  const { benchmark, pool, mode = benchmark.defaultMode, limits = {}, allowBadGold = false } =
    options;
  const { tasks = benchmark.tasks, signal } = options;
  checkSqlLimits({ ...defaultSqlLimits, ...limits });
  const seen = new Map<string, string>();
  const locate = (databaseId: string) => {
    const path = benchmark.databasePath(databaseId);
    requireUnchanged(path, seen);
    return path;
  };
  const runGold = remember<GoldKey, SqlOutcome>(async ([databaseId, sql]) => {
    const databasePath = locate(databaseId), query = rewriteForMode({ mode, role: "gold", sql });
    const outcome = await pool.run(databasePath, query, { timeoutMs: goldTimeoutMs });
    requireUnchanged(databasePath, seen);
    return outcome;
  });
  const goldKey = (task: Task): GoldKey => [task.databaseId, readGold(benchmark.golds, task.id)];
  const outcomes = await runGolds({ ...options, tasks }, (task) => runGold(goldKey(task)));
  const failing = tasks.filter((_, at) => outcomes[at]!.kind !== "rows");
  if (failing.length > 0 && !allowBadGold) {
    const reasons = tasks.flatMap(({ id }, at) =>
      outcomes[at]!.kind === "rows" ? [] : [`${id} (${describeOutcome(outcomes[at]!)})`]
    );
    throw new InputError(
      `Cannot judge ${benchmark.name}: the golds of ${failing.length} of ${outcomes.length} ` +
        `tasks do not run: ${reasons.join(", ")}; need other golds, or leave to keep these tasks ` +
        "unscored",
    );
  }
  const scorable = new Map(tasks.map(({ id }, at) => [id, outcomes[at]!.kind === "rows"]));
  const isScorable = ({ id }: Task) => {
    const known = scorable.get(id);
    if (known !== undefined) return known;
    throw new RangeError(`Cannot judge task "${id}": need one that the judge was made for`);
  };
  const judge = remember<readonly [GoldKey, string], Observation | null>(async ([key, sql]) => {
    const outcome = await runGold(key);
    if (outcome.kind !== "rows") return null;
    const [databaseId, goldSql] = key;
    const databasePath = locate(databaseId);
    const judgement = await judgePrediction({
      pool,
      databasePath,
      mode,
      limits,
      gold: { sql: goldSql, outcome },
      prediction: sql,
    });
    const { rewritten, outcome: ofRewritten } = judgement;
    const asWritten = rewritten === sql ? ofRewritten : await pool.run(databasePath, sql, limits);
    // It may have changed while the statement waited its turn.
    requireUnchanged(databasePath, seen);
    return observeJudgement(asWritten, judgement);
  });
  return {
    mode,
    unscored: failing.map(({ id }) => id),
    isScorable,
    async observe(task, sql) {
      signal?.throwIfAborted();
      if (!isScorable(task)) return null;
      return await untilAborted(judge([goldKey(task), sql]), signal);
    },
  };
}
