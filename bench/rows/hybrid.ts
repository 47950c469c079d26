/**
 * The hybrid score: the best four of 10,000 entries by BM25 and cosine together.
 *
 * @module
 */
import { createBM25Index } from "../../lib/scorer/bm25.ts";
import { createDenseIndex } from "../../lib/scorer/dense.ts";
import { scoreHybrid } from "../../lib/scorer/hybrid.ts";
import { compare, time } from "../measure.ts";
import type { Line, Row } from "../row.ts";
import { type Ranking, requireSameRankings } from "../same.ts";
import { type FilterName, limit, placeOf, writeVectors } from "../vector_input.ts";

const tolerance = 1e-6;

/** The row. */
export const hybridRow: Row = {
  name: "hybrid",
  title: "Hybrid top 4",
  needsPeers: true,
  async measure({ quick, rounds, folder, startPeer }) {
    const entries = quick ? 1000 : 10_000;
    const asked = quick ? 3 : 10;
    const input = await writeVectors(folder, { entries, queries: asked, withTexts: true });
    const { vectors, ids, queries, queryTexts } = input;
    const lexical = createBM25Index(), dense = createDenseIndex(queries[0]!.length);
    ids.forEach((id, place) => {
      lexical.add(id, input.texts[place]!);
      dense.add(id, vectors[place]!);
    });
    await using peer = await startPeer("vectors", input.path);
    const lines: Line[] = [];
    const against = async (filter: FilterName, name: string, peerCase: string, goal: boolean) => {
      const candidates = input.kept[filter];
      lines.push(
        await compare({
          work: `${entries.toLocaleString("en")} entries, ${filter} kept by the filter`,
          unit: "ms",
          operation: "a query",
          goal: goal ? { ratioAtLeast: 50 } : null,
          rounds,
          peer: name,
          // As a memory asks: the pool is named, entry by entry.
          ours: () =>
            time(() =>
              queries.map((vector, i): Ranking =>
                scoreHybrid({
                  query: { text: queryTexts[i]!, vector },
                  lexical,
                  dense,
                  pool: ids,
                  candidates,
                  limit,
                }).map(({ id, total }) => [placeOf(id), total])
              ), asked),
          theirs: () => peer.run<Ranking[]>({ case: peerCase, filter, queries: asked }),
          requireSame: (ours, theirs) => requireSameRankings(ours, theirs, tolerance),
        }),
      );
    };
    await against("all", "numpy + rank_bm25", "hybrid", true);
    await against("half", "numpy + rank_bm25", "hybrid", true);
    await against("tenth", "numpy + rank_bm25", "hybrid", true);
    await against("half", "numpy + rank_bm25 on those kept", "hybrid gathered", false);
    await against("tenth", "numpy + rank_bm25 on those kept", "hybrid gathered", false);
    return { lines, notes: [], skipped: "" };
  },
};
