/**
 * The causal filter: which entries a task may be shown at all.
 *
 * @module
 */
import type { EntryKind, FailureType, MemoryEntry, Polarity, Task } from "../domain.ts";
import { shuffleTypes } from "./draws.ts";
import type { RetrievalPolicy } from "./policy.ts";

/** Whose memory is asked for. */
export interface PoolRequest {
  /** The question. */
  readonly task: Task;
  /** Stream position of the running episode; entries must come from smaller ones. */
  readonly position: number;
  /** What kind of entry is asked for. */
  readonly kind: EntryKind;
  /** null: either polarity. */
  readonly polarity: Polarity | null;
  /** The parameters that apply. */
  readonly policy: Pick<RetrievalPolicy, "scope" | "twins">;
}

/**
 * Tells whether an entry is legal: from an earlier episode, within the schema scope, allowed by
 * the twin policy, of the wanted kind and polarity.
 *
 * @param entry an entry of a finalized episode
 * @param request who asks
 * @returns true where the entry may be shown
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { isLegal } from "./legal_pool.ts";
 * import { exampleEntry, exampleTask } from "./examples.ts";
 * const request = {
 *   task: exampleTask, position: 5, kind: "repair", polarity: "positive",
 *   policy: { scope: "same-db", twins: "allow" },
 * } as const;
 * assert.equal(isLegal({ ...exampleEntry, position: 4 }, request), true);
 * assert.equal(isLegal({ ...exampleEntry, position: 5 }, request), false);
 * ```
 */
export function isLegal(entry: MemoryEntry, request: PoolRequest): boolean {
  const { task, policy } = request;
  if (entry.position >= request.position || entry.taskId === task.id) return false;
  if (entry.kind !== request.kind) return false;
  if (request.polarity !== null && entry.polarity !== request.polarity) return false;
  if (policy.twins === "block" && entry.twinGroup === task.twinGroup) return false;
  switch (policy.scope) {
    case "any":
      return true;
    case "same-db":
      return entry.databaseId === task.databaseId;
    case "cross-db":
      return entry.databaseId !== task.databaseId;
  }
}

/** What narrows a legal pool. */
export interface TypeRequest {
  /** The current failure's type; null leaves the pool as it is. */
  readonly failureType: FailureType | null;
  /** The condition and how many same-type entries it needs. */
  readonly policy: Pick<RetrievalPolicy, "typeCondition" | "minimumSameType">;
  /** The run's seed, by which `shuffled` permutes. */
  readonly runSeed: number;
}

/**
 * Narrows a legal pool by failure type.
 *
 * @param pool legal entries
 * @param request the type and how it counts
 * @returns the candidates, in the pool's order
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { conditionOnType } from "./legal_pool.ts";
 * import { exampleEntry } from "./examples.ts";
 * const pool = [exampleEntry, exampleEntry];
 * const count = (typeCondition: "fallback" | "strict") =>
 *   conditionOnType(pool, {
 *     failureType: "syntax", policy: { typeCondition, minimumSameType: 3 }, runSeed: 1,
 *   }).length;
 * assert.deepEqual([count("fallback"), count("strict")], [2, 0]);
 * ```
 */
export function conditionOnType(
  pool: readonly MemoryEntry[],
  { failureType, policy, runSeed }: TypeRequest,
): readonly MemoryEntry[] {
  const { typeCondition, minimumSameType } = policy;
  if (failureType === null || typeCondition === "untyped") return pool;
  const types = typeCondition === "shuffled"
    ? shuffleTypes(pool, runSeed)
    : pool.map((entry) => entry.failureType);
  const sameType = pool.filter((_, i) => types[i] === failureType);
  if (typeCondition === "strict") return sameType;
  return sameType.length >= minimumSameType ? sameType : pool;
}
