/**
 * A run in numbers.
 *
 * @module
 */
import { type Episode, failureTypes } from "../domain.ts";
import type { StoredRun } from "../runs/run_reader.ts";
import { type Costs, tallyCosts } from "./tally_costs.ts";
import { type Tally, tallyEpisodes } from "./tally_episodes.ts";

/** How the episodes of one part of a run ended. */
export interface PartTally extends Tally {
  /** The database, difficulty or failure type that the part shares; empty where there is none. */
  readonly part: string;
}

/** What a run file says, in counts and in fractions in [0, 1]. */
export interface RunSummary extends Tally {
  /** The run file. */
  readonly path: string;
  /** Name of the method. */
  readonly method: string;
  /** Questions of the stream, finalized or not. */
  readonly total: number;
  /** Whether every question of the stream is finalized. */
  readonly complete: boolean;
  /** Attempts of scored episodes whose query ran into the time limit. */
  readonly timeouts: number;
  /** Attempts of scored episodes whose answer the token limit cut before its query ended. */
  readonly truncated: number;
  /** Attempts of scored episodes whose answer held thinking only, or nothing. */
  readonly empty: number;
  /** What its model calls cost. */
  readonly costs: Costs;
  /** Why episodes are unscored, most frequent first. */
  readonly unscoredNotes: readonly { readonly note: string; readonly count: number }[];
  /** In order of name. */
  readonly byDatabase: readonly PartTally[];
  /** From easy to hard where the names are those of Spider or BIRD, else in order of name. */
  readonly byDifficulty: readonly PartTally[];
  /**
   * Scored episodes whose attempt 0 is wrong, by its failure type, in the paper's order: `scored`
   * counts them, `fixed` those that end right. `unseen`: the query ran, and the loop was not told
   * that it is wrong.
   */
  readonly byFailure: readonly PartTally[];
}

const difficulties = ["easy", "simple", "medium", "moderate", "hard", "challenging", "extra"];

/**
 * Summarises a run. Execution accuracy is over scored episodes; what an incomplete run lacks is in
 * no count but `total`.
 *
 * @param run a run as read from its file
 * @returns counts and fractions; fractions are null where their denominator is 0
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { summarizeRun } from "./summarize_run.ts";
 * const { complete, byFailure } = summarizeRun(await exampleRun());
 * assert.equal(complete, true);
 * assert.deepEqual(byFailure.map(({ part, fixed }) => [part, fixed]), [["schema_linking", 1]]);
 * ```
 */
export function summarizeRun(run: StoredRun): RunSummary {
  const { path, manifest, stream, episodes } = run;
  const scored = episodes.filter(({ outcome }) => outcome !== "unscored");
  const attempts = scored.flatMap(({ steps }) => steps).map(({ attempt }) => attempt);
  return {
    path,
    method: manifest.method,
    total: stream.length,
    complete: episodes.length === stream.length,
    ...tallyEpisodes(episodes),
    timeouts: attempts.filter(({ observation }) => observation.status === "timeout").length,
    truncated: attempts.filter(({ answer }) => answer === "truncated").length,
    empty: attempts.filter(({ answer }) => answer === "empty").length,
    costs: tallyCosts(episodes),
    unscoredNotes: countNotes(episodes),
    byDatabase: tallyParts(episodes, ({ task }) => task.databaseId, []),
    byDifficulty: tallyParts(episodes, ({ task }) => task.difficulty, difficulties),
    byFailure: tallyParts(
      scored.filter(({ solvedAt }) => solvedAt !== 0),
      ({ steps }) => steps[0]?.attempt.failure?.type ?? "unseen",
      failureTypes,
    ),
  };
}

/** Parts in a given order, the others after them by name. */
function tallyParts(
  episodes: readonly Episode[],
  partOf: (episode: Episode) => string,
  order: readonly string[],
): readonly PartTally[] {
  const place = (part: string) => order.includes(part) ? order.indexOf(part) : order.length;
  return [...Map.groupBy(episodes, partOf)]
    .sort(([a], [b]) => place(a) - place(b) || (a < b ? -1 : 1))
    .map(([part, members]) => ({ part, ...tallyEpisodes(members) }));
}

function countNotes(episodes: readonly Episode[]): RunSummary["unscoredNotes"] {
  const unscored = episodes.filter(({ outcome }) => outcome === "unscored");
  return [...Map.groupBy(unscored, ({ note }) => note)]
    .map(([note, members]) => ({ note, count: members.length }))
    .sort((a, b) => b.count - a.count);
}
