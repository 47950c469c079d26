/**
 * Student's t distribution with a whole number of degrees of freedom.
 *
 * @module
 */
import { requireCount, requireProbability } from "./check_arguments.ts";

/** P(|T| ≤ √ν tan θ): a finite sum for whole ν (Abramowitz and Stegun 26.7.3 and 26.7.4). */
function centralShare(theta: number, degrees: number): number {
  const isOdd = degrees % 2 === 1;
  const cosine = Math.cos(theta);
  let term = isOdd ? cosine : 1, sum = 0;
  for (let power = isOdd ? 1 : 0; power <= degrees - 2; power += 2) {
    sum += term;
    term *= (power + 1) / (power + 2) * cosine * cosine;
  }
  return isOdd ? (theta + Math.sin(theta) * sum) * 2 / Math.PI : Math.sin(theta) * sum;
}

/**
 * The t that |T| stays below with a given probability: 0.95 gives the factor of a 95 % interval.
 *
 * @param central P(|T| ≤ t), in (0, 1)
 * @param degrees degrees of freedom, a whole number, at least 1
 * @returns t > 0, with a relative error near 1e-13 for the usual levels
 * @throws {RangeError} where an argument is out of range
 * @see Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { centralTQuantile } from "./t_quantile.ts";
 * assert.equal(centralTQuantile(0.95, 3).toFixed(6), "3.182446");
 * ```
 */
export function centralTQuantile(central: number, degrees: number): number {
  requireProbability("central share", central);
  requireCount("degrees of freedom", degrees, 1);
  let low = 0, high = Math.PI / 2;
  for (let middle = high / 2; low < middle && middle < high; middle = (low + high) / 2) {
    if (centralShare(middle, degrees) < central) low = middle;
    else high = middle;
  }
  return Math.sqrt(degrees) * Math.tan((low + high) / 2);
}
