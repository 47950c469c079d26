/**
 * The nouns of the benchmarks: a row measures one kind of work, in one or more lines.
 *
 * @module
 */
import type { Peer } from "./peer.ts";

/** A measured quantity: the median of its rounds, and the least and the most. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly rounds: number;
}

/** The other side of a line. */
export interface Against {
  readonly name: string;
  readonly value: Spread;
  /** Theirs over ours, round by round: above 1 ours is faster. */
  readonly ratio: Spread;
}

/** What is to be reached: a ratio of at least so much, or a value of at most. */
export type Goal =
  | { readonly ratioAtLeast: number }
  | { readonly valueAtMost: number };

/** One measurement. */
export interface Line {
  /** What was done, and on how much. */
  readonly work: string;
  /** Unit of the values, such as `ms a query`. */
  readonly unit: string;
  readonly ours: Spread;
  /** Null where nothing else does this work. */
  readonly against: Against | null;
  /** Null for lines that only show how cost grows. */
  readonly goal: Goal | null;
  /** How the results of both sides were found to be the same; why there is no other side. */
  readonly note: string;
}

/** What came of a row. */
export interface RowReport {
  readonly lines: readonly Line[];
  /** Sentences about input and setting. */
  readonly notes: readonly string[];
  /** Why nothing was measured; empty where it was. */
  readonly skipped: string;
}

/** What a row works with. */
export interface RowContext {
  /** Small inputs and few rounds: shows that everything runs and agrees, measures nothing. */
  readonly quick: boolean;
  /** Rounds that count, each of ours and theirs. */
  readonly rounds: number;
  /** A folder for input files, removed afterwards. */
  readonly folder: string;
  /** Starts a Python peer; it ends with the row. */
  startPeer(script: string, input: string): Promise<Peer>;
}

/** One kind of work. */
export interface Row {
  readonly name: string;
  /** As tables head it. */
  readonly title: string;
  /** Whether it needs the Python packages. */
  readonly needsPeers: boolean;
  measure(context: RowContext): Promise<RowReport>;
}

/** Whether a line reaches its goal; null where it has none. */
export function isMet({ goal, ours, against }: Line): boolean | null {
  if (goal === null) return null;
  if ("valueAtMost" in goal) return ours.median <= goal.valueAtMost;
  return against !== null && against.ratio.median >= goal.ratioAtLeast;
}
