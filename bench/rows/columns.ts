/**
 * Comparing results whose columns are all alike, where naive searches for an order of columns explode.
 *
 * @module
 */
import type { RowsOutcome } from "../../lib/domain.ts";
import { createRandom, type Random } from "../../lib/random.ts";
import { compareDenotations } from "../../lib/sql/denotation.ts";
import { compare, spreadOf, time } from "../measure.ts";
import type { Line, Row } from "../row.ts";

type Table = readonly (readonly number[])[];

const rowCount = 1000;

function toOutcome(table: Table): RowsOutcome {
  const rows = table.map((row) => row.map(BigInt));
  return { kind: "rows", columns: table[0]!.map((_, i) => `c${i}`), rows, invalidUtf8: false };
}

function isEqual(gold: RowsOutcome, prediction: RowsOutcome, ordered: boolean): boolean {
  const goldSql = ordered ? "SELECT 1 ORDER BY 1" : "SELECT 1";
  return compareDenotations({ mode: "spider-ts", gold, prediction, goldSql }).equal;
}

/** A small table and itself with columns and rows moved; in half of the pairs one cell may differ. */
function makePair(random: Random) {
  const width = random.integer(1, 5), height = random.integer(1, 6);
  const gold = Array.from(
    { length: height },
    () => Array.from({ length: width }, () => random.integer(1, 2)),
  );
  const order = random.shuffle(gold[0]!.map((_, i) => i));
  const ordered = random.next() < 0.5;
  const moved = (ordered ? gold : random.shuffle(gold)).map((row) => order.map((i) => row[i]!));
  const changed = random.next() < 0.5 ? random.pick(moved) : null;
  if (changed !== null) changed[random.integer(0, width - 1)] = random.integer(1, 2);
  return { results: [gold, moved] as const, ordered };
}

function requireSameVerdicts(ours: readonly boolean[], theirs: readonly boolean[]): string {
  const other = ours.findIndex((verdict, place) => verdict !== theirs[place]);
  if (other >= 0) {
    throw new Error(`Pair ${other}: ours says ${ours[other]}, theirs ${theirs[other]}`);
  }
  const equal = ours.filter((verdict) => verdict).length;
  return ours.length === 1 ? "same verdict" : `same ${ours.length} verdicts, ${equal} equal`;
}

/** The row. */
export const columnsRow: Row = {
  name: "columns",
  title: `Comparing two results of equal columns, ${rowCount.toLocaleString("en")} rows`,
  needsPeers: true,
  async measure({ quick, rounds, folder, startPeer }) {
    const random = createRandom("bench/columns");
    const pairs = Array.from({ length: quick ? 200 : 2000 }, () => makePair(random));
    const path = `${folder}/pairs.json`;
    await Deno.writeTextFile(path, JSON.stringify({ pairs }));
    await using peer = await startPeer("columns", path);
    const outcomes = pairs.map(({ results: [gold, prediction], ordered }) =>
      [toOutcome(gold), toOutcome(prediction), ordered] as const
    );
    const lines: Line[] = [
      await compare({
        work: `${pairs.length.toLocaleString("en")} pairs of up to 5 columns × 6 rows`,
        unit: "ms",
        operation: "a pair",
        goal: null,
        rounds,
        peer: "naive search",
        ours: () => time(() => outcomes.map((pair) => isEqual(...pair)), outcomes.length),
        theirs: () => peer.run<boolean[]>({ case: "small" }),
        requireSame: requireSameVerdicts,
      }),
    ];
    const alike = (columns: number) =>
      toOutcome(Array.from({ length: rowCount }, () => new Array(columns).fill(5)));
    for (const columns of quick ? [4, 5] : [5, 6, 7, 8, 9]) {
      const result = alike(columns);
      lines.push(
        await compare({
          work: `${columns} columns`,
          unit: "ms",
          operation: "a pair",
          goal: columns === 9 ? { ratioAtLeast: 1000 } : null,
          rounds,
          peer: "naive search",
          ours: () => time(() => [isEqual(result, result, false)]),
          theirs: () => peer.run<boolean[]>({ case: "alike", columns, rows: rowCount }),
          requireSame: requireSameVerdicts,
        }),
      );
    }
    const wide = alike(26);
    const values: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { seconds, result } = await time(() => isEqual(wide, wide, false));
      if (!result) throw new Error("Expected equal results of 26 columns");
      values.push(1000 * seconds);
    }
    lines.push({
      work: "26 columns",
      unit: "ms a pair",
      ours: spreadOf(values),
      against: null,
      goal: { valueAtMost: 1000 },
      note: "the naive search does not end: it looks at 26²⁶ choices",
    });
    return { lines, notes: [], skipped: "" };
  },
};
