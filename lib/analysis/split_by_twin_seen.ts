/**
 * A contrast where a paraphrase was seen before, and where none was.
 *
 * @module
 */
import type { Task } from "../domain.ts";
import { bootstrapMean } from "../stats/bootstrap_mean.ts";
import type { Interval, ResamplingOptions } from "../stats/interval.ts";
import { mean } from "../stats/sample_statistics.ts";
import { type PairedArms, type PairedQuestion, pairOutcomes, pairRuns } from "./pair_outcomes.ts";

/** A contrast over a part of the questions. Accuracies and differences are fractions. */
export interface TwinPart {
  /** Questions that are in this part under at least one order. */
  readonly questions: number;
  /** Questions times the orders under which they are in this part. */
  readonly cells: number;
  /** Accuracy of the base; null where the part is empty. */
  readonly baseAccuracy: number | null;
  /** Accuracy of the variant; null where the part is empty. */
  readonly variantAccuracy: number | null;
  /** The latter minus the former. */
  readonly difference: number | null;
  /** BCa interval of the difference, or percentile where BCa is undefined; null without spread. */
  readonly interval: Interval | null;
}

/** The two parts of a contrast. */
export interface TwinSplit {
  /** An earlier question of the stream has the same answer. */
  readonly seen: TwinPart;
  /** None has. */
  readonly notSeen: TwinPart;
}

/**
 * Which questions of a stream come after one of their twin group, whatever became of that one.
 *
 * @param stream tasks in stream order
 * @returns ids of tasks
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleTask } from "../memory/examples.ts";
 * import { findTwinsSeen } from "./split_by_twin_seen.ts";
 * const stream = [exampleTask, { ...exampleTask, id: "paraphrase" }];
 * assert.deepEqual([...findTwinsSeen(stream)], ["paraphrase"]);
 * ```
 */
export function findTwinsSeen(stream: readonly Task[]): ReadonlySet<string> {
  const groups = new Set<string>();
  return new Set(
    stream.flatMap(({ id, twinGroup }) => {
      const isSeen = groups.has(twinGroup);
      groups.add(twinGroup);
      return isSeen ? [id] : [];
    }),
  );
}

/**
 * Splits a contrast by whether a twin of the question was seen before. Whether it was depends on the
 * stream order: a question is averaged over the orders that put it into a part, and may be in both.
 *
 * @param arms one finished run an order in each
 * @param options draws, seed and level
 * @returns both parts
 * @throws {InputError} where the arms must not be compared
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { splitByTwinSeen } from "./split_by_twin_seen.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * const { seen, notSeen } = splitByTwinSeen({ base: arm, variant: arm });
 * assert.deepEqual([seen.questions, notSeen.questions], [0, 1]);
 * ```
 */
export function splitByTwinSeen(arms: PairedArms, options: ResamplingOptions = {}): TwinSplit {
  const seenUnder = pairRuns(arms).map(({ base }) => findTwinsSeen(base.stream));
  const { questions } = pairOutcomes(arms);
  const part = (isSeen: boolean): TwinPart =>
    summarizePart(
      questions.map((question) =>
        keepOrders(question, (at) => seenUnder[at]!.has(question.task.id) === isSeen)
      ).filter(({ base }) => base.length > 0),
      options,
    );
  return { seen: part(true), notSeen: part(false) };
}

type Outcomes = Pick<PairedQuestion, "base" | "variant">;

function keepOrders({ base, variant }: Outcomes, isKept: (at: number) => boolean): Outcomes {
  return {
    base: base.filter((_, at) => isKept(at)),
    variant: variant.filter((_, at) => isKept(at)),
  };
}

function summarizePart(questions: readonly Outcomes[], options: ResamplingOptions): TwinPart {
  const shareRight = (outcomes: readonly boolean[]) => mean(outcomes.map(Number))!;
  const { mean: difference, percentile, bca } = bootstrapMean(
    questions.map(({ base, variant }) => shareRight(variant) - shareRight(base)),
    options,
  );
  const hasWidth = percentile !== null && percentile.low < percentile.high;
  return {
    questions: questions.length,
    cells: questions.reduce((sum, { base }) => sum + base.length, 0),
    baseAccuracy: mean(questions.map(({ base }) => shareRight(base))),
    variantAccuracy: mean(questions.map(({ variant }) => shareRight(variant))),
    difference,
    interval: bca ?? (hasWidth ? percentile : null),
  };
}
