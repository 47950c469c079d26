/**
 * Comparing two results whose columns are all alike: the rule's naive permutation search against ours.
 * `deno task bench` prints the ratio.
 *
 * @module
 */
import type { RowsOutcome } from "../lib/domain.ts";
import { compareDenotations } from "../lib/sql/denotation.ts";

function equalColumns(columns: number, rows: number): RowsOutcome {
  return {
    kind: "rows",
    columns: Array.from({ length: columns }, (_, i) => `c${i}`),
    rows: Array.from({ length: rows }, () => Array.from({ length: columns }, () => 5n)),
    invalidUtf8: false,
  };
}

/** Tries every order of columns, as the rule is written down, and never prunes. */
function compareNaively(gold: RowsOutcome, prediction: RowsOutcome): number {
  const wanted = gold.rows.map((row) => row.join()).sort().join("\n");
  let equal = 0;
  const permute = (chosen: number[], left: readonly number[]) => {
    if (left.length === 0) {
      const rows = prediction.rows.map((row) => chosen.map((i) => row[i]).join());
      if (rows.sort().join("\n") === wanted) equal++;
    }
    left.forEach((column, i) => permute([...chosen, column], left.toSpliced(i, 1)));
  };
  permute([], gold.columns.map((_, i) => i));
  return equal;
}

const small = equalColumns(7, 10), large = equalColumns(26, 1000);
const compare = (result: RowsOutcome) => {
  const options = { mode: "spider-ts", gold: result, prediction: result, goldSql: "" } as const;
  if (!compareDenotations(options).equal) throw new Error("Expected equal results");
};

Deno.bench({
  name: "naive search, 7 equal columns × 10 rows",
  group: "7 equal columns",
  baseline: true,
  fn: () => void compareNaively(small, small),
});
Deno.bench({
  name: "compareDenotations, 7 equal columns × 10 rows",
  group: "7 equal columns",
  fn: () => compare(small),
});
Deno.bench({
  name: "compareDenotations, 26 equal columns × 1,000 rows (the naive search does not end)",
  fn: () => compare(large),
});
