/**
 * Binomial random numbers.
 *
 * @module
 */
import type { Random } from "../random.ts";
import { requireCount } from "./check_arguments.ts";
import { logFactorials } from "./log_factorials.ts";

/** Draws how many of `trials` succeed. */
export type BinomialSampler = (trials: number, random: Random) => number;

/** P(X ≤ first), P(X ≤ first + 1), … 1, with a guide to where to start looking. */
interface Table {
  readonly first: number;
  readonly cumulative: Float64Array;
  /** Place g holds the first place of `cumulative` that exceeds g over the guide's length. */
  readonly guide: Int32Array;
}

/** Smaller probabilities, all of them together too, are lost in the 53 bits of a uniform number. */
const negligible = 2 ** -64;

/**
 * Makes a sampler of binomial counts for one probability of success.
 *
 * Exact inversion, not an approximation: one uniform number u of 53 bits gives the smallest k with
 * P(X ≤ k) > u. The table of P(X ≤ k) is made once for each number of trials; a guide of as many
 * entries makes a search take less than two steps on average, however large the table (Chen and Asau,
 * "On generating random variates from an empirical distribution", AIIE Transactions 6, 1974).
 *
 * @param probability of success, in [0, 1]
 * @param most the largest number of trials that will be asked for
 * @returns a sampler
 * @throws {RangeError} where an argument is out of range
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createRandom } from "../random.ts";
 * import { binomialSampler } from "./binomial_sampler.ts";
 * const draw = binomialSampler({ probability: 0.5, most: 10 });
 * const count = draw(10, createRandom(1));
 * assert.ok(count >= 0 && count <= 10);
 * ```
 */
export function binomialSampler(
  { probability, most }: { readonly probability: number; readonly most: number },
): BinomialSampler {
  requireCount("number of trials", most);
  if (!(probability >= 0 && probability <= 1)) {
    throw new RangeError(`Cannot draw: the probability is ${probability}, need one in [0, 1]`);
  }
  if (probability === 0) return () => 0;
  if (probability === 1) return (trials) => trials;
  const logs = logFactorials(most), scratch = new Float64Array(most + 1);
  const tables: (Table | undefined)[] = new Array(most + 1);
  return (trials, random) => {
    const table = tables[trials] ??= tabulate({ trials, probability, logs, scratch });
    const { first, cumulative, guide } = table;
    // The second draw fills the digits below the 32 bits of the first.
    const uniform = random.next() + Math.floor(random.next() * 2 ** 21) / 2 ** 53;
    let place = guide[Math.floor(uniform * guide.length)]!;
    while (cumulative[place]! <= uniform) place++;
    return first + place;
  };
}

function tabulate({ trials, probability, logs, scratch }: {
  readonly trials: number;
  readonly probability: number;
  readonly logs: Float64Array;
  readonly scratch: Float64Array;
}): Table {
  const mode = Math.min(trials, Math.floor((trials + 1) * probability));
  const odds = probability / (1 - probability);
  scratch[mode] = Math.exp(
    logs[trials]! - logs[mode]! - logs[trials - mode]! + mode * Math.log(probability) +
      (trials - mode) * Math.log1p(-probability),
  );
  let first = mode, last = mode;
  for (; last < trials && scratch[last]! > negligible; last++) {
    scratch[last + 1] = scratch[last]! * odds * (trials - last) / (last + 1);
  }
  for (; first > 0 && scratch[first]! > negligible; first--) {
    scratch[first - 1] = scratch[first]! / odds * first / (trials - first + 1);
  }
  const cumulative = scratch.slice(first, last + 1);
  for (let k = 1; k < cumulative.length; k++) cumulative[k]! += cumulative[k - 1]!;
  cumulative[cumulative.length - 1] = 1;
  const guide = new Int32Array(cumulative.length);
  for (let g = 0, place = 0; g < guide.length; g++) {
    while (cumulative[place]! <= g / guide.length) place++;
    guide[g] = place;
  }
  return { first, cumulative, guide };
}
