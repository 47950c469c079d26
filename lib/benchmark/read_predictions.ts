/**
 * Reads prediction files: Spider's lines, BIRD's JSON, and JSONL.
 *
 * Nothing is repaired on the way in: a file that does not fit its benchmark is refused with the line
 * and the reason, because a shifted or a silently emptied prediction is a wrong score.
 *
 * @module
 */
import type { Task } from "../domain.ts";
import { InputError } from "../errors.ts";
import type { Benchmark } from "./benchmark.ts";
import { splitLines } from "./gold_file.ts";
import { createInputReader } from "./input_files.ts";
import { describeJson, isObject, parseJson } from "./json_file.ts";

/** `spider`: one SQL a line. `bird`: one JSON object. `jsonl`: `{"idx", "sql"}` a line. */
export type PredictionFormat = "spider" | "bird" | "jsonl";

/** What a system answered to one task. */
export interface Prediction {
  /** A task of the benchmark. */
  readonly task: Task;
  /** As the file gives it; may be empty. */
  readonly sql: string;
}

/** What BIRD puts between the SQL and the database's name. */
export const birdSeparator = "\t----- bird -----\t";

/** Stands where a format needs a query and there is none: it fails in every database. */
export const noPrediction = "SELECT";

/** What a parser needs: the text, the file's name and the benchmark it belongs to. */
interface PredictionText {
  readonly text: string;
  readonly file: string;
  readonly benchmark: Benchmark;
}

type SqlByPosition = ReadonlyMap<number, string>;

function refuse(file: string, reason: string): never {
  throw new InputError(`Cannot read the predictions of ${file}: ${reason}`);
}

function parseSpider({ text, file, benchmark }: PredictionText): SqlByPosition {
  const lines = splitLines(text);
  const need = benchmark.questionCount;
  while (lines.length > need && lines.at(-1)?.trim() === "") lines.pop();
  if (lines.length !== need) {
    refuse(
      file,
      `it has ${lines.length} lines, need ${need}, one a question; a newline inside a SQL text ` +
        "makes two lines of it, so write each SQL on one line",
    );
  }
  const databases = new Map(benchmark.tasks.map((task) => [task.index, task.databaseId]));
  const known = new Set(databases.values());
  return new Map(lines.map((line, index) => {
    const [sql, second = ""] = line.split("\t");
    const needed = databases.get(index), databaseId = second.trim();
    if (needed !== undefined && databaseId !== needed && known.has(databaseId)) {
      refuse(file, `line ${index + 1} is for the database "${databaseId}", need "${needed}"`);
    }
    return [index, sql!.trim()];
  }));
}

/** Keys of a flat JSON object of strings, in the file's order and with repetitions. */
function listKeys(text: string): string[] {
  const strings = text.match(/"(?:[^"\\]|\\.)*"/gs) ?? [];
  return strings.filter((_, at) => at % 2 === 0).map((key) => JSON.parse(key));
}

function parseBird({ text, file, benchmark }: PredictionText): SqlByPosition {
  const parsed = parseJson(text, file);
  if (!isObject(parsed)) refuse(file, `it is ${describeJson(parsed)}, need an object`);
  const databases = new Map(benchmark.tasks.map((task) => [task.index, task.databaseId]));
  const sqlByPosition = new Map<number, string>();
  for (const [key, value] of Object.entries(parsed)) {
    if (typeof value !== "string") {
      refuse(file, `the value of key "${key}" is ${describeJson(value)}, need text`);
    }
    const cut = value.lastIndexOf(birdSeparator);
    if (cut < 0) {
      refuse(file, `the value of key "${key}" has no ${JSON.stringify(birdSeparator)} in it`);
    }
    const databaseId = value.slice(cut + birdSeparator.length).trim();
    const sql = value.slice(0, cut);
    const needed = sql === noPrediction ? undefined : databases.get(Number(key));
    if (needed !== undefined && databaseId !== needed) {
      refuse(file, `key "${key}" is for the database "${databaseId}", need "${needed}"`);
    }
    sqlByPosition.set(Number(key), sql);
  }
  listKeys(text).forEach((key, position) => {
    if (key !== String(position)) {
      refuse(file, `key ${position + 1} is "${key}", need "${position}": 0, 1, 2, … without gaps`);
    }
  });
  if (sqlByPosition.size !== benchmark.questionCount) {
    refuse(
      file,
      `it has ${sqlByPosition.size} keys, need ${benchmark.questionCount}, one a question`,
    );
  }
  return sqlByPosition;
}

function parseJsonLines({ text, file, benchmark }: PredictionText): SqlByPosition {
  const lineOf = new Map<number, number>();
  const sqlByPosition = new Map<number, string>();
  splitLines(text).forEach((line, at) => {
    if (line.trim() === "") return;
    const number = at + 1;
    const item = parseJson(line, `line ${number} of ${file}`);
    if (!isObject(item)) refuse(file, `line ${number} is ${describeJson(item)}, need an object`);
    const { idx, sql } = item;
    if (typeof idx !== "number" || !Number.isSafeInteger(idx)) {
      refuse(file, `line ${number} needs an integer in "idx", it is ${describeJson(idx)}`);
    }
    if (typeof sql !== "string") {
      refuse(file, `line ${number} needs text in "sql", it is ${describeJson(sql)}`);
    }
    if (idx < 0 || idx >= benchmark.questionCount) {
      refuse(
        file,
        `line ${number} has idx ${idx}, need a position from 0 to ${benchmark.questionCount - 1}`,
      );
    }
    const earlier = lineOf.get(idx);
    if (earlier !== undefined) {
      refuse(file, `line ${number} repeats idx ${idx} of line ${earlier}, need one a question`);
    }
    lineOf.set(idx, number);
    sqlByPosition.set(idx, sql);
  });
  return sqlByPosition;
}

const parsers: Readonly<Record<PredictionFormat, (input: PredictionText) => SqlByPosition>> = {
  spider: parseSpider,
  bird: parseBird,
  jsonl: parseJsonLines,
};

/** The prediction for each task; the first few positions without one are named. */
function matchTasks(
  tasks: readonly Task[],
  sqlByPosition: SqlByPosition,
  file: string,
): readonly Prediction[] {
  const missing = tasks.filter((task) => !sqlByPosition.has(task.index)).map((task) => task.index);
  if (missing.length > 0) {
    const named = missing.slice(0, 10).join(", ") + (missing.length > 10 ? ", …" : "");
    refuse(file, `${missing.length} questions have no prediction: idx ${named}`);
  }
  return tasks.map((task) => ({ task, sql: sqlByPosition.get(task.index)! }));
}

/**
 * Reads a prediction file and fits it to a benchmark.
 *
 * Positions are those of the questions file, so a file for the whole benchmark also serves a
 * benchmark loaded with a filter. Spider: one SQL a line, what follows a tab is dropped, unless it names
 * another database of the benchmark than the question's; an empty line is an empty prediction. BIRD: keys "0", "1", … in this order without gaps, values
 * `SQL<TAB>----- bird -----<TAB>db_id`. JSONL: `idx` is the position; any order; blank lines are
 * skipped.
 *
 * @param options `path` of the file; the `benchmark`; `format`, by default from the file's ending:
 * `.jsonl`, `.json` (bird), anything else (spider)
 * @returns one prediction for each task, in the order of `benchmark.tasks`
 * @throws {InputError} naming file, line or key and reason: for a file that cannot be read, is
 * malformed, repeats or misses a question, knows one too many, or names another database
 *
 * @example
 * ```ts
 * import { loadBundled } from "./bundled.ts";
 * import { readPredictions } from "./read_predictions.ts";
 * const benchmark = await loadBundled({ databases: ["bike_share"] });
 * const path = await Deno.makeTempFile({ suffix: ".jsonl" });
 * const lines = benchmark.tasks.map(({ index }) => JSON.stringify({ idx: index, sql: "SELECT 1" }));
 * await Deno.writeTextFile(path, lines.join("\n"));
 * const predictions = await readPredictions({ path, benchmark });
 * if (predictions[0]?.sql !== "SELECT 1") throw new Error("Expected the line's SQL");
 * await Deno.remove(path);
 * ```
 */
export async function readPredictions(
  { path, benchmark, format = detectPredictionFormat(path) }: {
    readonly path: string;
    readonly benchmark: Benchmark;
    readonly format?: PredictionFormat;
  },
): Promise<readonly Prediction[]> {
  const text = await createInputReader(".").readText(path);
  return matchTasks(
    benchmark.tasks,
    parsers[format]({ text, file: path, benchmark }),
    path,
  );
}

function detectPredictionFormat(path: string): PredictionFormat {
  if (path.endsWith(".jsonl")) return "jsonl";
  return path.endsWith(".json") ? "bird" : "spider";
}
