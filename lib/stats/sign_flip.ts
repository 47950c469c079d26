/**
 * The sign-flip test: a permutation test of paired differences.
 *
 * @module
 */
import { createRandom, type Random } from "../random.ts";
import { requireCount } from "./check_arguments.ts";
import type { ResamplingOptions } from "./interval.ts";
import { toWholeUnits } from "./whole_units.ts";

/** What flipping signs says. */
export interface SignFlipTest {
  /** Two-sided p, in (0, 1], never 0; null for fewer than 2 differences. */
  readonly p: number | null;
  /** Whether all sign patterns were counted or some drawn. */
  readonly method: "exact" | "monte carlo";
  /** Differences other than 0. */
  readonly nonzero: number;
  /** Sign patterns drawn; null where all were counted. */
  readonly draws: number | null;
  /** Why p is null; empty where it is not. */
  readonly why: string;
}

/** Up to this many differences on no grid all 2^k patterns are summed. */
const mostEnumerated = 16;

/** Up to this many steps a convolution is worth waiting for: a few tenths of a second. */
const mostSteps = 1e8;

/**
 * Tests whether paired differences are symmetric around 0, as they are where the two arms are
 * exchangeable: p is the share of sign patterns whose sum is as far from 0 as the observed one.
 *
 * All patterns are counted where differences are whole multiples of a unit (correctness averaged over
 * orders is), by convolving the distribution of the sum one difference at a time, or where at most 16
 * differ from 0. Otherwise patterns are drawn, and p = (1 + count) / (1 + draws). Differences of 0
 * change no sum and are dropped.
 *
 * Assumes independent differences. Cost: exact, k times the sum of absolute units, k the differences
 * other than 0; drawn, k times draws.
 *
 * @param differences finite numbers
 * @param options draws and seed, for what cannot be counted
 * @returns p and how it was found; p is 1 where every difference is 0
 * @throws {RangeError} where a difference is not finite or draws is out of range
 * @see Good, Permutation, Parametric, and Bootstrap Tests of Hypotheses, 2005, section 3.2;
 * `scipy.stats.permutation_test` with `permutation_type="samples"` agrees
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { signFlipTest } from "./sign_flip.ts";
 * assert.equal(signFlipTest([1, 1, 1, 1, 1, 1, 1, 1]).p, 2 / 256);
 * ```
 */
export function signFlipTest(
  differences: ArrayLike<number>,
  { draws = 10_000, seed = 1 }: Omit<ResamplingOptions, "level"> = {},
): SignFlipTest {
  requireCount("draws", draws, 1);
  const { units, areWhole } = toWholeUnits(differences);
  const kept = units.filter((unit) => unit !== 0);
  const exact = { method: "exact", nonzero: kept.length, draws: null, why: "" } as const;
  if (units.length < 2) {
    return { ...exact, p: null, why: `the test needs at least 2 differences, not ${units.length}` };
  }
  const span = kept.reduce((sum, unit) => sum + Math.abs(unit), 0);
  if (areWhole && kept.length * span <= mostSteps) {
    return { ...exact, p: Math.max(convolve(kept, span), Number.MIN_VALUE) };
  }
  if (kept.length <= mostEnumerated) return { ...exact, p: enumerate(kept, span) };
  const random = createRandom(seed).fork("sign flips");
  const p = drawPatterns({ kept, span, draws, random });
  return { ...exact, method: "monte carlo", draws, p };
}

/** Sums that differ by rounding alone count as equal. */
function farEnough(kept: Float64Array, span: number): number {
  return Math.abs(kept.reduce((sum, unit) => sum + unit, 0)) - 1e-12 * span;
}

/** The units that become negative have a sum t between 0 and the span; the whole is span − 2t. */
function convolve(kept: Float64Array, span: number): number {
  const probability = new Float64Array(span + 1);
  probability[0] = 1;
  let reached = 0;
  for (const unit of kept) {
    const size = Math.abs(unit);
    reached += size;
    for (let t = reached; t >= size; t--) {
      probability[t] = (probability[t]! + probability[t - size]!) / 2;
    }
    for (let t = size - 1; t >= 0; t--) probability[t]! /= 2;
  }
  const observed = Math.abs(kept.reduce((sum, unit) => sum + unit, 0));
  let p = 0;
  for (let t = 0; t <= span; t++) if (Math.abs(span - 2 * t) >= observed) p += probability[t]!;
  return Math.min(1, p);
}

function enumerate(kept: Float64Array, span: number): number {
  const observed = farEnough(kept, span);
  const patterns = 2 ** kept.length;
  let count = 0;
  for (let pattern = 0; pattern < patterns; pattern++) {
    let sum = 0;
    for (let i = 0; i < kept.length; i++) sum += (pattern >> i) & 1 ? -kept[i]! : kept[i]!;
    if (Math.abs(sum) >= observed) count++;
  }
  return count / patterns;
}

function drawPatterns({ kept, span, draws, random }: {
  readonly kept: Float64Array;
  readonly span: number;
  readonly draws: number;
  readonly random: Random;
}): number {
  const observed = farEnough(kept, span);
  let count = 0;
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0;
    for (const unit of kept) sum += random.next() < 0.5 ? -unit : unit;
    if (Math.abs(sum) >= observed) count++;
  }
  return (1 + count) / (1 + draws);
}
