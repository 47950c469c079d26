/**
 * Values as whole multiples of a common unit, so that sums of them are exact.
 *
 * @module
 */
import { requireFinite } from "./check_arguments.ts";

/** Values on a grid, or as they are. */
export interface WholeUnits {
  /** The values times `denominator`. */
  readonly units: Float64Array;
  /** Units in 1; 1 where the values are on no grid. */
  readonly denominator: number;
  /** Whether every unit is a whole number: sums, and comparisons of sums, are then exact. */
  readonly areWhole: boolean;
}

const largestDenominator = 60;
const largestUnit = 1e6;
const tolerance = 1e-9;

/**
 * Finds the smallest denominator up to 60 that makes all values whole: correctness averaged over
 * three orders has thirds, whose sums would otherwise miss 0 by a rounding error and lose ties.
 *
 * @param values finite numbers
 * @returns whole units, or the values themselves where they are on no such grid
 * @throws {RangeError} where a value is not finite
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { toWholeUnits } from "./whole_units.ts";
 * const { units, denominator } = toWholeUnits([1 / 3, -1, 0.5]);
 * assert.deepEqual([[...units], denominator], [[2, -6, 3], 6]);
 * ```
 */
export function toWholeUnits(values: ArrayLike<number>): WholeUnits {
  requireFinite(values);
  for (let denominator = 1; denominator <= largestDenominator; denominator++) {
    if (areAllWhole(values, denominator)) {
      const units = Float64Array.from(values, (value) => Math.round(value * denominator));
      return { units, denominator, areWhole: true };
    }
  }
  return { units: Float64Array.from(values), denominator: 1, areWhole: false };
}

function areAllWhole(values: ArrayLike<number>, denominator: number): boolean {
  for (let i = 0; i < values.length; i++) {
    const scaled = values[i]! * denominator;
    if (Math.abs(scaled) > largestUnit) return false;
    if (Math.abs(scaled - Math.round(scaled)) > tolerance) return false;
  }
  return true;
}
