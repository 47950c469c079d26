/**
 * What every statistic asks of its arguments.
 *
 * @module
 */

/**
 * Refuses a value that is no finite number: no statistic here gives NaN, and none takes it.
 *
 * @param values numbers
 * @throws {RangeError} naming the first place that is not finite
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { requireFinite } from "./check_arguments.ts";
 * assert.throws(() => requireFinite([0, NaN]), /value 1 is NaN/);
 * ```
 */
export function requireFinite(values: ArrayLike<number>): void {
  for (let i = 0; i < values.length; i++) {
    if (Number.isFinite(values[i])) continue;
    throw new RangeError(
      `Cannot use these values: value ${i} is ${values[i]}, need finite numbers`,
    );
  }
}

/**
 * Refuses what is no probability strictly between 0 and 1.
 *
 * @param name what the number is, for the message
 * @param probability the number
 * @throws {RangeError} where it is outside (0, 1)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { requireProbability } from "./check_arguments.ts";
 * assert.throws(() => requireProbability("level", 95), /level is 95, need more than 0/);
 * ```
 */
export function requireProbability(name: string, probability: number): void {
  if (probability > 0 && probability < 1) return;
  throw new RangeError(
    `Cannot compute: ${name} is ${probability}, need more than 0 and less than 1`,
  );
}

/**
 * Refuses what is no whole number of at least some size.
 *
 * @param name what the number is, for the message
 * @param count the number
 * @param least the smallest that is allowed
 * @throws {RangeError} where it is smaller or not whole
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { requireCount } from "./check_arguments.ts";
 * assert.throws(() => requireCount("draws", 0.5, 1), /draws is 0.5, need a whole number, at least 1/);
 * ```
 */
export function requireCount(name: string, count: number, least = 0): void {
  if (Number.isSafeInteger(count) && count >= least) return;
  throw new RangeError(
    `Cannot compute: ${name} is ${count}, need a whole number, at least ${least}`,
  );
}
