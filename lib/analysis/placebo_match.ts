/**
 * How well a placebo stands in for MERIT.
 *
 * @module
 */
import { recallAgain } from "../runs/recall_again.ts";
import type { StoredRun } from "../runs/run_reader.ts";

/** The repair prompts of a placebo run, set against what MERIT would have shown in them. */
export interface PlaceboMatch {
  /** Repair prompts in which MERIT would have shown something. */
  readonly prompts: number;
  /** Those that show as many entries of each polarity, as long in all, within 10 %. */
  readonly matched: number;
  /** `matched / prompts`; null where there is no such prompt. */
  readonly share: number | null;
  /** Those that show fewer entries, since the other databases had no more. */
  readonly short: number;
  /** Those that show none at all. */
  readonly empty: number;
  /** Estimated tokens shown over those that MERIT would have shown; null where those are 0. */
  readonly tokenRatio: number | null;
}

/**
 * Measures a placebo run: MERIT recalls anew for each of its repairs, from the same failure and the
 * same memory, and what the prompt shows is counted against that.
 *
 * @param run a run of `merit-placebo`, complete or not
 * @returns counts over its repair prompts
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { placeboMatch } from "./placebo_match.ts";
 * import { exampleRun } from "../runs/examples.ts";
 * const { prompts, share } = await placeboMatch(await exampleRun());
 * assert.deepEqual([prompts, share], [0, null]);
 * ```
 */
export async function placeboMatch(run: StoredRun): Promise<PlaceboMatch> {
  const rows = (await recallAgain(run, "merit")).filter(({ recalled }) =>
    recalled.retrieved.length > 0
  );
  const prompts = rows.length, matched = rows.filter((row) => row.matched).length;
  const sum = (part: "shown" | "recalled") =>
    rows.reduce((total, row) => total + row[part].tokens, 0);
  return {
    prompts,
    matched,
    share: prompts === 0 ? null : matched / prompts,
    short: rows.filter(({ shown, recalled }) => shown.retrieved.length < recalled.retrieved.length)
      .length,
    empty: rows.filter(({ shown }) => shown.retrieved.length === 0).length,
    tokenRatio: prompts === 0 ? null : sum("shown") / sum("recalled"),
  };
}
