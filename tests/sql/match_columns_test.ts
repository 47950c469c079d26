import assert from "node:assert/strict";
import { cpuUsage } from "node:process";
import { createRandom, type Random } from "../../lib/random.ts";
import { matchColumns } from "../../lib/sql/match_columns.ts";

type Rows = readonly (readonly number[])[];

function columnsOf(rows: Rows): Int32Array[] {
  return rows[0]!.map((_, column) => Int32Array.from(rows, (row) => row[column]!));
}

function match(a: Rows, b: Rows, ordered = false): boolean {
  return matchColumns(columnsOf(a), columnsOf(b), { ordered });
}

function* permutations(size: number): Generator<number[]> {
  if (size === 0) return yield [];
  for (const shorter of permutations(size - 1)) {
    for (let at = 0; at < size; at++) yield shorter.toSpliced(at, 0, size - 1);
  }
}

function permuted(rows: Rows, order: readonly number[]): number[][] {
  return rows.map((row) => order.map((column) => row[column]!));
}

/** By definition: every permutation of columns, rows as lists or as sorted lists. */
function bruteForce(a: Rows, b: Rows, ordered: boolean): boolean {
  const text = (rows: Rows) => {
    const keys = rows.map((row) => row.join());
    return (ordered ? keys : keys.sort()).join(";");
  };
  const wanted = text(a);
  for (const order of permutations(b[0]!.length)) {
    if (text(permuted(b, order)) === wanted) return true;
  }
  return false;
}

function drawRows(random: Random, rows: number, columns: number, values: number): number[][] {
  return Array.from(
    { length: rows },
    () => Array.from({ length: columns }, () => random.integer(1, values)),
  );
}

function shuffled(random: Random, rows: Rows): number[][] {
  const order = random.shuffle(rows[0]!.map((_, column) => column));
  return permuted(random.shuffle(rows), order);
}

/** Processor time, which other work on the machine does not lengthen. */
function milliseconds(action: () => void): number {
  const start = cpuUsage().user;
  action();
  return (cpuUsage().user - start) / 1000;
}

Deno.test("matchColumns: agrees with brute force on small random tables", () => {
  const random = createRandom("brute force");
  let matches = 0;
  for (let i = 0; i < 800; i++) {
    const columns = random.integer(1, 5), rows = random.integer(1, 5);
    const a = drawRows(random, rows, columns, random.integer(1, 3));
    const b = random.next() < 0.6 ? shuffled(random, a) : drawRows(random, rows, columns, 2);
    if (random.next() < 0.4) b[0]![random.integer(0, columns - 1)] = random.integer(1, 3);
    for (const ordered of [false, true]) {
      const wanted = bruteForce(a, b, ordered);
      assert.equal(match(a, b, ordered), wanted, JSON.stringify({ a, b, ordered }));
      if (wanted) matches++;
    }
  }
  assert.ok(matches > 200, `only ${matches} pairs match`);
});

Deno.test("matchColumns: G1-02 26 equal columns of 1,000 rows end in milliseconds", () => {
  const rows = Array.from({ length: 1000 }, () => Array(26).fill(5));
  const other = rows.map((row, i) => i === 999 ? row.with(25, 6) : row);
  const distinctRows = rows.map((row, i) => row.map(() => i));
  assert.ok(
    milliseconds(() => {
      assert.ok(match(rows, rows));
      assert.ok(!match(rows, other));
      assert.ok(match(distinctRows, distinctRows.toReversed()));
    }) < 2000,
  );
});

Deno.test("matchColumns: columns with equal multisets in another arrangement", () => {
  const random = createRandom("latin");
  const size = 26;
  const cyclic = Array.from(
    { length: size },
    (_, row) => Array.from({ length: size }, (_, column) => (row + column) % size),
  );
  const swapped = cyclic.map((row) => [...row]);
  // An intercalate: with an even size rows 0 and 13 hold a 2 × 2 subsquare that can be turned.
  for (const [row, column] of [[0, 0], [0, 13], [13, 0], [13, 13]] as const) {
    swapped[row]![column] = (swapped[row]![column]! + 13) % size;
  }
  assert.ok(
    milliseconds(() => {
      assert.ok(match(cyclic, shuffled(random, cyclic)));
      assert.ok(match(swapped, shuffled(random, swapped)));
      assert.ok(!match(cyclic, shuffled(random, swapped)));
    }) < 5000,
  );
});

Deno.test("matchColumns: G1-04 columns match one to one", () => {
  assert.ok(!match([[0, 1, 1], [9, 1, 1]], [[0, 1, 5], [9, 1, 7]]));
  assert.ok(match([[0, 1, 1, 2]], [[0, 2, 1, 1]]));
});

Deno.test("matchColumns: one permutation holds for all rows", () => {
  assert.ok(!match([[1, 2], [1, 2]], [[1, 2], [2, 1]]));
  assert.ok(!match([[1, 2], [3, 4]], [[1, 4], [3, 2]]));
});

/** Edges as columns and vertices as rows: cycles of the given lengths. */
function cycles(lengths: readonly number[]): number[][] {
  const size = lengths.reduce((sum, length) => sum + length, 0);
  const rows = Array.from({ length: size }, () => Array<number>(size).fill(0));
  let start = 0;
  for (const length of lengths) {
    for (let i = 0; i < length; i++) {
      rows[start + i]![start + i] = 1;
      rows[start + (i + 1) % length]![start + i] = 1;
    }
    start += length;
  }
  return rows;
}

Deno.test("matchColumns: symmetric tables that no refinement tells apart", () => {
  const random = createRandom("cycles");
  const hexagons = Array<number>(6).fill(6);
  const withTriangles = [...hexagons.slice(1), 3, 3];
  assert.ok(
    milliseconds(() => {
      assert.ok(match(cycles([6]), shuffled(random, cycles([6]))));
      assert.ok(!match(cycles([6]), shuffled(random, cycles([3, 3]))));
      assert.ok(match(cycles(hexagons), shuffled(random, cycles(hexagons))));
      assert.ok(!match(cycles(hexagons), shuffled(random, cycles(withTriangles))));
      assert.ok(!match(cycles(withTriangles), shuffled(random, cycles(hexagons))));
    }) < 10_000,
  );
});
