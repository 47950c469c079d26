/**
 * What is known of a contrast once it is estimated.
 *
 * @module
 */
import type { Interval } from "../stats/interval.ts";
import type { SignFlipTest } from "../stats/sign_flip.ts";
import type { ClusterEstimate } from "./estimate_clusters.ts";

/** A contrast under one stream order. */
export interface OrderDifference {
  /** Seed of the order. */
  readonly order: number;
  /** Accuracy of the variant minus accuracy of the base; null where nothing is scored. */
  readonly difference: number | null;
  /** Questions that only the base solves. */
  readonly onlyBase: number;
  /** Questions that only the variant solves. */
  readonly onlyVariant: number;
  /** p of McNemar's exact test. */
  readonly mcnemar: number;
}

/** A contrast on one database. */
export interface DatabaseDifference {
  /** Id of the database. */
  readonly database: string;
  /** Its scored questions. */
  readonly n: number;
  /** Accuracy of the base, averaged over the orders. */
  readonly baseAccuracy: number;
  /** Accuracy of the variant, averaged over the orders. */
  readonly variantAccuracy: number;
  /** The latter minus the former. */
  readonly difference: number;
}

/** What a contrast came to. Differences, shares and accuracies are fractions, not percent. */
export interface ContrastEstimate {
  /** Of the contrast. */
  readonly name: string;
  /** Label of the base. */
  readonly base: string;
  /** Label of the variant. */
  readonly variant: string;
  /** Questions compared. */
  readonly n: number;
  /** Questions left out, since they are unscored somewhere. */
  readonly unscored: number;
  /** Seeds of the stream orders. */
  readonly orders: readonly number[];
  /** The same contrast under each order. */
  readonly byOrder: readonly OrderDifference[];
  /** Accuracy of the base, averaged over the orders; null where n is 0. */
  readonly baseAccuracy: number | null;
  /** Accuracy of the variant, averaged over the orders; null where n is 0. */
  readonly variantAccuracy: number | null;
  /** Mean over questions of the order-averaged difference; null where n is 0. */
  readonly difference: number | null;
  /** Percentile interval of the paired bootstrap; null where n is below 2. */
  readonly percentile: Interval | null;
  /** BCa interval of the paired bootstrap; null where it is undefined. */
  readonly bca: Interval | null;
  /** The interval to show: BCa, else percentile; null where neither is defined or has a width. */
  readonly interval: Interval | null;
  /** Which of the two `interval` is. */
  readonly intervalMethod: "bca" | "percentile" | null;
  /** Why an interval is null or without width; empty where all is well. */
  readonly why: string;
  /**
   * Two-sided p of the sign-flip test over order-averaged differences, those of a twin group summed;
   * null for fewer than 2 groups.
   */
  readonly p: number | null;
  /** Whether all sign patterns were counted or some drawn. */
  readonly pMethod: SignFlipTest["method"];
  /** p, adjusted by Holm for the family that the contrast was declared in. */
  readonly pHolm: number | null;
  /** Contrasts in that family. */
  readonly family: number;
  /** Questions whose order-averaged difference is not 0. */
  readonly discordant: number;
  /** Their share of n; null where n is 0. */
  readonly discordantShare: number | null;
  /**
   * Smallest true difference that the exact test shows with 80 % power at this n, at the level of the
   * first step of Holm's rule (0.05 over the family). A question is discordant by the square of its
   * order-averaged difference; where none is, the share is taken to be the upper end of Wilson's
   * interval for 0 of n, since to see none is not to know that there are none. As many are taken to be
   * lost as went against the majority here, and questions to be independent: where twins are answered
   * alike, more is needed. Null where n, or the twin groups, are too few to show any difference.
   */
  readonly detectable: number | null;
  /** Share of repair prompts that differ; null where the arms made none in common. */
  readonly bite: number | null;
  /** The same for first repairs alone. */
  readonly biteFirst: number | null;
  /**
   * `not tested`: bite below 10 %, no repair prompt in common, or fewer than 2 twin groups; `separated`:
   * Holm p below 0.05; else `not separated`.
   */
  readonly verdict: "separated" | "not separated" | "not tested";
  /** By database, in order of name. */
  readonly byDatabase: readonly DatabaseDifference[];
  /** With databases as clusters. */
  readonly clusterByDatabase: ClusterEstimate;
  /** With twin groups as clusters. */
  readonly clusterByTwinGroup: ClusterEstimate;
  /** Resamples. */
  readonly draws: number;
  /** Where they came from. */
  readonly seed: string | number;
  /** Confidence level of all intervals. */
  readonly level: number;
}
