/**
 * How the entries that one episode retrieved scored, part by part.
 *
 * @module
 */
import type { Retrieved } from "../domain.ts";
import { InputError } from "../errors.ts";
import type { StoredEpisode, StoredRun } from "../runs/run_reader.ts";

/** One part of the score of one retrieved entry. */
export interface BreakdownRow {
  /** The attempt whose prompt shows the entry. */
  readonly attempt: number;
  /** Its polarity and the question that it was learnt from. */
  readonly entry: string;
  /** Id of the entry in the run. */
  readonly entryId: string;
  /** The part of the score; `preferred`: an entry that the method puts first whatever its score. */
  readonly part: "dense" | "lexical" | "preferred";
  /** What the part adds to the score, its weight included. */
  readonly score: number;
}

/**
 * The score of every entry that the prompts of an episode show.
 *
 * @param run the episode's run
 * @param taskId its question
 * @returns rows in the order of the prompts: for each entry the parts whose weight is not 0; empty
 * where nothing was retrieved
 * @throws {InputError} where the run has no such episode
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { breakdownRows } from "./breakdown_rows.ts";
 * const run = await exampleRun();
 * assert.deepEqual(breakdownRows(run, run.stream[0]!.id), []);
 * ```
 */
export function breakdownRows(run: StoredRun, taskId: string): readonly BreakdownRow[] {
  const episode = run.episodes.find(({ task }) => task.id === taskId);
  if (episode === undefined) {
    throw new InputError(`Cannot find question "${taskId}" in "${run.path}"`);
  }
  const policy = run.manifest.configuration.memory.weights;
  return episode.steps.flatMap(({ attempt, retrieved }) =>
    retrieved.flatMap((found) => {
      const sign = found.entry.polarity === "positive" ? "+" : "−";
      const known = {
        attempt: attempt.number,
        entry: `${sign} question ${found.entry.taskId}`,
        entryId: found.entry.id,
      };
      return partsOf(found, policy).map(([part, score]) => ({ ...known, part, score }));
    })
  );
}

type Weights = StoredRun["manifest"]["configuration"]["memory"]["weights"];

/** The weights of the policy, or of the methods that rank by similarity alone. */
function partsOf(
  { entry, score }: Retrieved,
  policy: Weights,
): readonly (readonly [BreakdownRow["part"], number])[] {
  const { dense, lexical, total } = score;
  for (const weights of [policy, { dense: 1, lexical: 0 }]) {
    const rest = total - weights.dense * dense - weights.lexical * lexical;
    if (Math.abs(rest) > 1e-6 && Math.abs(rest - 1) > 1e-6) continue;
    return [
      ...(weights.dense > 0 ? [["dense", weights.dense * dense] as const] : []),
      ...(weights.lexical > 0 ? [["lexical", weights.lexical * lexical] as const] : []),
      ...(rest > 0.5 ? [["preferred", 1] as const] : []),
    ];
  }
  throw new InputError(
    `Cannot take apart the score of entry ${entry.id}: ${total} is no weighted sum of its parts`,
  );
}

/**
 * The episode to look at first: of those that memory was shown in and that end right the one with
 * most different entries, else the like among the others; then the one with most shown at all.
 *
 * @returns null where no prompt of the run shows an entry
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { telltaleEpisode } from "./breakdown_rows.ts";
 * assert.equal(telltaleEpisode(await exampleRun()), null);
 * ```
 */
export function telltaleEpisode({ episodes }: StoredRun): StoredEpisode | null {
  const shown = episodes.map((episode) => {
    const ids = episode.steps.flatMap(({ retrieved }) => retrieved.map(({ entry }) => entry.id));
    return { episode, count: ids.length, different: new Set(ids).size };
  }).filter(({ count }) => count > 0);
  const [best] = shown.toSorted((a, b) =>
    Number(b.episode.outcome === "solved") - Number(a.episode.outcome === "solved") ||
    b.different - a.different || b.count - a.count || a.episode.position - b.episode.position
  );
  return best?.episode ?? null;
}
