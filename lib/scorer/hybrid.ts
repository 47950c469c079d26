import type { ScoreBreakdown } from "../domain.ts";
import type { BM25Index } from "./bm25.ts";
import type { DenseIndex } from "./dense.ts";
import { takeBest } from "./take_best.ts";

/** How much each source counts; a weight of 0 switches its source off. */
export interface HybridWeights {
  /** At least 0; 0.75 by default. */
  readonly dense: number;
  /** At least 0; 0.25 by default. */
  readonly lexical: number;
}

/** What a candidate scored, and from which source; the total is above 0. */
export interface HybridScore extends ScoreBreakdown {
  /** The candidate. */
  readonly id: string;
}

/** What {@link scoreHybrid} needs. */
export interface HybridOptions {
  /** The query for both sources. */
  readonly query: { readonly text: string; readonly vector: Float32Array };
  /** Holds the texts of the pool. */
  readonly lexical: BM25Index;
  /** Holds the vectors of the candidates. */
  readonly dense: DenseIndex;
  /** The legal pool, over which BM25's statistics are; all that `lexical` holds by default. */
  readonly pool?: Iterable<string>;
  /** Which documents of the pool may be returned; a repeated id counts once. */
  readonly candidates: Iterable<string>;
  /** 0.75 dense and 0.25 lexical by default. */
  readonly weights?: HybridWeights;
  /** Most scores to return, an integer of at least 0; all by default. */
  readonly limit?: number;
}

/** The paper's weights. */
export const defaultHybridWeights: HybridWeights = Object.freeze({ dense: 0.75, lexical: 0.25 });

/**
 * Ranks candidates by the sum of weighted dense and lexical similarity.
 *
 * total = dense weight · max(0, cosine) + lexical weight · BM25 / (highest BM25 of the candidates; 0
 * where that is 0). BM25's statistics are over the pool, the maximum is over the candidates, which
 * are a part of it. A candidate whose total is 0 is left out: it shares nothing with the query. No
 * value is ever NaN.
 *
 * @param options query, indexes, pool, candidates, weights and limit
 * @returns scores by descending total, ties by ascending id (code units); empty where no candidate
 * scores above 0
 * @throws {RangeError} when a candidate is not of the pool or has no vector, the weights are not
 * finite, negative or all 0, or the limit is no integer of at least 0
 *
 * @example
 * ```ts
 * import { createBM25Index } from "./bm25.ts";
 * import { createDenseIndex } from "./dense.ts";
 * import { scoreHybrid } from "./hybrid.ts";
 * const lexical = createBM25Index(), dense = createDenseIndex(2);
 * lexical.add("a", "oldest singer"), dense.add("a", Float32Array.of(0, 1));
 * lexical.add("b", "number of stadiums"), dense.add("b", Float32Array.of(1, 0));
 * const query = { text: "the oldest singer", vector: Float32Array.of(0, 1) };
 * const [best, ...others] = scoreHybrid({ query, lexical, dense, candidates: ["a", "b"] });
 * if (best?.id !== "a" || best.total !== 1) throw new Error("Expected a with 1");
 * if (others.length > 0) throw new Error("Expected nothing that shares nothing");
 * ```
 */
export function scoreHybrid(options: HybridOptions): HybridScore[] {
  const { query, lexical, dense, weights = defaultHybridWeights, limit = Infinity } = options;
  checkWeights(weights);
  const candidates = listDistinct(options.candidates);
  const raw = lexical.score(query.text, options.pool).getAll(candidates);
  let highest = 0;
  for (let place = 0; place < raw.length; place++) highest = Math.max(highest, raw[place]!);
  const overlapAt = (place: number) => highest === 0 ? 0 : raw[place]! / highest;
  const totalOf = (similarity: number, overlap: number) =>
    weights.dense * similarity + weights.lexical * overlap;

  const likely = dense.placesOfBest(query.vector, candidates, {
    limit,
    total: (cosine, place) => totalOf(Math.max(0, cosine), overlapAt(place)),
  });
  const cosines = dense.cosine(query.vector, likely.map((place) => candidates[place]!));
  const scores = likely.map((place, i): HybridScore => {
    const similarity = Math.max(0, cosines[i]!), overlap = overlapAt(place);
    return {
      id: candidates[place]!,
      dense: similarity,
      lexical: overlap,
      lexicalRaw: raw[place]!,
      total: totalOf(similarity, overlap),
    };
  });
  return takeBest(scores.filter(({ total }) => total > 0), {
    limit,
    compare: (a, b) => b.total - a.total || (a.id < b.id ? -1 : 1),
  });
}

/** Ids without repetition; ascending ones, as a store gives them, have none. */
function listDistinct(ids: Iterable<string>): readonly string[] {
  const list = [...ids];
  for (let i = 1; i < list.length; i++) if (!(list[i - 1]! < list[i]!)) return [...new Set(list)];
  return list;
}

function checkWeights({ dense, lexical }: HybridWeights): void {
  const valid = [dense, lexical].every((weight) => Number.isFinite(weight) && weight >= 0);
  if (!valid || dense + lexical === 0) {
    throw new RangeError(
      `Cannot rank candidates: weights are (${dense}, ${lexical}), need finite ones ≥ 0, not all 0`,
    );
  }
}
