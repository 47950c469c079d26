/**
 * Cosines: the four nearest of many vectors.
 *
 * @module
 */
import { createDenseIndex } from "../../lib/scorer/dense.ts";
import { compare, time } from "../measure.ts";
import type { Line, Row } from "../row.ts";
import { type Ranking, requireSameRankings } from "../same.ts";
import { type FilterName, limit, placeOf, writeVectors } from "../vector_input.ts";

/** numpy multiplies in single precision. */
const tolerance = 1e-6;

/** The row. */
export const denseRow: Row = {
  name: "dense",
  title: "Dense top 4 of vectors of 384 dimensions",
  needsPeers: true,
  async measure({ quick, rounds, folder, startPeer }) {
    const sizes = quick ? [2000] : [1000, 10_000, 100_000];
    const input = await writeVectors(folder, {
      entries: sizes.at(-1)!,
      queries: 50,
      withTexts: false,
    });
    const { vectors, ids, queries } = input;
    await using peer = await startPeer("vectors", input.path);
    const lines: Line[] = [];
    for (const size of sizes) {
      const index = createDenseIndex(queries[0]!.length);
      for (let place = 0; place < size; place++) index.add(ids[place]!, vectors[place]!);
      const against = async (filter: FilterName, name: string, asked: string, goal: boolean) => {
        const candidates = input.kept[filter].filter((id) => placeOf(id) < size);
        lines.push(
          await compare({
            work: `${size.toLocaleString("en")} entries, ${filter} kept by the filter`,
            unit: "ms",
            operation: "a query",
            goal: goal ? { ratioAtLeast: 1 } : null,
            rounds,
            peer: name,
            ours: () =>
              time(() =>
                queries.map((query): Ranking =>
                  index.best(query, candidates, limit)
                    .map(({ id, cosine }) => [placeOf(id), cosine])
                ), queries.length),
            theirs: () =>
              peer.run<Ranking[]>({ case: asked, size, filter, queries: queries.length }),
            requireSame: (ours, theirs) => requireSameRankings(ours, theirs, tolerance),
          }),
        );
      };
      const isMain = size === 10_000;
      await against("all", "numpy", "nearest", isMain);
      if (!isMain && !quick) continue;
      await against("half", "numpy", "nearest", isMain);
      await against("tenth", "numpy", "nearest", isMain);
      if (isMain) await against("tenth", "numpy on copied rows", "nearest gathered", false);
    }
    const notes = [
      "numpy multiplies single precision on one thread; ours sums in double precision, bit-equal to " +
      "what a run stores: bytes bound the cosines, and those that may be among the best are exact",
    ];
    return { lines, notes, skipped: "" };
  },
};
