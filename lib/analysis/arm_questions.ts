/**
 * The questions of an arm with their episodes, one a stream order.
 *
 * @module
 */
import type { Episode } from "../domain.ts";
import { InputError } from "../errors.ts";
import type { StoredEpisode } from "../runs/run_reader.ts";
import type { Interval } from "../stats/interval.ts";
import { wilsonInterval } from "../stats/wilson_interval.ts";
import type { Arm } from "./group_arms.ts";

/** Episodes by question id: one a stream order, in the order of the arm's runs. */
export type ArmQuestions = ReadonlyMap<string, readonly StoredEpisode[]>;

/**
 * The questions that an arm may be judged by: those scored under every order. One that is unscored
 * under any order leaves the arm, so that all questions weigh the same.
 *
 * @param arm finished runs
 * @returns episodes by question id, in the order of the first run's stream
 * @throws {InputError} where no question is left
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { scoredQuestions } from "./arm_questions.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * assert.equal(scoredQuestions(arm).size, 1);
 * ```
 */
export function scoredQuestions({ label, runs }: Arm): ArmQuestions {
  const byOrder = runs.map(({ episodes }) =>
    new Map(
      episodes.filter(({ outcome }) => outcome !== "unscored")
        .map((episode) => [episode.task.id, episode]),
    )
  );
  const questions = new Map(
    (runs[0]?.stream ?? []).flatMap(({ id }) => {
      const episodes = byOrder.flatMap((of) => of.get(id) ?? []);
      return episodes.length === runs.length ? [[id, episodes] as const] : [];
    }),
  );
  if (questions.size > 0) return questions;
  throw new InputError(
    `Cannot compute accuracy of ${label}: none of its ${
      runs[0]?.stream.length ?? 0
    } questions is ` +
      "scored under every order",
  );
}

/** A rate over questions, averaged over stream orders first. */
export interface AveragedRate {
  /** Questions. */
  readonly n: number;
  /** In [0, 1]. */
  readonly rate: number;
  /** Lower end of its interval. */
  readonly low: number;
  /** Upper end of its interval. */
  readonly high: number;
}

/**
 * The share of questions of which something holds, averaged over the orders.
 *
 * The interval is Wilson's over the questions, never over questions times orders. Where the averaged
 * count is no whole number, the lower end is that of the next smaller count and the upper one that of
 * the next larger.
 *
 * @param questions at least one
 * @param holds what is counted
 * @returns rate and 95 % interval
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { averageRate, scoredQuestions } from "./arm_questions.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * const { rate } = averageRate(scoredQuestions(arm), ({ solvedAt }) => solvedAt !== null);
 * assert.equal(rate, 1);
 * ```
 */
export function averageRate(
  questions: ArmQuestions,
  holds: (episode: Episode) => boolean,
): AveragedRate {
  const n = questions.size;
  const episodes = [...questions.values()].flat();
  const orders = episodes.length / n;
  const hits = episodes.filter(holds).length;
  const end = (count: number): Interval => wilsonInterval(count, n)!;
  return {
    n,
    rate: hits / episodes.length,
    low: end(Math.floor(hits / orders)).low,
    high: end(Math.ceil(hits / orders)).high,
  };
}
