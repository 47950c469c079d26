/**
 * Writes prediction files in the formats that the official evaluators read.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { scanSql } from "../sql/scan_sql.ts";
import type { Benchmark } from "./benchmark.ts";
import {
  birdSeparator,
  noPrediction,
  type Prediction,
  type PredictionFormat,
} from "./read_predictions.ts";

/** What a writer must know of a benchmark: a finished run knows as much. */
export type PredictedBenchmark = Pick<Benchmark, "tasks" | "questionCount">;

/** What became of predictions in a file. */
export interface WrittenPredictions {
  /** Ids of the tasks whose SQL the format could not keep, in file order. */
  readonly altered: readonly string[];
  /** Questions without a prediction whose place in the file {@link noPrediction} holds. */
  readonly padded: number;
}

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
  return flat.sql === "" ? { sql: noPrediction, altered: true } : flat;
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

/** The prediction of each question of the file, null where there is none. */
function placePredictions(
  lines: readonly Prediction[],
  { questionCount }: PredictedBenchmark,
): readonly (Prediction | null)[] {
  const places = Array.from<Prediction | null>({ length: questionCount }).fill(null);
  for (const line of lines) {
    const { id, index } = line.task;
    if (places[index] !== null) {
      const reason = index < questionCount
        ? "as another task is"
        : `need one below ${questionCount}`;
      throw new InputError(
        `Cannot write predictions: task "${id}" is question ${index}, ${reason}`,
      );
    }
    places[index] = line;
  }
  return places;
}

/** BIRD's lines name a database: for a question that is no task that of the nearest task before. */
function writeBird(
  places: readonly (Prediction | null)[],
  { tasks }: PredictedBenchmark,
): string {
  const databases = new Map(tasks.map((task) => [task.index, task.databaseId]));
  let databaseId = tasks.toSorted((a, b) => a.index - b.index)[0]?.databaseId ?? "";
  const entries = places.map((place, index) => {
    databaseId = databases.get(index) ?? databaseId;
    const text = (place?.sql ?? noPrediction) + birdSeparator + databaseId;
    return `"${index}": ${JSON.stringify(text)}`;
  });
  return `{\n${entries.join(",\n")}\n}\n`;
}

/**
 * Writes predictions to a file that {@link readPredictions} and the official evaluators read.
 *
 * `spider` flattens each SQL to a line and writes {@link noPrediction} for an empty one; `bird` and
 * `jsonl` keep the text as it is. In `spider` and `bird` a place in the file stands for a question,
 * so questions without a prediction get {@link noPrediction} too, which is never right; `jsonl`
 * leaves them out.
 *
 * @param options `path` of the file to write; the `benchmark`; the `predictions`, in any order;
 * `format` of the file
 * @returns what the format could not keep, and how many questions had no prediction
 * @throws {InputError} for a task that is unknown, predicted twice, or beyond the questions file
 *
 * @example
 * ```ts
 * import { loadBundled } from "./bundled.ts";
 * import { writePredictions } from "./write_predictions.ts";
 * const benchmark = await loadBundled({ databases: ["bike_share"] });
 * const path = await Deno.makeTempFile();
 * const predictions = [{ task: benchmark.tasks[0]!, sql: "SELECT 1" }];
 * const { padded } = await writePredictions({ path, benchmark, predictions, format: "spider" });
 * if (padded !== benchmark.questionCount - 1) throw new Error("Expected a line for each question");
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
): Promise<WrittenPredictions> {
  const lines = sortPredictions(benchmark, predictions);
  if (format === "jsonl") {
    const texts = lines.map(({ task, sql }) => JSON.stringify({ idx: task.index, sql }) + "\n");
    await Deno.writeTextFile(path, texts.join(""));
    return { altered: [], padded: 0 };
  }
  const places = placePredictions(lines, benchmark);
  const padded = benchmark.questionCount - lines.length;
  if (format === "bird") {
    await Deno.writeTextFile(path, writeBird(places, benchmark));
    return { altered: [], padded };
  }
  const flat = places.map((place) => place && writeSpiderLine(place.sql));
  await Deno.writeTextFile(path, flat.map((line) => `${line?.sql ?? noPrediction}\n`).join(""));
  const altered = places.filter((_, index) => flat[index]?.altered).map((place) => place!.task.id);
  return { altered, padded };
}
