/**
 * The standard normal distribution, to the precision of a double.
 *
 * @module
 */
import { requireProbability } from "./check_arguments.ts";

const density = (z: number) => Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);

/** From here outwards the series would lose the tail's digits to cancellation. */
const tailStart = 3;

/** 1 − Φ(z) over φ(z) for z ≥ {@link tailStart}: Laplace's fraction 1/(z + 1/(z + 2/(z + …))). */
function millsRatio(z: number): number {
  let denominator = z;
  for (let k = 100; k >= 1; k--) denominator = z + k / denominator;
  return 1 / denominator;
}

/** Φ(z) − 1/2 for moderate z: φ(z) times z + z³/3 + z⁵/(3·5) + …, whose terms never cancel. */
function centralArea(z: number): number {
  let sum = z, term = z;
  for (let odd = 3; Math.abs(term) > Math.abs(sum) * 1e-17; odd += 2) {
    term *= z * z / odd;
    sum += term;
  }
  return density(z) * sum;
}

/**
 * Φ(z): the share of a standard normal variable that lies at or below z.
 *
 * @param z a number; infinities are allowed
 * @returns in [0, 1], with a relative error near 1e-15 in the lower tail too
 * @see Marsaglia, "Evaluating the normal distribution", Journal of Statistical Software 11(4), 2004,
 * for the series; Laplace's continued fraction for the tails
 *
 * @example
 * ```ts
 * import { cumulativeNormal } from "./normal.ts";
 * if (cumulativeNormal(0) !== 0.5) throw new Error("Expected a half");
 * ```
 */
export function cumulativeNormal(z: number): number {
  if (z <= -tailStart) return density(z) * millsRatio(-z);
  if (z >= tailStart) return 1 - density(z) * millsRatio(z);
  return 0.5 + centralArea(z);
}

/**
 * The z that a standard normal variable stays below with a given probability (probit).
 *
 * Newton's method on log Φ, which is concave: started left of the root it climbs to it and never
 * overshoots. Since Φ(−x) ≤ exp(−x²/2)/2, the start −√(−2 log p) is left of it.
 *
 * @param probability in (0, 1)
 * @returns z with Φ(z) = probability, with an error near 1e-15 relative to 1 + |z|
 * @throws {RangeError} where the probability is outside (0, 1)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { normalQuantile } from "./normal.ts";
 * assert.equal(normalQuantile(0.975).toFixed(12), "1.959963984540");
 * ```
 */
export function normalQuantile(probability: number): number {
  requireProbability("probability", probability);
  if (probability > 0.5) return -normalQuantile(1 - probability);
  let z = -Math.sqrt(-2 * Math.log(probability));
  for (let step = 1, round = 0; Math.abs(step) > 1e-15 * (1 + Math.abs(z)) && round < 50; round++) {
    const area = cumulativeNormal(z);
    step = Math.log(probability / area) * area / density(z);
    z += step;
  }
  return z;
}
