/**
 * What the paper reports, as data. The numbers are of another model and other sampling: they stand
 * beside measured ones, never among them.
 *
 * @module
 */
import { InputError } from "../errors.ts";

/** An accuracy that the paper reports. */
export interface PaperAccuracy {
  /** `spider` or `bird`. */
  readonly benchmark: string;
  /** The method by the kit's name. */
  readonly method: string;
  /** Execution accuracy, in percent. */
  readonly percent: number;
  /** What a reader must know beside; empty where nothing. */
  readonly note: string;
}

/** An ablation that the paper reports: its difference to the whole method. */
export interface PaperAblation {
  /** `spider` or `bird`. */
  readonly benchmark: string;
  /** What was changed. */
  readonly name: string;
  /** In percentage points. */
  readonly points: number;
}

/** What the paper reports. */
export interface PaperResults {
  /** Title, year and licence. */
  readonly source: string;
  /** The paper's model. */
  readonly model: string;
  /** Its K. */
  readonly budget: number;
  /** In the order of the file. */
  readonly accuracy: readonly PaperAccuracy[];
  /** In the order of the file. */
  readonly ablations: readonly PaperAblation[];
}

const paperFile = new URL("../../data/paper_results.json", import.meta.url);

/**
 * Reads what the paper reports.
 *
 * @param file `data/paper_results.json` by default
 * @throws {InputError} for a file that is no JSON or lacks a member
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPaperResults } from "./paper_results.ts";
 * const { accuracy, budget } = await readPaperResults();
 * const merit = accuracy.filter(({ method }) => method === "merit").map(({ percent }) => percent);
 * assert.deepEqual([merit, budget], [[69.79, 48.44], 7]);
 * ```
 */
export async function readPaperResults(file: URL = paperFile): Promise<PaperResults> {
  const refuse = (why: string, cause?: unknown) =>
    new InputError(`Cannot read ${file}: ${why}`, { cause });
  let whole: unknown;
  try {
    whole = JSON.parse(await Deno.readTextFile(file));
  } catch (cause) {
    throw refuse((cause as Error).message, cause);
  }
  const member = (of: unknown, name: string): unknown =>
    typeof of === "object" && of !== null ? (of as Record<string, unknown>)[name] : undefined;
  const text = (of: unknown, name: string): string => {
    const value = member(of, name);
    if (typeof value !== "string") throw refuse(`${name} is ${JSON.stringify(value)}, need a text`);
    return value;
  };
  const number = (of: unknown, name: string): number => {
    const value = member(of, name);
    if (typeof value === "number") return value;
    throw refuse(`${name} is ${JSON.stringify(value)}, need a number`);
  };
  const list = (of: unknown, name: string): readonly unknown[] => {
    const value = member(of, name);
    if (!Array.isArray(value)) throw refuse(`${name} is no list`);
    return value;
  };
  return {
    source: text(whole, "source"),
    model: text(whole, "model"),
    budget: number(whole, "budget"),
    accuracy: list(whole, "accuracy").map((row) => ({
      benchmark: text(row, "benchmark"),
      method: text(row, "method"),
      percent: number(row, "percent"),
      note: text(row, "note"),
    })),
    ablations: list(whole, "ablations").map((row) => ({
      benchmark: text(row, "benchmark"),
      name: text(row, "name"),
      points: number(row, "points"),
    })),
  };
}

/** A reported accuracy in the form of a measured one. Fractions are in [0, 1]. */
export interface PaperRow {
  /** The method, and that it is the paper's. */
  readonly label: string;
  /** As reported. */
  readonly accuracy: number;
  /** The paper reports no interval. */
  readonly low: null;
  /** See `low`. */
  readonly high: null;
  /** Nor attempt 0. */
  readonly first: null;
  /** Not measured here. */
  readonly source: "reported";
}

/**
 * What the paper reports of one benchmark, to be drawn beside measured accuracies.
 *
 * @param paper as {@link readPaperResults} returns it
 * @param benchmark `spider` or `bird`
 * @returns one row a method; none for another benchmark
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { paperRows, readPaperResults } from "./paper_results.ts";
 * const [row] = paperRows(await readPaperResults(), "spider");
 * assert.deepEqual([row!.label, row!.accuracy], ["stateless (paper, spider)", 0.6634]);
 * ```
 */
export function paperRows({ accuracy }: PaperResults, benchmark: string): readonly PaperRow[] {
  return accuracy.filter((row) => row.benchmark === benchmark).map(({ method, percent }) => ({
    label: `${method} (paper, ${benchmark})`,
    accuracy: percent / 100,
    low: null,
    high: null,
    first: null,
    source: "reported",
  }));
}
