/**
 * Writes prediction files in the formats that the official evaluators read.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { scanSql } from "../sql/scan_sql.ts";
import type { Benchmark } from "./benchmark.ts";
import { birdSeparator, type Prediction, type PredictionFormat } from "./read_predictions.ts";

/** What a writer must know of a benchmark: a finished run knows as much. */
export type PredictedBenchmark = Pick<Benchmark, "tasks" | "questionCount">;

/** What the writer needs of a benchmark. */
type Answered = Pick<Benchmark, "tasks" | "questionCount">;

/** SQL on one line, and whether it still means the same. */
export interface FlatSql {
  /** Text without newlines and tabs. */
  readonly sql: string;
  /** True where a newline or a tab stood inside a quoted text, which cannot be kept on a line. */
  readonly altered: boolean;
}

/**
 * Puts a SQL text on one line without tabs: outside quotes they become blanks and comments go;
 * inside quotes they become blanks too, and the result is marked, because it may mean another thing.
 *
 * @param sql any text, valid SQL or not
 * @returns the line, trimmed, and the mark
 *
 * @example
 * ```ts
 * import { flattenSql } from "./write_predictions.ts";
 * const { sql, altered } = flattenSql("SELECT 1 -- one\nFROM t");
 * if (sql !== "SELECT 1   FROM t" || altered) throw new Error(`Expected one line, got ${sql}`);
 * ```
 */
export function flattenSql(sql: string): FlatSql {
  if (!/[\n\r\t]/.test(sql)) return { sql: sql.trim(), altered: false };
  let line = "", altered = false;
  for (const { kind, text } of scanSql(sql)) {
    line += kind === "comment" ? " " : text.replace(/[\n\r\t]+/g, " ");
    altered ||= (kind === "string" || kind === "quoted") && /[\n\r\t]/.test(text);
  }
  return { sql: line.trim(), altered };
}

/** A line of Spider's file: never blank, because its readers take a blank line for a separator. */
function writeSpiderLine(sql: string): FlatSql {
  const flat = flattenSql(sql);
  return flat.sql === "" ? { sql: "SELECT", altered: true } : flat;
}

/** The predictions in file order, each of a task of its own. */
function sortPredictions(
  benchmark: PredictedBenchmark,
  predictions: readonly Prediction[],
): readonly Prediction[] {
  const known = new Set(benchmark.tasks.map(({ id }) => id));
  const seen = new Set<string>();
  for (const { task: { id } } of predictions) {
    if (!known.has(id) || seen.has(id)) {
      const reason = known.has(id) ? "is predicted twice" : "is not in the benchmark";
      throw new InputError(`Cannot write predictions: task "${id}" ${reason}`);
    }
    seen.add(id);
  }
  return predictions.toSorted((a, b) => a.task.index - b.task.index);
}

/** Refuses what the two official formats cannot express: a question without a prediction. */
function requireAll(
  lines: readonly Prediction[],
  benchmark: PredictedBenchmark,
  format: string,
): void {
  if (lines.length === benchmark.questionCount) return;
  throw new InputError(
    `Cannot write predictions in ${format} format: there are ${lines.length}, need ` +
      `${benchmark.questionCount}, one for each question of the file; use jsonl for a part`,
  );
}

/**
 * Writes predictions to a file that {@link readPredictions} and the official evaluators read.
 *
 * `spider` flattens each SQL to a line and writes `SELECT`, which fails everywhere, for an empty
 * one; `bird` and `jsonl` keep the text as it is.
 *
 * @param options `path` of the file to write; the `benchmark`; the `predictions`, in any order;
 * `format`: `spider` and `bird` need all questions of the file, `jsonl` takes any of them
 * @returns ids of the tasks whose SQL the format could not keep, in file order
 * @throws {InputError} for a task that is unknown or predicted twice, and for missing ones
 *
 * @example
 * ```ts
 * import { loadBundled } from "./bundled.ts";
 * import { writePredictions } from "./write_predictions.ts";
 * const benchmark = await loadBundled({ databases: ["bike_share"] });
 * const path = await Deno.makeTempFile();
 * const predictions = [{ task: benchmark.tasks[0]!, sql: "SELECT 1" }];
 * const altered = await writePredictions({ path, benchmark, predictions, format: "jsonl" });
 * if (altered.length > 0) throw new Error("Expected the text to be kept");
 * await Deno.remove(path);
 * ```
 */
export async function writePredictions(
  { path, benchmark, predictions, format }: {
    readonly path: string;
    readonly benchmark: PredictedBenchmark;
    readonly predictions: readonly Prediction[];
    readonly format: PredictionFormat;
  },
): Promise<readonly string[]> {
  const lines = sortPredictions(benchmark, predictions);
  if (format === "jsonl") {
    const texts = lines.map(({ task, sql }) => JSON.stringify({ idx: task.index, sql }) + "\n");
    await Deno.writeTextFile(path, texts.join(""));
    return [];
  }
  requireAll(lines, benchmark, format);
  if (format === "bird") {
    const entries = lines.map(({ task, sql }) =>
      `"${task.index}": ${JSON.stringify(sql + birdSeparator + task.databaseId)}`
    );
    await Deno.writeTextFile(path, `{\n${entries.join(",\n")}\n}\n`);
    return [];
  }
  const flat = lines.map(({ sql }) => writeSpiderLine(sql));
  await Deno.writeTextFile(path, flat.map(({ sql }) => sql + "\n").join(""));
  return lines.filter((_, at) => flat[at]!.altered).map(({ task }) => task.id);
}
