/**
 * Judges a whole set of predictions.
 *
 * @module
 */
import { InfrastructureError } from "../errors.ts";
import { type Judge, officiallyLate } from "./judge.ts";
import type { Prediction } from "./read_predictions.ts";

/** The verdict on one prediction, as a line of `merit judge` writes it. */
export interface Verdict {
  /** Position in the questions file, counted from 0. */
  readonly idx: number;
  /** Name of the database. */
  readonly db_id: string;
  /** Null where the question is unscored: its gold does not run, or the machinery broke. */
  readonly verdict: boolean | null;
  /** `equal`, or why not. */
  readonly reason: string;
}

/** Verdicts counted. */
export interface VerdictTotal {
  /** How many verdicts there are. */
  readonly total: number;
  /** How many are true. */
  readonly correct: number;
  /** How many are null. */
  readonly unscored: number;
  /** correct / (total − unscored), in [0, 1]; null where nothing is scored. */
  readonly accuracy: number | null;
  /**
   * How many are true when gold and prediction together have BIRD's 30 s; equal to `correct` in
   * other modes.
   */
  readonly officialCorrect: number;
}

async function judgeOne(judge: Judge, { task, sql }: Prediction): Promise<Verdict> {
  const place = { idx: task.index, db_id: task.databaseId };
  try {
    const observation = await judge.observe(task, sql);
    if (observation === null) return { ...place, verdict: null, reason: "the gold does not run" };
    return { ...place, verdict: observation.status === "correct", reason: observation.reason };
  } catch (error) {
    if (!(error instanceof InfrastructureError)) throw error;
    return { ...place, verdict: null, reason: error.message };
  }
}

/**
 * Judges predictions, several at a time, and gives the verdicts in the predictions' order.
 *
 * A prediction that errs, times out or is too large is false, with its reason; null is only for a
 * gold that does not run and for broken machinery.
 *
 * @param options the `judge`; the `predictions`; `concurrency`: how many may be under way at once, a
 * positive integer, 256 by default: files name one database after another, each has one process,
 * and those of the next can only run beside it where they are under way
 * @returns one verdict a prediction, each as soon as those before it are there
 * @throws {RangeError} for a task of another benchmark, or a concurrency that is no such integer
 *
 * @example
 * ```ts
 * import { createSqlPool } from "../sql/pool.ts";
 * import { loadBundled } from "./bundled.ts";
 * import { createJudge } from "./judge.ts";
 * import { judgePredictions, totalVerdicts } from "./judge_predictions.ts";
 * const benchmark = await loadBundled({ databases: ["bike_share"] });
 * await using pool = createSqlPool();
 * const judge = await createJudge({ benchmark, pool });
 * const predictions = benchmark.tasks.map((task) => ({ task, sql: "SELECT 'wrong'" }));
 * const verdicts = await Array.fromAsync(judgePredictions({ judge, predictions }));
 * const { total, correct, accuracy } = totalVerdicts(verdicts);
 * if (total !== 40 || correct !== 0 || accuracy !== 0) throw new Error("Expected no hit");
 * ```
 */
export async function* judgePredictions(
  { judge, predictions, concurrency = 256 }: {
    readonly judge: Judge;
    readonly predictions: readonly Prediction[];
    readonly concurrency?: number;
  },
): AsyncGenerator<Verdict, void> {
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
    throw new RangeError(
      `Cannot judge predictions: concurrency is ${concurrency}, need a positive integer`,
    );
  }
  const underWay: Promise<Verdict>[] = [];
  for (const prediction of predictions) {
    const verdict = judgeOne(judge, prediction);
    verdict.catch(() => {});
    underWay.push(verdict);
    if (underWay.length >= concurrency) yield await underWay.shift()!;
  }
  for (const verdict of underWay) yield await verdict;
}

/**
 * Counts verdicts. Unscored questions are in no denominator and are shown beside it.
 *
 * @param verdicts of one set of predictions
 * @returns the counts and the accuracy over the scored ones
 *
 * @example
 * ```ts
 * import { totalVerdicts } from "./judge_predictions.ts";
 * const verdicts = [true, false, null].map((verdict, idx) => ({ idx, db_id: "", verdict, reason: "" }));
 * if (totalVerdicts(verdicts).accuracy !== 0.5) throw new Error("Expected one of the two scored");
 * ```
 */
export function totalVerdicts(verdicts: readonly Verdict[]): VerdictTotal {
  const count = (verdict: boolean | null) =>
    verdicts.filter((one) => one.verdict === verdict).length;
  const correct = count(true), unscored = count(null);
  const scored = verdicts.length - unscored;
  const late = verdicts.filter(({ reason }) => reason === officiallyLate).length;
  return {
    total: verdicts.length,
    correct,
    unscored,
    accuracy: scored === 0 ? null : correct / scored,
    officialCorrect: correct - late,
  };
}
