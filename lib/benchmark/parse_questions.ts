/**
 * Reads the questions files of Spider and BIRD.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { BenchmarkFormat } from "./benchmark.ts";
import { describeJson, isObject, type JsonObject, parseJson } from "./json_file.ts";

/** One item of a questions file. */
export interface Question {
  /** BIRD's `question_id`, or `idx` of a part of Spider, where the file gives one; else the position. */
  readonly id: string;
  /** Position in the file, counted from 0. */
  readonly index: number;
  /** A plain folder name. */
  readonly databaseId: string;
  /** The question in words. */
  readonly question: string;
  /** Empty where the file gives none. */
  readonly evidence: string;
  /** Empty where the file gives none. */
  readonly difficulty: string;
  /** Gold SQL; null where the file gives none. */
  readonly gold: string | null;
}

/** The items of a questions file and the layout they are in. */
export interface Questions {
  /** The layout given or detected. */
  readonly format: BenchmarkFormat;
  /** The items in file order. */
  readonly questions: readonly Question[];
}

/** Where an item stands, to be named in messages. */
interface Place {
  readonly file: string;
  readonly index: number;
}

const safeName = /^[\p{L}\p{N}_][\p{L}\p{N}_.$ -]*$/u;

function refuse({ file, index }: Place, reason: string): never {
  throw new InputError(`Cannot read ${file}: item ${index} (counted from 0) ${reason}`);
}

function readText(item: JsonObject, field: string, place: Place): string {
  const value = item[field];
  if (typeof value !== "string" || value.trim() === "") {
    const seen = typeof value === "string" ? "empty" : describeJson(value);
    refuse(place, `needs text in "${field}", it is ${seen}`);
  }
  return value;
}

function readOptionalText(item: JsonObject, field: string, place: Place): string {
  const value = item[field] ?? "";
  if (typeof value !== "string") {
    refuse(place, `needs text in "${field}", it is ${describeJson(value)}`);
  }
  return value;
}

/** A part of Spider names places in the whole file by "idx", so that its questions keep their ids. */
const idFields: Readonly<Record<BenchmarkFormat, string>> = { spider: "idx", bird: "question_id" };

function readId(item: JsonObject, field: string, place: Place): string {
  const id = item[field] ?? place.index;
  if (typeof id === "string" ? id.trim() === "" : !Number.isSafeInteger(id)) {
    refuse(place, `needs an integer or a text in "${field}", it is ${JSON.stringify(id)}`);
  }
  return String(id);
}

function readQuestion(value: unknown, format: BenchmarkFormat, place: Place): Question {
  if (!isObject(value)) refuse(place, `is ${describeJson(value)}, need an object`);
  const databaseId = readText(value, "db_id", place);
  if (!safeName.test(databaseId)) {
    refuse(place, `names the database ${JSON.stringify(databaseId)}, need a plain folder name`);
  }
  const goldField = format === "bird" ? "SQL" : "query";
  return {
    id: readId(value, idFields[format], place),
    index: place.index,
    databaseId,
    question: readText(value, "question", place),
    evidence: readOptionalText(value, "evidence", place),
    difficulty: readOptionalText(value, "difficulty", place),
    gold: (value[goldField] ?? null) === null ? null : readOptionalText(value, goldField, place),
  };
}

/** The layout that an item is written in: only BIRD has "SQL" and "question_id". */
function detectFormat(items: readonly unknown[]): BenchmarkFormat {
  const first = items[0];
  return isObject(first) && ("SQL" in first || "question_id" in first) ? "bird" : "spider";
}

/**
 * Parses a questions file of Spider (`db_id`, `question`, `query`; `idx` in a part of it) or BIRD (the
 * same with `question_id`, `evidence`, `SQL`, `difficulty`).
 *
 * @param options `text` of the file; its name `file` for messages; `format`, detected from the
 * first item by default
 * @returns the layout and the questions in file order
 * @throws {InputError} naming file, position and field: for text that is not JSON, no items, a
 * missing or empty field, a database name that is no plain folder name, an id given twice; an empty
 * gold is one that does not run, which the judge refuses or leaves unscored
 *
 * @example
 * ```ts
 * import { parseQuestions } from "./parse_questions.ts";
 * const text = '[{"db_id": "pets", "question": "How many?", "query": "SELECT count(*) FROM pet"}]';
 * const { format, questions } = parseQuestions({ text, file: "dev.json" });
 * if (format !== "spider" || questions[0]?.id !== "0") throw new Error("Expected Spider's item 0");
 * ```
 */
export function parseQuestions(
  { text, file, format }: {
    readonly text: string;
    readonly file: string;
    readonly format?: BenchmarkFormat;
  },
): Questions {
  const items = parseJson(text, file);
  if (!Array.isArray(items) || items.length === 0) {
    const seen = Array.isArray(items) ? "an empty list" : describeJson(items);
    throw new InputError(`Cannot read ${file}: it is ${seen}, need a list of questions`);
  }
  const actual = format ?? detectFormat(items);
  const questions = items.map((item, index) => readQuestion(item, actual, { file, index }));
  const positions = new Map<string, number>();
  for (const { id, index } of questions) {
    const earlier = positions.get(id);
    if (earlier !== undefined) {
      refuse({ file, index }, `has the id ${id} of item ${earlier}, need ids of their own`);
    }
    positions.set(id, index);
  }
  return { format: actual, questions };
}
