/**
 * Growing an index by an entry, at several sizes.
 *
 * @module
 */
import { createRandom } from "../../lib/random.ts";
import { makeEntryText } from "../corpus.ts";
import { compare, type Pass } from "../measure.ts";
import type { Line, Row } from "../row.ts";
import { type Ranking, requireSameRankings } from "../same.ts";
import { findBest, indexTexts, writeTexts } from "./bm25.ts";

/** Entries added in a pass: one takes too little time to be measured. */
const added = 50;

/** The row. */
export const addRow: Row = {
  name: "add",
  title: "Adding an entry to a BM25 index",
  needsPeers: true,
  async measure({ quick, rounds, folder, startPeer }) {
    const sizes = quick ? [1000] : [1000, 10_000, 100_000];
    const path = `${folder}/texts.json`;
    const { texts, queries } = await writeTexts(path, { texts: sizes.at(-1)! + 1, queries: 1 });
    await using peer = await startPeer("lexical", path);
    const lines: Line[] = [];
    for (const size of sizes) {
      const random = createRandom(`bench/add/${size}`);
      const index = indexTexts(texts.slice(0, size + 1));
      const result = findBest(index, queries[0]!);
      const ours = (): Promise<Pass<Ranking>> => {
        const more = Array.from({ length: added }, () => makeEntryText(random));
        const from = index.size, start = performance.now();
        more.forEach((text, i) => index.add(String(from + i), text));
        const seconds = (performance.now() - start) / 1000 / added;
        return Promise.resolve({ seconds, result });
      };
      lines.push(
        await compare({
          work: `to ${size.toLocaleString("en")} entries`,
          unit: "µs",
          operation: "an entry",
          goal: size === 10_000 ? { ratioAtLeast: 1000 } : null,
          rounds,
          // Every pass adds entries, and making the index has warmed up what adds them.
          warmUpSeconds: 0,
          peer: "rank_bm25 rebuilt",
          ours,
          theirs: () => peer.run<Ranking>({ case: "rebuild", size }),
          requireSame: (ours, theirs) => requireSameRankings([ours], [theirs], 1e-9),
        }),
      );
    }
    return {
      lines,
      notes: [
        `ours: the mean of ${added} entries, one after the other, on top of those of earlier rounds`,
      ],
      skipped: "",
    };
  },
};
