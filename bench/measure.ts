/**
 * Timing two sides of one work, round by round in turn, so that what else the machine does meets both.
 *
 * @module
 */
import { quantile } from "../lib/stats/sample_statistics.ts";
import type { Goal, Line, Spread } from "./row.ts";

/** A timed pass and what it gave. */
export interface Pass<Result> {
  /** Seconds an operation; the two sides of a line may do another number of them. */
  readonly seconds: number;
  readonly result: Result;
}

/** How many of a unit are in a second. */
const inSecond = { s: 1, ms: 1e3, µs: 1e6 };

/** What {@link compare} needs. */
export interface Comparison<Result> {
  readonly work: string;
  readonly unit: keyof typeof inSecond;
  /** What one operation is, such as `a query`. */
  readonly operation: string;
  readonly goal: Goal | null;
  readonly rounds: number;
  /** How long ours is run before the rounds: V8 compiles what runs often; 1 where left out. */
  readonly warmUpSeconds?: number;
  readonly peer: string;
  readonly ours: () => Promise<Pass<Result>>;
  readonly theirs: () => Promise<Pass<Result>>;
  /** Throws where results differ; says how they were found to be the same. */
  readonly requireSame: (ours: Result, theirs: Result) => string;
}

/** The median of values, the least and the most. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5)!,
    low: sorted[0]!,
    high: sorted.at(-1)!,
    rounds: values.length,
  };
}

/**
 * Measures both sides: passes that do not count, then rounds in which ours and theirs take turns at
 * going first.
 *
 * @throws {Error} where the results differ, in any round
 */
export async function compare<Result>(options: Comparison<Result>): Promise<Line> {
  const { work, unit, operation, goal, rounds, peer, ours, theirs, requireSame } = options;
  const { warmUpSeconds = 1 } = options;
  const own: number[] = [], other: number[] = [];
  let note = "";
  const warm = performance.now() + 1000 * warmUpSeconds;
  while (performance.now() < warm) await ours();
  for (let round = 0; round <= rounds; round++) {
    const order = round % 2 === 0 ? [ours, theirs] : [theirs, ours];
    const first = await order[0]!(), second = await order[1]!();
    const [mine, its] = round % 2 === 0 ? [first, second] : [second, first];
    note = requireSame(mine.result, its.result);
    if (round === 0) continue;
    own.push(mine.seconds * inSecond[unit]);
    other.push(its.seconds * inSecond[unit]);
  }
  const ratio = spreadOf(own.map((value, i) => other[i]! / value));
  return {
    work,
    unit: `${unit} ${operation}`,
    ours: spreadOf(own),
    against: { name: peer, value: spreadOf(other), ratio },
    goal,
    note,
  };
}

/** A pass takes at least so long, by repetition: less is lost in what else the machine does. */
const leastSeconds = 0.05;

/** Times a piece of work that does some operations, and gives what it gave first. */
export async function time<Result>(
  run: () => Result | Promise<Result>,
  operations = 1,
): Promise<Pass<Result>> {
  const start = performance.now();
  const result = await run();
  let repetitions = 1, seconds = (performance.now() - start) / 1000;
  for (; seconds < leastSeconds; repetitions++) {
    await run();
    seconds = (performance.now() - start) / 1000;
  }
  return { seconds: seconds / repetitions / operations, result };
}
