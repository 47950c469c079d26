/**
 * Mean, standard deviation and quantiles of a sample: the one door to `simple-statistics`.
 *
 * Its `probit` and `cumulativeStdNormalProbability` are not taken: in version 7.12.1 the former is
 * wrong in the third digit (1.9572 for 0.975, where 1.9600 is right); see `normal.ts`.
 *
 * @module
 */
import {
  mean as meanOf,
  quantileSorted,
  sampleStandardDeviation,
} from "npm:simple-statistics@7.12.1";

// The library reads its arguments by index and length alone, so a typed array serves as well.
const asArray = (values: ArrayLike<number>) => values as number[];

/**
 * The arithmetic mean, summed with compensation for rounding.
 *
 * @param values numbers
 * @returns their mean; null where there is none
 *
 * @example
 * ```ts
 * import { mean } from "./sample_statistics.ts";
 * if (mean([1, 2, 6]) !== 3 || mean([]) !== null) throw new Error("Expected 3 and null");
 * ```
 */
export function mean(values: ArrayLike<number>): number | null {
  return values.length === 0 ? null : meanOf(asArray(values));
}

/**
 * The sample standard deviation, with n − 1 in the denominator.
 *
 * @param values numbers
 * @returns at least 0; null for fewer than 2 values
 *
 * @example
 * ```ts
 * import { standardDeviation } from "./sample_statistics.ts";
 * if (standardDeviation([1, 3]) !== Math.SQRT2) throw new Error("Expected the root of 2");
 * ```
 */
export function standardDeviation(values: ArrayLike<number>): number | null {
  return values.length < 2 ? null : sampleStandardDeviation(asArray(values));
}

/**
 * A quantile of a sorted sample, interpolated between neighbours (Hyndman and Fan's type 7, as
 * `numpy.quantile` does).
 *
 * @param sorted numbers in ascending order
 * @param probability in [0, 1]; 0.5 is the median
 * @returns the quantile; null where there is no value
 *
 * @example
 * ```ts
 * import { quantile } from "./sample_statistics.ts";
 * if (quantile([1, 2, 3, 10], 0.5) !== 2.5) throw new Error("Expected the median");
 * ```
 */
export function quantile(sorted: ArrayLike<number>, probability: number): number | null {
  return sorted.length === 0 ? null : quantileSorted(asArray(sorted), probability);
}
