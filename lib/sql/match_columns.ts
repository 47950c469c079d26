/**
 * Whether one table becomes another by permuting its columns, and its rows where order is free.
 *
 * Tables are lists of columns, a column is a list of cell ids. With free rows this is an
 * isomorphism search: colours are refined until they tell columns apart, and where they do not, one
 * column is singled out and the search goes on. The answer is exact: hashes only ever prune, and a
 * mapping counts when the rows themselves agree.
 *
 * @module
 */

/** Columns of one length. */
export type ColumnTable = readonly Int32Array[];

/** A table without repeated columns; `weights` says how often each occurred. */
interface Distinct {
  readonly columns: ColumnTable;
  readonly weights: readonly number[];
}

function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return hash ^ (hash >>> 15);
}

function isSameColumn(a: Int32Array, b: Int32Array): boolean {
  return a.every((id, row) => id === b[row]);
}

function mergeColumns(table: ColumnTable): Distinct {
  const columns: Int32Array[] = [];
  const weights: number[] = [];
  const byHash = new Map<number, number[]>();
  for (const column of table) {
    const hash = column.reduce(mix, 0);
    const alike = byHash.get(hash) ?? [];
    byHash.set(hash, alike);
    const known = alike.find((index) => isSameColumn(columns[index]!, column));
    if (known !== undefined) weights[known]!++;
    else {
      alike.push(columns.length);
      columns.push(column);
      weights.push(1);
    }
  }
  return { columns, weights };
}

function rowKeys(columns: ColumnTable): string[] {
  const keys: string[] = [];
  const rows = columns[0]?.length ?? 0;
  for (let row = 0; row < rows; row++) {
    let key = "";
    for (const column of columns) key += `${column[row]},`;
    keys.push(key);
  }
  return keys;
}

/** True where the rows agree as multisets, columns paired as they stand. */
function haveSameRows(a: ColumnTable, b: ColumnTable): boolean {
  const counts = new Map<string, number>();
  for (const key of rowKeys(a)) counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const key of rowKeys(b)) {
    const left = counts.get(key) ?? 0;
    if (left === 0) return false;
    counts.set(key, left - 1);
  }
  return true;
}

/** One hash a column, from the cells, the colours of their rows and the column's own colour. */
function hashColumns(columns: ColumnTable, colours: readonly number[]): number[] {
  const rows = new Int32Array(columns[0]?.length ?? 0);
  columns.forEach((column, i) => {
    const colour = colours[i]!;
    for (let row = 0; row < rows.length; row++) {
      rows[row] = (rows[row]! + mix(column[row]!, colour)) | 0;
    }
  });
  return columns.map((column, i) => {
    let sum = 0;
    for (let row = 0; row < rows.length; row++) sum = (sum + mix(column[row]!, rows[row]!)) | 0;
    return mix(sum, colours[i]!);
  });
}

/** A pair of tables under search, with a colour for each column. */
interface Pairing {
  readonly a: ColumnTable;
  readonly b: ColumnTable;
  readonly coloursOfA: readonly number[];
  readonly coloursOfB: readonly number[];
}

function isSameMultiset(a: readonly number[], b: readonly number[]): boolean {
  const sorted = [...b].sort((x, y) => x - y);
  return a.length === b.length &&
    [...a].sort((x, y) => x - y).every((colour, i) => colour === sorted[i]);
}

/** Splits colours until they stay; undefined where the two tables come apart. */
function refine(pairing: Pairing): Pairing | undefined {
  let { coloursOfA, coloursOfB } = pairing;
  for (let kinds = 0;;) {
    coloursOfA = hashColumns(pairing.a, coloursOfA);
    coloursOfB = hashColumns(pairing.b, coloursOfB);
    if (!isSameMultiset(coloursOfA, coloursOfB)) return undefined;
    const kindsNow = new Set(coloursOfA).size;
    if (kindsNow === coloursOfA.length || kindsNow === kinds) {
      return { ...pairing, coloursOfA, coloursOfB };
    }
    kinds = kindsNow;
  }
}

/** Indices of the columns of each colour, the smallest class with several columns first. */
function ambiguousClass(colours: readonly number[]): number[] | undefined {
  const classes = new Map<number, number[]>();
  colours.forEach((colour, i) => classes.set(colour, [...(classes.get(colour) ?? []), i]));
  return [...classes.values()].filter((members) => members.length > 1)
    .sort((x, y) => x.length - y.length)[0];
}

function singleOut(colours: readonly number[], index: number): number[] {
  return colours.map((colour, i) => i === index ? mix(colour, 1) : colour);
}

function search(start: Pairing): boolean {
  const pairing = refine(start);
  if (pairing === undefined) return false;
  const { a, b, coloursOfA, coloursOfB } = pairing;
  const [column] = ambiguousClass(coloursOfA) ?? [];
  if (column === undefined) {
    return haveSameRows(a, coloursOfA.map((colour) => b[coloursOfB.indexOf(colour)]!));
  }
  const failed: number[] = [];
  for (const [candidate, colour] of coloursOfB.entries()) {
    if (colour !== coloursOfA[column]) continue;
    const chosen = singleOut(coloursOfB, candidate);
    // A symmetry of b that moves a failed candidate here would make this one fail too.
    const isHopeless = failed.some((other) =>
      search({ a: b, b, coloursOfA: singleOut(coloursOfB, other), coloursOfB: chosen })
    );
    if (isHopeless) continue;
    if (search({ a, b, coloursOfA: singleOut(coloursOfA, column), coloursOfB: chosen })) {
      return true;
    }
    failed.push(candidate);
  }
  return false;
}

/**
 * Says whether some permutation of `b`'s columns gives the rows of `a`.
 *
 * With rows in order, columns are compared one by one. With free rows the usual cases take time in
 * proportion to the number of cells; columns that no refinement tells apart cost a search, in which
 * candidates that a symmetry makes equal are tried once.
 *
 * @param a columns of cell ids, all of one length
 * @param b as many columns of the same length
 * @param options `ordered`: whether the order of rows matters
 *
 * @example
 * ```ts
 * import { matchColumns } from "./match_columns.ts";
 * const table = (...columns: number[][]) => columns.map((column) => Int32Array.from(column));
 * const a = table([1, 2], [3, 4]), b = table([4, 3], [2, 1]);
 * if (!matchColumns(a, b, { ordered: false })) throw new Error("Expected a match of row sets");
 * if (matchColumns(a, b, { ordered: true })) throw new Error("Expected another order of rows");
 * ```
 */
export function matchColumns(
  a: ColumnTable,
  b: ColumnTable,
  options: { readonly ordered: boolean },
): boolean {
  if (options.ordered) {
    const left = [...b];
    return a.every((column) => {
      const found = left.findIndex((other) => isSameColumn(column, other));
      if (found >= 0) left.splice(found, 1);
      return found >= 0;
    });
  }
  if (haveSameRows(a, b)) return true;
  const distinctA = mergeColumns(a), distinctB = mergeColumns(b);
  return distinctA.columns.length === distinctB.columns.length && search({
    a: distinctA.columns,
    b: distinctB.columns,
    coloursOfA: distinctA.weights,
    coloursOfB: distinctB.weights,
  });
}
