/**
 * Statistics of clusters: values that are alike within a group, so that the group is the unit.
 *
 * @module
 */
import { createRandom } from "../random.ts";
import { requireCount, requireProbability } from "./check_arguments.ts";
import type { Interval, ResamplingOptions } from "./interval.ts";
import { resampleTotals } from "./resample_totals.ts";
import { mean, quantile, standardDeviation } from "./sample_statistics.ts";
import { centralTQuantile } from "./t_quantile.ts";
import { toWholeUnits } from "./whole_units.ts";

/** Means that spread less are equal but for rounding, and an interval of them has no width. */
const leastDeviation = 1e-12;

/** A cluster in numbers. */
export interface Cluster {
  /** What its values share. */
  readonly name: string;
  /** Number of values, at least 1. */
  readonly size: number;
  /** Sum of its values. */
  readonly total: number;
}

/**
 * Gathers values into clusters.
 *
 * @param values finite numbers
 * @param names the cluster of each value
 * @returns clusters in order of name
 * @throws {RangeError} where a value is not finite or the lengths differ
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { gatherClusters } from "./clusters.ts";
 * assert.deepEqual(gatherClusters([1, 0, 1], ["zoo", "art", "zoo"]), [
 *   { name: "art", size: 1, total: 0 },
 *   { name: "zoo", size: 2, total: 2 },
 * ]);
 * ```
 */
export function gatherClusters(
  values: ArrayLike<number>,
  names: readonly string[],
): readonly Cluster[] {
  if (values.length !== names.length) {
    throw new RangeError(
      `Cannot gather clusters: ${values.length} values and ${names.length} names, need as many`,
    );
  }
  const { units, denominator } = toWholeUnits(values);
  const members = Map.groupBy(units.keys(), (at) => names[at]!);
  return [...members].sort(([a], [b]) => a < b ? -1 : 1).map(([name, places]) => ({
    name,
    size: places.length,
    total: places.reduce((sum, at) => sum + units[at]!, 0) / denominator,
  }));
}

/**
 * The percentile interval of the mean over all values when whole clusters are resampled with
 * replacement, as many as there are. It allows for values that are alike within a cluster; with few
 * clusters it is too narrow, and the t interval of {@link clusterTInterval} is the safer one.
 *
 * @param clusters independent of each other
 * @param options draws, seed and level
 * @returns an interval; null for fewer than 2 clusters and where resampling shows no spread
 * @throws {RangeError} where an option is out of range
 * @see Davison and Hinkley, Bootstrap Methods and their Application, 1997, section 3.8
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { bootstrapClusters, gatherClusters } from "./clusters.ts";
 * const clusters = gatherClusters([1, 1, 0, 0], ["a", "a", "b", "b"]);
 * assert.deepEqual(bootstrapClusters(clusters), { low: 0, high: 1 });
 * ```
 */
export function bootstrapClusters(
  clusters: readonly Cluster[],
  { draws = 10_000, seed = 1, level = 0.95 }: ResamplingOptions = {},
): Interval | null {
  requireCount("draws", draws, 1);
  requireProbability("level", level);
  if (clusters.length < 2) return null;
  const random = createRandom(seed).fork("cluster bootstrap");
  const totals = Float64Array.from(clusters, ({ total }) => total);
  const sizes = Float64Array.from(clusters, ({ size }) => size);
  const [sums, counts] = resampleTotals([totals, sizes], { draws, random });
  const means = sums!.map((sum, draw) => sum / counts![draw]!).sort();
  const low = quantile(means, (1 - level) / 2)!, high = quantile(means, (1 + level) / 2)!;
  return high - low < leastDeviation ? null : { low, high };
}

/**
 * The t interval of the mean of cluster means, with C − 1 degrees of freedom for C clusters. Each
 * cluster counts alike, whatever its size, so the interval is for a new cluster's mean and need not be
 * centred at the mean over all values. Assumes cluster means near a normal distribution.
 *
 * @param clusters independent of each other
 * @param level confidence level in (0, 1)
 * @returns the interval; null for fewer than 2 clusters and where all means are equal
 * @throws {RangeError} where the level is out of range
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusterTInterval, gatherClusters } from "./clusters.ts";
 * const { low, high } = clusterTInterval(gatherClusters([0, 1, 2], ["a", "b", "c"]))!;
 * assert.deepEqual([low.toFixed(3), high.toFixed(3)], ["-1.484", "3.484"]);
 * ```
 */
export function clusterTInterval(clusters: readonly Cluster[], level = 0.95): Interval | null {
  requireProbability("level", level);
  const means = clusters.map(({ total, size }) => total / size);
  const deviation = standardDeviation(means);
  if (deviation === null || deviation < leastDeviation) return null;
  const centre = mean(means)!;
  const half = centralTQuantile(level, means.length - 1) * deviation / Math.sqrt(means.length);
  return { low: centre - half, high: centre + half };
}

/** The mean over all values but those of one cluster. */
export interface LeftOut {
  /** The cluster left out. */
  readonly without: string;
  /** Mean of the others' values. */
  readonly mean: number;
}

/**
 * The mean over all values with each cluster left out in turn: whether one cluster carries a result.
 *
 * @param clusters in any order
 * @returns one mean a cluster, smallest first, equal ones in the order given; empty for fewer than 2
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { gatherClusters, leaveOneClusterOut } from "./clusters.ts";
 * const [lowest, highest] = leaveOneClusterOut(gatherClusters([1, 0, 0], ["a", "b", "b"]));
 * assert.deepEqual([lowest, highest], [{ without: "a", mean: 0 }, { without: "b", mean: 1 }]);
 * ```
 */
export function leaveOneClusterOut(clusters: readonly Cluster[]): readonly LeftOut[] {
  if (clusters.length < 2) return [];
  const total = clusters.reduce((sum, cluster) => sum + cluster.total, 0);
  const size = clusters.reduce((sum, cluster) => sum + cluster.size, 0);
  return clusters
    .map((cluster) => ({
      without: cluster.name,
      mean: (total - cluster.total) / (size - cluster.size),
    }))
    .sort((a, b) => a.mean - b.mean);
}
