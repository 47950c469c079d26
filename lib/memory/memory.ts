/**
 * What the loop sees of memory: a search over entries of finalized earlier episodes.
 *
 * @module
 */
import type { FailureType, MemoryEntry, Retrieved } from "../domain.ts";
import { type BM25Index, createBM25Index } from "../scorer/bm25.ts";
import { createDenseIndex, type DenseIndex } from "../scorer/dense.ts";
import { scoreHybrid } from "../scorer/hybrid.ts";
import { drawPlace } from "./draws.ts";
import { conditionOnType, isLegal, type PoolRequest } from "./legal_pool.ts";
import type { RetrievalPolicy } from "./policy.ts";
import type { MemoryStore } from "./store.ts";
import type { VectorBook } from "./vector_book.ts";

/** One search. */
export interface SearchRequest {
  /** Who asks, and what is legal. */
  readonly pool: PoolRequest;
  /** The current failure's type; null searches untyped. */
  readonly failureType: FailureType | null;
  /** The parameters that apply. */
  readonly policy: Pick<
    RetrievalPolicy,
    "typeCondition" | "minimumSameType" | "weights" | "ranking"
  >;
  /** Most entries wanted; 0 finds none, Infinity all. */
  readonly limit: number;
  /** What is looked for. */
  readonly query: string;
  /** The text that an entry is compared by: one function for all searches of a kind. */
  readonly entryText: (entry: MemoryEntry) => string;
  /** Entries that come before all others whatever their score; it adds 1 to their total. */
  readonly preferred?: (entry: MemoryEntry) => boolean;
  /** The run's seed, by which the controls draw. */
  readonly runSeed: number;
  /** Number of the attempt that the search is for, by which ranks are drawn. */
  readonly attempt: number;
}

/** Memory of one run. */
export interface Memory {
  /** The best legal entries, best first, or as ranks were drawn; ties by entry id. */
  search(request: SearchRequest): Promise<readonly Retrieved[]>;
}

/**
 * Memory over a store: legal pool, type condition, hybrid score, top k. Where ranks are drawn, the
 * candidates are those of the hybrid score, so that as many are found; the scores are given all the
 * same.
 *
 * @param options the store of finalized entries and the vectors of texts
 * @returns a memory that sees whatever the store holds at the time of a search
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createMemory } from "./memory.ts";
 * import { createMemoryStore } from "./store.ts";
 * import { createVectorBook } from "./vector_book.ts";
 * import { createHashingEmbedder } from "../scorer/hashing_embedder.ts";
 * import { repairEntryText } from "./texts.ts";
 * import { exampleEntry, exampleTask } from "./examples.ts";
 * import { paperPolicy } from "./policy.ts";
 * const store = createMemoryStore();
 * store.add([exampleEntry]);
 * const memory = createMemory({ store, vectors: createVectorBook(createHashingEmbedder()) });
 * const [found] = await memory.search({
 *   pool: { task: exampleTask, position: 5, kind: "repair", polarity: "positive", policy: paperPolicy },
 *   failureType: "syntax",
 *   policy: paperPolicy,
 *   limit: 3,
 *   query: "oldest singer",
 *   entryText: repairEntryText,
 *   runSeed: 1,
 *   attempt: 1,
 * });
 * assert.equal(found!.entry.id, exampleEntry.id);
 * ```
 */
export function createMemory(
  options: { readonly store: MemoryStore; readonly vectors: VectorBook },
): Memory {
  const { store, vectors } = options;
  const indexes = new Map<SearchRequest["entryText"], Indexes>();

  /** Indexes over one kind of text; an entry enters them when it is first in a pool. */
  async function indexesWith(pool: readonly MemoryEntry[], text: SearchRequest["entryText"]) {
    const fresh = pool.filter((entry) => !indexes.get(text)?.lexical.has(entry.id));
    const texts = fresh.map(text);
    const embedded = await vectors.embed(texts);
    const found = indexes.get(text) ?? newIndexes(embedded[0]!.length);
    indexes.set(text, found);
    fresh.forEach((entry, i) => {
      // Another search may have added it while this one waited for the vectors.
      if (found.lexical.has(entry.id)) return;
      found.lexical.add(entry.id, texts[i]!);
      found.dense.add(entry.id, embedded[i]!);
    });
    return found;
  }

  return {
    async search(request) {
      const { policy, limit, query, entryText, preferred, runSeed, attempt } = request;
      if (limit === 0) return [];
      const pool = store.entries().filter((entry) => isLegal(entry, request.pool));
      const candidates = conditionOnType(pool, request);
      if (candidates.length === 0) return [];
      const { lexical, dense } = await indexesWith(pool, entryText);
      const [vector] = await vectors.embed([query]);
      const scores = scoreHybrid({
        query: { text: query, vector: vector! },
        lexical,
        dense,
        pool: pool.map((entry) => entry.id),
        candidates: candidates.map((entry) => entry.id),
        weights: policy.weights,
      });
      const byId = new Map(pool.map((entry) => [entry.id, entry]));
      const taskId = request.pool.task.id;
      return scores
        .map(({ id, ...score }) => {
          const entry = byId.get(id)!;
          const total = preferred?.(entry) ? score.total + 1 : score.total;
          const place = policy.ranking === "random"
            ? drawPlace({ runSeed, taskId, attempt, entryId: id })
            : -total;
          return { entry, score: { ...score, total }, place };
        })
        .toSorted((a, b) => a.place - b.place || (a.entry.id < b.entry.id ? -1 : 1))
        .slice(0, limit)
        .map(({ entry, score }, i) => ({ entry, score, rank: i + 1, poolSize: pool.length }));
    },
  };
}

interface Indexes {
  readonly lexical: BM25Index;
  readonly dense: DenseIndex;
}

function newIndexes(dimensions: number): Indexes {
  return { lexical: createBM25Index(), dense: createDenseIndex(dimensions) };
}
