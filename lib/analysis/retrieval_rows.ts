/**
 * What became of the questions whose prompts showed an entry of memory.
 *
 * @module
 */
import type { MemoryEntry } from "../domain.ts";
import { type PairedArms, pairRuns, type RunPair } from "./pair_outcomes.ts";

/**
 * An entry of memory and the questions whose prompts showed it, counted by how they ended in the
 * variant, which showed it, and in the base. These are associations: prompts show several entries at
 * once, and two runs of one method differ too.
 */
export interface RetrievalRow {
  /** Seed of the stream order, since every run has a memory of its own. */
  readonly order: number;
  /** The entry. */
  readonly entry: MemoryEntry;
  /** Questions whose prompts showed it: the sum of the next four. */
  readonly shown: number;
  /** Of them, solved by the variant alone. */
  readonly helped: number;
  /** Of them, solved by the base alone. */
  readonly harmed: number;
  /** Of them, solved by both. */
  readonly both: number;
  /** Of them, solved by none. */
  readonly none: number;
}

/**
 * Counts for each entry in the variant's memory the questions whose prompts showed it, by outcome.
 *
 * @param arms one finished run an order in each
 * @returns one row an entry and order, also for entries that were never shown: first those with the
 * most questions that flipped, then the most shown, then in order of their place in the stream;
 * questions that are unscored in either arm count nowhere
 * @throws {InputError} where the arms must not be compared
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { retrievalRows } from "./retrieval_rows.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * const [row] = retrievalRows({ base: arm, variant: arm });
 * assert.deepEqual([row!.entry.polarity, row!.shown], ["positive", 0]);
 * ```
 */
export function retrievalRows(arms: PairedArms): readonly RetrievalRow[] {
  return pairRuns(arms).flatMap(countEntries).sort((a, b) =>
    b.helped + b.harmed - a.helped - a.harmed || b.shown - a.shown || a.order - b.order ||
    (a.entry.id < b.entry.id ? -1 : 1)
  );
}

function countEntries({ order, base, variant }: RunPair): readonly RetrievalRow[] {
  const ofBase = new Map(base.episodes.map(({ task, outcome }) => [task.id, outcome]));
  const shown = variant.episodes.flatMap(({ task, outcome, steps }) => {
    const other = ofBase.get(task.id) ?? "unscored";
    if (outcome === "unscored" || other === "unscored") return [];
    const ids = new Set(steps.flatMap(({ retrieved }) => retrieved.map(({ entry }) => entry.id)));
    return [...ids].map((id) => ({ id, ending: endings[`${outcome} ${other}`] }));
  });
  const byEntry = Map.groupBy(shown, ({ id }) => id);
  const entries = [
    ...variant.initialMemory,
    ...variant.episodes.flatMap((episode) => episode.entries),
  ];
  return entries.map((entry) => {
    const questions = byEntry.get(entry.id) ?? [];
    const count = (wanted: Ending) => questions.filter(({ ending }) => ending === wanted).length;
    return {
      order,
      entry,
      shown: questions.length,
      helped: count("helped"),
      harmed: count("harmed"),
      both: count("both"),
      none: count("none"),
    };
  });
}

type Ending = "helped" | "harmed" | "both" | "none";

/** By outcome in the variant and in the base. */
const endings = {
  "solved solved": "both",
  "solved unsolved": "helped",
  "unsolved solved": "harmed",
  "unsolved unsolved": "none",
} as const satisfies Readonly<Record<string, Ending>>;
