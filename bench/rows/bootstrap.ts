/**
 * The paired bootstrap of a difference in accuracy.
 *
 * @module
 */
import { createRandom } from "../../lib/random.ts";
import { bootstrapMean } from "../../lib/stats/bootstrap_mean.ts";
import { standardDeviation } from "../../lib/stats/sample_statistics.ts";
import { compare, time } from "../measure.ts";
import type { Goal, Line, Row } from "../row.ts";
import { requireSameNumbers } from "../same.ts";

const draws = 10_000;
/** Standard errors by which two intervals from other draws may differ: more than five of their own. */
const mostErrors = 0.25;

/** Two arms over the same questions. */
interface Arms {
  readonly name: string;
  readonly first: readonly number[];
  readonly second: readonly number[];
}

/** Arms of which one in ten questions is answered by one alone, over some orders of the stream. */
function makeArms(name: string, questions: number, orders: number): Arms {
  const random = createRandom(`bench/bootstrap/${name}`);
  const pairs = Array.from({ length: questions }, () => {
    let first = 0, second = 0;
    for (let order = 0; order < orders; order++) {
      const solved = random.next() < 0.6 ? 1 : 0;
      first += random.next() < 0.06 ? 1 - solved : solved;
      second += random.next() < 0.04 ? 1 - solved : solved;
    }
    return [first / orders, second / orders] as const;
  });
  return { name, first: pairs.map(([first]) => first), second: pairs.map(([, second]) => second) };
}

/** Arms whose differences are all distinct. */
function makeScores(questions: number): Arms {
  const random = createRandom("bench/bootstrap/scores");
  const draw = () => Array.from({ length: questions }, () => random.next());
  return { name: "scores", first: draw(), second: draw() };
}

/** The row. */
export const bootstrapRow: Row = {
  name: "bootstrap",
  title: `Paired bootstrap, ${draws.toLocaleString("en")} draws`,
  needsPeers: true,
  async measure({ quick, rounds, folder, startPeer }) {
    const n = quick ? 200 : 1534;
    const single = makeArms("single", n, 1), thirds = makeArms("thirds", n, 3);
    const scores = makeScores(n);
    const growth = quick ? [] : [153, 15_340].map((size) => makeArms(`thirds ${size}`, size, 3));
    const all = [single, thirds, scores, ...growth];
    const path = `${folder}/arms.json`;
    const arms = Object.fromEntries(all.map(({ name, first, second }) => [name, [first, second]]));
    await Deno.writeTextFile(path, JSON.stringify({ draws, arms }));
    await using peer = await startPeer("bootstrap", path);
    const lines: Line[] = [];
    const against = async (
      work: string,
      { name, first, second }: Arms,
      { method, goal }: { readonly method: "percentile" | "BCa"; readonly goal: Goal | null },
    ) => {
      const differences = first.map((value, i) => value - second[i]!);
      const error = standardDeviation(differences)! / Math.sqrt(differences.length);
      lines.push(
        await compare({
          work: `${differences.length.toLocaleString("en")} questions, ${work}`,
          unit: "ms",
          operation: "an interval",
          goal,
          rounds,
          warmUpSeconds: quick ? 0 : 2,
          peer: `scipy, ${method}`,
          ours: async () => {
            const { seconds, result } = await time(() => bootstrapMean(differences, { draws }));
            const { low, high } = (method === "BCa" ? result.bca : result.percentile)!;
            return { seconds, result: [low / error, high / error] };
          },
          theirs: async () => {
            const request = { case: "resample", arms: name, method };
            const { seconds, result } = await peer.run<number[]>(request);
            return { seconds, result: result.map((end) => end / error) };
          },
          requireSame: (ours, theirs) =>
            `interval ends in standard errors: ${requireSameNumbers(ours, theirs, mostErrors)}`,
        }),
      );
    };
    const few = { ratioAtLeast: 50 };
    await against("one order (3 values)", single, { method: "percentile", goal: few });
    await against("three orders (7 values)", thirds, { method: "percentile", goal: few });
    await against("three orders (7 values)", thirds, { method: "BCa", goal: null });
    await against("all values distinct", scores, {
      method: "percentile",
      goal: { ratioAtLeast: 1 },
    });
    for (const arms of growth) {
      await against("three orders (7 values)", arms, { method: "percentile", goal: null });
    }
    const notes = [
      "ours gives percentile and BCa intervals and p in one call, scipy one interval",
      "ours is warmed up for 2 s: over distinct values the first ten calls take up to three times as long",
    ];
    return { lines, notes, skipped: "" };
  },
};
