/**
 * The nouns that the statistics share.
 *
 * @module
 */

/** A closed interval, `low` ≤ `high`. */
export interface Interval {
  /** Lower end. */
  readonly low: number;
  /** Upper end. */
  readonly high: number;
}

/** How often to resample, from which seed, and how sure an interval is. */
export interface ResamplingOptions {
  /** Resamples, a positive integer; 10,000 where left out. */
  readonly draws?: number;
  /** Equal seeds give equal results, bit for bit; 1 where left out. */
  readonly seed?: string | number;
  /** Confidence level in (0, 1); 0.95 where left out. */
  readonly level?: number;
}
