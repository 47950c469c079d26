/**
 * What a difference between two arms comes to, and how sure it is.
 *
 * @module
 */
import { bootstrapMean } from "../stats/bootstrap_mean.ts";
import { requireCount } from "../stats/check_arguments.ts";
import { gatherClusters } from "../stats/clusters.ts";
import { adjustHolm } from "../stats/holm.ts";
import type { ResamplingOptions } from "../stats/interval.ts";
import { mcnemarExact } from "../stats/mcnemar.ts";
import { exactDetectableDifference } from "../stats/exact_power.ts";
import { signFlipTest } from "../stats/sign_flip.ts";
import { wilsonInterval } from "../stats/wilson_interval.ts";
import type { ContrastEstimate, DatabaseDifference, OrderDifference } from "./contrast_estimate.ts";
import { estimateClusters } from "./estimate_clusters.ts";
import { measureBite } from "./measure_bite.ts";
import {
  type PairedArms,
  type PairedOutcomes,
  type PairedQuestion,
  pairOutcomes,
} from "./pair_outcomes.ts";
import { divide } from "./tally_episodes.ts";

export type { ContrastEstimate };

/** A contrast as declared: accuracy of the variant minus accuracy of the base. */
export interface Contrast extends PairedArms {
  /** Unique within its family. */
  readonly name: string;
}

/** A contrast whose bite is below this is not tested: its arms ask nearly the same. */
export const leastBite = 0.1;

/** A contrast whose Holm p is below this is separated. */
export const significance = 0.05;

/**
 * Estimates a family of contrasts. Correctness is averaged over the stream orders first, question by
 * question; the paired bootstrap is over questions, never over questions times orders. Signs are
 * flipped by twin group: questions with the same answer are not independent, so that theirs flip
 * together. Inference is conditional on the realised streams.
 *
 * @param contrasts the family as it was declared before the runs
 * @param options draws, seed and level; `familySize`, where contrasts were declared that cannot be
 * estimated yet: they stay in the family, as if their p were 1
 * @returns one estimate a contrast, in the order given; `pHolm` is over the whole family
 * @throws {InputError} where arms must not be compared
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { estimateContrasts } from "./estimate_contrast.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * const [same] = estimateContrasts([{ name: "same", base: arm, variant: arm }]);
 * assert.deepEqual([same!.n, same!.difference, same!.verdict], [1, 0, "not tested"]);
 * ```
 */
export function estimateContrasts(
  contrasts: readonly Contrast[],
  { familySize = contrasts.length, ...options }: ResamplingOptions & {
    readonly familySize?: number;
  } = {},
): readonly ContrastEstimate[] {
  requireCount("size of the family", familySize, contrasts.length);
  const raw = contrasts.map((contrast) => estimateAlone(contrast, { ...options, familySize }));
  const missing = new Array<null>(familySize - raw.length).fill(null);
  const adjusted = adjustHolm([...raw.map(({ p }) => p), ...missing]);
  return raw.map((estimate, at) => {
    const pHolm = adjusted[at]!;
    return { ...estimate, pHolm, family: familySize, verdict: decide({ ...estimate, pHolm }) };
  });
}

/**
 * Estimates one contrast, as a family of its own: `pHolm` is then `p`.
 *
 * @param contrast two arms
 * @param options draws, seed and level
 * @returns the estimate
 * @throws {InputError} where the arms must not be compared
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { estimateContrast } from "./estimate_contrast.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * assert.equal(estimateContrast({ name: "same", base: arm, variant: arm }).bite, 0);
 * ```
 */
export function estimateContrast(
  contrast: Contrast,
  options: ResamplingOptions = {},
): ContrastEstimate {
  return estimateContrasts([contrast], options)[0]!;
}

type Alone = Omit<ContrastEstimate, "pHolm" | "family" | "verdict">;

function decide(
  { bite, pHolm }: Pick<ContrastEstimate, "bite" | "pHolm">,
): ContrastEstimate["verdict"] {
  if (bite === null || bite < leastBite || pHolm === null) return "not tested";
  return pHolm < significance ? "separated" : "not separated";
}

/**
 * A question counts by the square of its averaged difference: fully where all orders agree. As many
 * are taken to be lost as went against the majority of those that differ. The level is that of the
 * first step of Holm's rule.
 */
function detectableOf(values: readonly number[], familySize: number): number | null {
  const n = values.length;
  if (n === 0) return null;
  const shareOf = (sign: number) =>
    values.reduce((sum, value) => sum + Math.max(0, sign * value) ** 2, 0) / n;
  const [won, lost] = [shareOf(1), shareOf(-1)];
  return exactDetectableDifference({
    n,
    discordantShare: won + lost || wilsonInterval(0, n)!.high,
    lostShare: Math.min(won, lost),
    alpha: significance / familySize,
  });
}

function estimateAlone(
  contrast: Contrast,
  { familySize, ...options }: ResamplingOptions & { readonly familySize: number },
): Alone {
  const outcomes = pairOutcomes(contrast);
  const { questions, orders, unscored } = outcomes;
  const values = questions.map(differenceOf);
  const { n, mean, percentile, bca, why, draws, seed, level } = bootstrapMean(values, options);
  const discordant = values.filter((value) => value !== 0).length;
  const groups = gatherClusters(values, questions.map(({ task }) => task.twinGroup));
  const flips = signFlipTest(groups.map(({ total }) => total), { draws, seed });
  const hasWidth = percentile !== null && percentile.low < percentile.high;
  const bite = measureBite(contrast);
  const discordantShare = divide(discordant, n);
  const clusterBy = (nameOf: (question: PairedQuestion) => string) =>
    estimateClusters(values, questions.map(nameOf), { draws, seed, level });
  return {
    name: contrast.name,
    base: contrast.base.label,
    variant: contrast.variant.label,
    n,
    unscored: unscored.length,
    orders,
    byOrder: orders.map((order, at) => compareUnder(order, at, outcomes)),
    baseAccuracy: accuracyOf(questions, "base"),
    variantAccuracy: accuracyOf(questions, "variant"),
    difference: mean,
    percentile,
    bca,
    interval: bca ?? (hasWidth ? percentile : null),
    intervalMethod: bca !== null ? "bca" : hasWidth ? "percentile" : null,
    why,
    p: flips.p,
    pMethod: flips.method,
    discordant,
    discordantShare,
    // 2 / 2^groups is the smallest p that flipping so many groups can reach.
    detectable: 2 ** (1 - groups.length) > significance / familySize
      ? null
      : detectableOf(values, familySize),
    bite: bite.share,
    biteFirst: bite.firstRepairs.share,
    byDatabase: differByDatabase(questions),
    clusterByDatabase: clusterBy(({ task }) => task.databaseId),
    clusterByTwinGroup: clusterBy(({ task }) => task.twinGroup),
    draws,
    seed,
    level,
  };
}

const countRight = (outcomes: readonly boolean[]) => outcomes.filter((isRight) => isRight).length;

/** In [−1, 1]: the orders in which the variant is right more than the base, over all orders. */
function differenceOf({ base, variant }: PairedQuestion): number {
  return (countRight(variant) - countRight(base)) / base.length;
}

function accuracyOf(questions: readonly PairedQuestion[], arm: "base" | "variant"): number | null {
  const outcomes = questions.flatMap((question) => question[arm]);
  return divide(countRight(outcomes), outcomes.length);
}

function compareUnder(order: number, at: number, { questions }: PairedOutcomes): OrderDifference {
  const count = (base: boolean, variant: boolean) =>
    questions.filter((of) => of.base[at] === base && of.variant[at] === variant).length;
  const onlyBase = count(true, false), onlyVariant = count(false, true);
  return {
    order,
    difference: divide(onlyVariant - onlyBase, questions.length),
    onlyBase,
    onlyVariant,
    mcnemar: mcnemarExact(onlyBase, onlyVariant),
  };
}

function differByDatabase(questions: readonly PairedQuestion[]): readonly DatabaseDifference[] {
  return [...Map.groupBy(questions, ({ task }) => task.databaseId)]
    .sort(([a], [b]) => a < b ? -1 : 1)
    .map(([database, members]) => {
      const baseAccuracy = accuracyOf(members, "base")!;
      const variantAccuracy = accuracyOf(members, "variant")!;
      const difference = variantAccuracy - baseAccuracy;
      return { database, n: members.length, baseAccuracy, variantAccuracy, difference };
    });
}
