/**
 * A difference seen by groups of questions: whether a few of them carry it.
 *
 * @module
 */
import {
  bootstrapClusters,
  clusterTInterval,
  gatherClusters,
  leaveOneClusterOut,
  type LeftOut,
} from "../stats/clusters.ts";
import type { Interval, ResamplingOptions } from "../stats/interval.ts";

/** What clusters of questions say of a mean difference. */
export interface ClusterEstimate {
  /** C, the number of clusters. */
  readonly clusters: number;
  /**
   * t interval of the mean of cluster means, with C − 1 degrees of freedom. Each cluster counts alike,
   * so it need not be centred at the difference over questions.
   */
  readonly t: Interval | null;
  /** Percentile interval of the difference over questions when whole clusters are resampled. */
  readonly bootstrap: Interval | null;
  /** The smallest and the largest difference when one cluster is left out. */
  readonly leaveOneOut: { readonly low: LeftOut; readonly high: LeftOut } | null;
  /** Why something is null; empty where nothing is. */
  readonly why: string;
}

/**
 * Estimates a mean difference with clusters as the units.
 *
 * @param values one difference a question
 * @param names the cluster of each
 * @param options draws, seed and level
 * @returns intervals, null with a reason for fewer than 2 clusters or without spread
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { estimateClusters } from "./estimate_clusters.ts";
 * const { clusters, leaveOneOut } = estimateClusters([1, 0, 0, 0], ["a", "a", "b", "b"]);
 * assert.equal(clusters, 2);
 * assert.deepEqual(leaveOneOut!.low, { without: "a", mean: 0 });
 * ```
 */
export function estimateClusters(
  values: ArrayLike<number>,
  names: readonly string[],
  options: ResamplingOptions = {},
): ClusterEstimate {
  const clusters = gatherClusters(values, names);
  const left = leaveOneClusterOut(clusters);
  const t = clusterTInterval(clusters, options.level);
  return {
    clusters: clusters.length,
    t,
    bootstrap: bootstrapClusters(clusters, options),
    leaveOneOut: left.length === 0 ? null : { low: left[0]!, high: left.at(-1)! },
    why: clusters.length < 2
      ? `clusters need at least 2, not ${clusters.length}`
      : t === null
      ? "all clusters have the same mean, so that there is no spread"
      : "",
  };
}
