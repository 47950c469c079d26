/**
 * Whether two results are the same answer, by the rules of one of three named modes.
 *
 * @module
 */
import type { Cell, RowsOutcome } from "../domain.ts";
import { createCellIds } from "./cell_ids.ts";
import type { ComparisonMode } from "./comparison_mode.ts";
import { matchColumns } from "./match_columns.ts";
import { hasTopLevelOrderBy } from "./order_by.ts";
import { compareCodePoints, pythonText, pythonTypeText } from "./python_text.ts";
import { rewriteForMode } from "./rewrite_sql.ts";

export { type ComparisonMode, comparisonVersions } from "./comparison_mode.ts";

/** A verdict and why. */
export interface Comparison {
  /** The verdict. */
  readonly equal: boolean;
  /** `equal`, or the first difference found. It may speak of the gold's result. */
  readonly reason: string;
}

type Rows = RowsOutcome["rows"];

const equal: Comparison = { equal: true, reason: "equal" };

function different(reason: string): Comparison {
  return { equal: false, reason };
}

const significantDigits = 10;
/** A REAL this close to an integer, relative to its size, counts as that integer. */
const integerNoise = 2 ** -46;

/**
 * A REAL rounded to 10 significant digits; one that is an integer but for noise is that integer,
 * so that it equals an INTEGER of its value however large.
 */
function roundReal(cell: Cell): Cell {
  if (typeof cell !== "number") return cell;
  const nearest = Math.round(cell);
  if (Math.abs(cell - nearest) <= Math.abs(cell) * integerNoise) return nearest;
  return Number(cell.toPrecision(significantDigits));
}

function toColumns(rows: Rows, idOf: (cell: Cell) => number): Int32Array[] {
  const width = rows[0]?.length ?? 0;
  const columns = Array.from({ length: width }, () => new Int32Array(rows.length));
  rows.forEach((row, at) => {
    for (let column = 0; column < width; column++) columns[column]![at] = idOf(row[column] ?? null);
  });
  return columns;
}

/** A row's cells in the order of their Python texts, as ids: the official quick reject. */
function sortedRow(row: readonly Cell[], idOf: (cell: Cell) => number): string {
  return row.map((cell) => ({ id: idOf(cell), text: pythonText(cell) + pythonTypeText(cell) }))
    .sort((a, b) => compareCodePoints(a.text, b.text))
    .map(({ id }) => id)
    .join();
}

/** True where equal cells have different texts, as `1` and `1.0` do: only then can sorting differ. */
function hasUnlikeEquals(tables: readonly Rows[], idOf: (cell: Cell) => number): boolean {
  const isReal = (cell: Cell) => typeof cell === "number";
  if (!tables.some((rows) => rows.some((row) => row.some(isReal)))) return false;
  const first = new Map<number, Cell>();
  for (const rows of tables) {
    for (const row of rows) {
      for (const cell of row) {
        if (typeof cell !== "number" && typeof cell !== "bigint") continue;
        const id = idOf(cell), known = first.get(id);
        if (known === undefined) first.set(id, cell);
        else if (!Object.is(known, cell)) return true;
      }
    }
  }
  return false;
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const setOfA = new Set(a);
  return setOfA.symmetricDifference(new Set(b)).size === 0;
}

function checkShapes(gold: Rows, prediction: Rows): Comparison | undefined {
  if (gold.length === 0 && prediction.length === 0) return equal;
  if (gold.length !== prediction.length) {
    return different(`row count ${prediction.length}, gold has ${gold.length}`);
  }
  const width = prediction[0]!.length, goldWidth = gold[0]!.length;
  if (width !== goldWidth) return different(`column count ${width}, gold has ${goldWidth}`);
  return undefined;
}

function compareTables(gold: Rows, prediction: Rows, options: {
  readonly ordered: boolean;
  readonly read?: (cell: Cell) => Cell;
}): Comparison {
  const { ordered, read = (cell) => cell } = options;
  const cellId = createCellIds();
  const idOf = (cell: Cell) => cellId(read(cell));
  const a = toColumns(gold, idOf), b = toColumns(prediction, idOf);
  if (matchColumns(a, b, { ordered })) return equal;
  const isOnlyOrder = ordered && matchColumns(a, b, { ordered: false });
  return different(isOnlyOrder ? "order differs" : "values differ");
}

function compareSpider(gold: Rows, prediction: Rows, goldSql: string): Comparison {
  const shapes = checkShapes(gold, prediction);
  if (shapes !== undefined) return shapes;
  const rewritten = rewriteForMode({ mode: "spider-ts", role: "gold", sql: goldSql });
  const ordered = rewritten.toLowerCase().includes("order by");
  const verdict = compareTables(gold, prediction, { ordered });
  const idOf = createCellIds();
  if (!verdict.equal || !hasUnlikeEquals([gold, prediction], idOf)) return verdict;
  const a = gold.map((row) => sortedRow(row, idOf));
  const b = prediction.map((row) => sortedRow(row, idOf));
  const survives = ordered ? a.every((key, row) => key === b[row]) : isSameSet(a, b);
  return survives ? equal : different("equal values whose types differ sort differently");
}

function compareBird(gold: RowsOutcome, prediction: RowsOutcome): Comparison {
  if (gold.invalidUtf8) return different("gold holds text that is not UTF-8");
  if (prediction.invalidUtf8) return different("result holds text that is not UTF-8");
  const idOf = createCellIds();
  const keys = (rows: Rows) => rows.map((row) => row.map(idOf).join());
  if (isSameSet(keys(gold.rows), keys(prediction.rows))) return equal;
  const width = prediction.rows[0]?.length, goldWidth = gold.rows[0]?.length;
  if (width === undefined || goldWidth === undefined) {
    return different(`row count ${prediction.rows.length}, gold has ${gold.rows.length}`);
  }
  return different(
    width === goldWidth ? "values differ" : `column count ${width}, gold has ${goldWidth}`,
  );
}

/**
 * Compares a prediction's result with the gold's.
 *
 * Cells compare as Python values do: `1` equals `1.0`, text is exact, NULL equals NULL.
 * - `spider-ts`: multisets of rows, or lists where the gold's text holds "order by"; one permutation
 *   of columns is free. As in the official code, rows whose equal cells differ in type can be
 *   rejected: (1, 10) against (1.0, 10).
 * - `bird-ex`: sets of rows, columns in place; a result that is not UTF-8 is wrong.
 * - `denotation`: multisets of rows, or lists where the gold has a top-level ORDER BY; one
 *   permutation of columns is free; REAL values count by 10 significant digits.
 *
 * In all modes two results without rows are equal whatever their columns.
 *
 * @param options `gold` and `prediction`: rows of the statements as rewritten for the mode;
 * `goldSql`: the gold as the benchmark gives it, which decides whether order matters
 *
 * @example
 * ```ts
 * import { compareDenotations } from "./denotation.ts";
 * const rows = (...rows: bigint[][]) =>
 *   ({ kind: "rows", columns: [], rows, invalidUtf8: false }) as const;
 * const pair = { gold: rows([1n], [1n]), prediction: rows([1n]), goldSql: "SELECT a FROM t" };
 * if (!compareDenotations({ mode: "bird-ex", ...pair }).equal) throw new Error("Expected sets");
 * const { reason } = compareDenotations({ mode: "denotation", ...pair });
 * if (reason !== "row count 1, gold has 2") throw new Error(`Unexpected ${reason}`);
 * ```
 */
export function compareDenotations(options: {
  readonly mode: ComparisonMode;
  readonly gold: RowsOutcome;
  readonly prediction: RowsOutcome;
  readonly goldSql: string;
}): Comparison {
  const { mode, gold, prediction, goldSql } = options;
  switch (mode) {
    case "spider-ts":
      return compareSpider(gold.rows, prediction.rows, goldSql);
    case "bird-ex":
      return compareBird(gold, prediction);
    case "denotation":
      return checkShapes(gold.rows, prediction.rows) ??
        compareTables(gold.rows, prediction.rows, {
          ordered: hasTopLevelOrderBy(goldSql),
          read: roundReal,
        });
  }
}
