/**
 * What the controls draw instead of computing it. Each draw is a function of its arguments alone, so
 * a resumed run, a replay and the audit all draw the same.
 *
 * @module
 */
import type { FailureType, MemoryEntry } from "../domain.ts";
import { createRandom, deriveSeed } from "../random.ts";

/**
 * Permutes the failure types among the entries of a pool: as many entries carry each type as before,
 * and which ones says nothing any more.
 *
 * The seed is the run's seed and the ids of the pool's entries in ascending order. Nothing else
 * enters: the order in which entries were finalized, the question and the attempt move no type, so a
 * failure that meets the same memory twice meets the same types, as it does with the true ones.
 *
 * @param pool entries of distinct ids, in any order
 * @param runSeed the run's seed
 * @returns one type an entry, in the pool's order
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { shuffleTypes } from "./draws.ts";
 * import { exampleEntry } from "./examples.ts";
 * const pool = [exampleEntry, { ...exampleEntry, id: "000004-repair-0", failureType: "syntax" }] as const;
 * assert.deepEqual(shuffleTypes(pool, 1).toSorted(), ["schema_linking", "syntax"]);
 * ```
 */
export function shuffleTypes(
  pool: readonly MemoryEntry[],
  runSeed: number,
): readonly (FailureType | null)[] {
  const sorted = pool.toSorted((a, b) => a.id < b.id ? -1 : 1);
  const random = createRandom(["types", runSeed, ...sorted.map((entry) => entry.id)].join(" "));
  const types = random.shuffle(sorted.map((entry) => entry.failureType));
  const typeOf = new Map(sorted.map((entry, i) => [entry.id, types[i]!]));
  return pool.map((entry) => typeOf.get(entry.id)!);
}

/** One entry that a search may find, and the search. */
export interface RankDraw {
  /** The run's seed. */
  readonly runSeed: number;
  /** The question that is repaired. */
  readonly taskId: string;
  /** The attempt that the search is for. */
  readonly attempt: number;
  /** The entry. */
  readonly entryId: string;
}

/**
 * The place of an entry where ranks are drawn: entries come in ascending order of it.
 *
 * @returns a whole number in [0, 2³¹), by run seed, question, attempt and entry
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { drawPlace } from "./draws.ts";
 * const draw = { runSeed: 1, taskId: "7", attempt: 1, entryId: "000003-repair-0" };
 * assert.equal(drawPlace(draw), drawPlace({ ...draw }));
 * assert.notEqual(drawPlace(draw), drawPlace({ ...draw, attempt: 2 }));
 * ```
 */
export function drawPlace({ runSeed, taskId, attempt, entryId }: RankDraw): number {
  return deriveSeed(runSeed, taskId, attempt, entryId);
}
