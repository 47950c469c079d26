/** Comparison of results against its definition: every permutation of columns and of rows. */
import assert from "node:assert/strict";
import type { Cell } from "../../lib/domain.ts";
import { compareDenotations, type ComparisonMode } from "../../lib/sql/denotation.ts";
import { arbitrary, testProperty } from "../property.ts";

/** A cell, and names of what it equals: exactly, and by 10 significant digits. */
interface Known {
  readonly cell: Cell;
  readonly exact: string;
  readonly rounded: string;
}

const known: readonly Known[] = [
  { cell: null, exact: "null", rounded: "null" },
  { cell: 1n, exact: "one", rounded: "one" },
  { cell: 2n, exact: "two", rounded: "two" },
  { cell: 2 + 1e-15, exact: "two and a bit", rounded: "two" },
  { cell: 0.3, exact: "0.3", rounded: "0.3" },
  { cell: 0.1 + 0.2, exact: "0.30000000000000004", rounded: "0.3" },
  { cell: 0.3001, exact: "0.3001", rounded: "0.3001" },
  { cell: 9007199254740993n, exact: "large", rounded: "large" },
  { cell: 9007199254740992n, exact: "less large", rounded: "less large" },
  { cell: "1", exact: "text 1", rounded: "text 1" },
  { cell: "a", exact: "a", rounded: "a" },
  { cell: "A", exact: "A", rounded: "A" },
  { cell: Uint8Array.of(97), exact: "bytes", rounded: "bytes" },
];

type Table = readonly (readonly Known[])[];

function* permutations<Item>(items: readonly Item[]): Generator<Item[]> {
  if (items.length === 0) return yield [];
  for (const [at, item] of items.entries()) {
    for (const rest of permutations(items.toSpliced(at, 1))) yield [item, ...rest];
  }
}

/** By definition; rows and columns are tried in every order that the mode leaves free. */
function isEqual(gold: Table, prediction: Table, mode: ComparisonMode, ordered: boolean): boolean {
  if (gold.length === 0 && prediction.length === 0) return true;
  const text = (row: readonly Known[]) =>
    JSON.stringify(row.map((cell) => mode === "denotation" ? cell.rounded : cell.exact));
  if (mode === "bird-ex") {
    const within = (a: Table, b: Table) =>
      a.every((row) => b.some((other) => text(other) === text(row)));
    return within(gold, prediction) && within(prediction, gold);
  }
  if (gold.length !== prediction.length) return false;
  if (gold[0]!.length !== prediction[0]!.length) return false;
  const wanted = JSON.stringify(gold.map(text));
  const columnOrders = [...permutations([...prediction[0]!.keys()])];
  const rowOrders = ordered ? [prediction] : [...permutations(prediction)];
  return columnOrders.some((order) =>
    rowOrders.some((rows) =>
      JSON.stringify(rows.map((row) => text(order.map((at) => row[at]!)))) === wanted
    )
  );
}

const table = (rows: number, columns: number, cells: number) =>
  arbitrary.array(
    arbitrary.array(arbitrary.nat(cells - 1).map((at) => known[at]!), {
      minLength: columns,
      maxLength: columns,
    }),
    { minLength: rows, maxLength: rows },
  );

/** Two tables: unrelated, or the second a shuffle of the first in which a cell may differ. */
const tables = arbitrary.record({
  rows: arbitrary.nat(4),
  columns: arbitrary.integer({ min: 1, max: 3 }),
  cells: arbitrary.integer({ min: 1, max: known.length }),
  isRelated: arbitrary.boolean(),
  keys: arbitrary.array(arbitrary.nat(1000), { minLength: 7, maxLength: 7 }),
  swapped: arbitrary.option(arbitrary.tuple(arbitrary.nat(3), arbitrary.nat(2))),
}).chain(({ rows, columns, cells, isRelated, keys, swapped }) => {
  const width = isRelated ? columns : 1 + keys[0]! % 3;
  const height = isRelated ? rows : keys[1]! % 5;
  return arbitrary.tuple(table(rows, columns, cells), table(height, width, cells)).map(
    ([gold, other]) => {
      if (!isRelated) return { gold, prediction: other };
      const byKey = (a: number, b: number) => keys[a]! - keys[b]! || a - b;
      const rowOrder = [...gold.keys()].sort(byKey);
      const columnOrder = Array.from({ length: columns }, (_, at) => at)
        .sort((a, b) => byKey(a + 4, b + 4));
      const prediction = rowOrder.map((row) => columnOrder.map((at) => gold[row]![at]!));
      const [row, column] = swapped ?? [];
      if (row !== undefined && prediction[row]?.[column!] !== undefined) {
        prediction[row][column!] = other[row]?.[column!] ?? known[0]!;
      }
      return { gold, prediction };
    },
  );
});

for (const mode of ["spider-ts", "bird-ex", "denotation"] as const) {
  testProperty(
    `compareDenotations: ${mode} is what its definition says`,
    [tables, arbitrary.boolean()],
    ({ gold, prediction }, ordered) => {
      const outcome = (rows: Table) => ({
        kind: "rows" as const,
        columns: [],
        rows: rows.map((row) => row.map(({ cell }) => cell)),
        invalidUtf8: false,
      });
      const { equal, reason } = compareDenotations({
        mode,
        gold: outcome(gold),
        prediction: outcome(prediction),
        goldSql: ordered ? "SELECT a FROM t ORDER BY a" : "SELECT a FROM t",
      });
      assert.equal(equal, isEqual(gold, prediction, mode, ordered));
      assert.equal(reason === "equal", equal);
    },
  );
}
