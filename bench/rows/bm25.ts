/**
 * BM25: the best four of many entries for a query.
 *
 * @module
 */
import { createRandom } from "../../lib/random.ts";
import { type BM25Index, createBM25Index } from "../../lib/scorer/bm25.ts";
import { makeEntryText, makeQueryText } from "../corpus.ts";
import { compare, time } from "../measure.ts";
import type { Goal, Line, Row } from "../row.ts";
import { type Ranking, requireSameRankings } from "../same.ts";

const limit = 4;
/** bm25s adds in single precision. */
const tolerance = 1e-5;

/** Makes an index of the first texts; ids are their places. */
export function indexTexts(texts: readonly string[]): BM25Index {
  const index = createBM25Index();
  texts.forEach((text, place) => index.add(String(place), text));
  return index;
}

/** The best of an index for a query, as both sides give it. */
export function findBest(index: BM25Index, query: string): Ranking {
  return index.score(query).best(limit).map(({ id, score }) => [Number(id), score]);
}

/** Texts and queries for the largest size, written where the peer reads them. */
export async function writeTexts(
  path: string,
  counts: { readonly texts: number; readonly queries: number },
): Promise<{ readonly texts: readonly string[]; readonly queries: readonly string[] }> {
  const random = createRandom("bench/texts");
  const texts = Array.from({ length: counts.texts }, () => makeEntryText(random));
  const queries = Array.from({ length: counts.queries }, () => makeQueryText(random));
  await Deno.writeTextFile(path, JSON.stringify({ texts, queries, limit }));
  return { texts, queries };
}

/** The row. */
export const bm25Row: Row = {
  name: "bm25",
  title: "BM25 query, top 4",
  needsPeers: true,
  async measure({ quick, rounds, folder, startPeer }) {
    const sizes = quick ? [1000] : [1000, 3000, 10_000, 30_000, 100_000];
    const path = `${folder}/texts.json`;
    const { texts, queries } = await writeTexts(path, { texts: sizes.at(-1)!, queries: 200 });
    await using peer = await startPeer("lexical", path);
    const lines: Line[] = [];
    for (const size of sizes) {
      const index = indexTexts(texts.slice(0, size));
      const against = async (name: string, asked: number, goal: Goal | null) => {
        const some = queries.slice(0, asked);
        lines.push(
          await compare({
            work: `${size.toLocaleString("en")} entries`,
            unit: "ms",
            operation: "a query",
            goal,
            rounds,
            peer: name,
            ours: () => time(() => some.map((query) => findBest(index, query)), asked),
            theirs: () => peer.run<Ranking[]>({ case: name, size, queries: asked }),
            requireSame: (ours, theirs) => requireSameRankings(ours, theirs, tolerance),
          }),
        );
      };
      const hasGoal = size === 1000 || size === 10_000;
      const few = Math.max(2, Math.min(50, Math.round(100_000 / size)));
      await against("rank_bm25", few, hasGoal ? { ratioAtLeast: 500 } : null);
      await against("bm25s", queries.length, hasGoal ? { ratioAtLeast: 1 } : null);
      await against("bm25s at once", queries.length, null);
    }
    return { lines, notes: [], skipped: "" };
  },
};
