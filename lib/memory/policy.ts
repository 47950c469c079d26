/**
 * Who may be retrieved, as data: an ablation changes a value here, never the code.
 *
 * @module
 */
import { defaultHybridWeights, type HybridWeights } from "../scorer/hybrid.ts";

/** Which databases' entries are legal for a task. */
export type SchemaScope = "same-db" | "any" | "cross-db";

/** Whether entries of the task's own twin group are legal. */
export type TwinPolicy = "allow" | "block";

/**
 * How the failure type narrows the legal pool. `fallback`: same-type entries if there are enough,
 * else the whole legal pool; `strict`: same-type entries only; `untyped`: the whole legal pool;
 * `shuffled`, a control: as `fallback`, with the types permuted among the entries of the pool.
 */
export type TypeCondition = "fallback" | "strict" | "untyped" | "shuffled";

/** What orders the candidates: their scores, or as a control a seeded draw. */
export type Ranking = "hybrid" | "random";

/**
 * Whether MERIT searches positives and negatives apart. `pooled`: one search over both, with the sum
 * of the two limits, and prompts that do not say which is which.
 */
export type PolarityPolicy = "split" | "pooled";

/** Retrieval policy of one run. */
export interface RetrievalPolicy {
  /** Whose databases count. */
  readonly scope: SchemaScope;
  /** Whether paraphrases count. */
  readonly twins: TwinPolicy;
  /** How the failure type narrows the pool. */
  readonly typeCondition: TypeCondition;
  /** Same-type entries needed before the type condition holds (`fallback`). */
  readonly minimumSameType: number;
  /** Most entries of each polarity in one prompt; 0 turns a polarity off. */
  readonly limit: { readonly positive: number; readonly negative: number };
  /** Weights of the hybrid score; 0 turns a part off. */
  readonly weights: HybridWeights;
  /** What orders the candidates. */
  readonly ranking: Ranking;
  /** Whether the polarities are searched and shown apart. */
  readonly polarity: PolarityPolicy;
}

/**
 * The paper's policy: same database, type condition with fallback below three, 0.75 dense and
 * 0.25 BM25, three positives and one negative, searched apart.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { paperPolicy } from "./policy.ts";
 * assert.deepEqual(paperPolicy.limit, { positive: 3, negative: 1 });
 * ```
 */
export const paperPolicy: RetrievalPolicy = Object.freeze({
  scope: "same-db",
  twins: "allow",
  typeCondition: "fallback",
  minimumSameType: 3,
  limit: Object.freeze({ positive: 3, negative: 1 }),
  weights: defaultHybridWeights,
  ranking: "hybrid",
  polarity: "split",
});
