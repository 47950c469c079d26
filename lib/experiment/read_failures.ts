/**
 * Labelled failures of a benchmark's questions, such as those in `data/failures`.
 *
 * @module
 */
import { join } from "node:path";
import { describeJson, isObject, type JsonObject, parseJson } from "../benchmark/json_file.ts";
import type { FailedQuery } from "../classifier/failed_query.ts";
import { type FailureType, failureTypes, type Observation, type Task } from "../domain.ts";
import { InputError } from "../errors.ts";
import type { FailureSplit } from "./failure_split.ts";

/** What all labelled failures have. */
export interface LabelledFailure
  extends Pick<Observation, "status" | "outcome" | "message" | "shape"> {
  /** Id of the question. */
  readonly task: string;
  /** The type of its cause. */
  readonly type: FailureType;
  /** Which part of the data it belongs to. */
  readonly split: FailureSplit;
  /** The failing query. */
  readonly sql: string;
}

/** A gold spoilt in one known way. */
export interface Mutation extends LabelledFailure {
  /** The way. */
  readonly family: string;
}

/** A query of the recorded model, labelled by reading. */
export interface RecordedFailure extends LabelledFailure {
  /** Whether it was attempt 0 or a repair. */
  readonly attempt: "first" | "repair";
  /** Why it has its type, in a line. */
  readonly reason: string;
}

/** A labelled failure with its question. */
export interface FailureCase {
  /** As the file has it. */
  readonly label: LabelledFailure;
  /** What a classifier may see of it. */
  readonly failed: FailedQuery;
}

/** The failures of one file. */
export interface FailureSet {
  /** Name of the file without its ending. */
  readonly name: string;
  /** In its order. */
  readonly cases: readonly FailureCase[];
}

const outcomes: readonly Observation["outcome"][] = [
  "rows",
  "error",
  "timeout",
  "too_large",
  "several_statements",
  "no_statement",
  "write_attempt",
  "unbound_parameter",
];

const words: Readonly<Record<string, readonly string[]>> = {
  type: failureTypes,
  split: ["development", "held_out"],
  status: ["mismatch", "error", "timeout"],
  outcome: outcomes,
};

function checkFailure(value: JsonObject, place: string): LabelledFailure {
  const need = (field: string, wanted: string) =>
    new InputError(
      `Cannot read ${place}: ${field} is ${describeJson(value[field])}, need ${wanted}`,
    );
  for (const field of ["task", "sql", "message"]) {
    if (typeof value[field] !== "string") throw need(field, "a text");
  }
  for (const [field, choices] of Object.entries(words)) {
    if (!choices.includes(value[field] as string)) throw need(field, choices.join(" or "));
  }
  const { shape } = value;
  const isCount = (count: unknown) => Number.isSafeInteger(count) && count as number >= 0;
  const isShape = isObject(shape) && isCount(shape.rows) && isCount(shape.columns);
  if (shape !== null && !isShape) throw need("shape", "null or rows and columns, at least 0");
  return value as unknown as LabelledFailure;
}

function readSet(
  text: string,
  { file, tasks }: { readonly file: string; readonly tasks: ReadonlyMap<string, Task> },
): readonly FailureCase[] {
  const list = parseJson(text, file);
  if (!Array.isArray(list)) {
    throw new InputError(`Cannot read ${file}: it is ${describeJson(list)}, need a list`);
  }
  if (list.length === 0) {
    throw new InputError(`Cannot read ${file}: its list is empty, need at least one failure`);
  }
  return list.map((item, at) => {
    const place = `${file}, failure ${at + 1}`;
    if (!isObject(item)) {
      throw new InputError(`Cannot read ${place}: it is ${describeJson(item)}, need an object`);
    }
    const label = checkFailure(item, place);
    const task = tasks.get(label.task);
    if (task === undefined) {
      throw new InputError(`Cannot read ${place}: the benchmark has no question "${label.task}"`);
    }
    const { status, outcome, message, shape, sql } = label;
    const { schema, question, evidence } = task;
    const failed = { status, outcome, message, shape, sql, schema, question, evidence };
    return { label, failed };
  });
}

/**
 * Reads all `*.json` files of a folder as lists of labelled failures.
 *
 * @param options `folder`; `tasks`: the questions of the benchmark that they are of
 * @returns a set a file, in order of name
 * @throws {InputError} for a folder that is not there or holds none, and for a malformed file,
 * naming the failure and its field
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readFailures } from "./read_failures.ts";
 * import { loadBundled } from "../benchmark/bundled.ts";
 * const folder = new URL("../../data/failures", import.meta.url).pathname;
 * const { tasks } = await loadBundled();
 * const sets = await readFailures({ folder, tasks });
 * assert.deepEqual(sets.map(({ name }) => name), ["mutations", "real"]);
 * ```
 */
export async function readFailures(
  { folder, tasks }: { readonly folder: string; readonly tasks: readonly Task[] },
): Promise<readonly FailureSet[]> {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) if (name.endsWith(".json")) names.push(name);
  } catch (cause) {
    throw new InputError(`Cannot read failures: there is no folder "${folder}"`, { cause });
  }
  if (names.length === 0) {
    throw new InputError(`Cannot read failures: "${folder}" holds no .json file`);
  }
  const sets = names.sort().map(async (name) => {
    const file = join(folder, name);
    const text = await Deno.readTextFile(file).catch((cause) => {
      throw new InputError(`Cannot read ${file}: ${(cause as Error).message}`, { cause });
    });
    const cases = readSet(text, { file, tasks: byId });
    return { name: name.replace(/\.json$/, ""), cases };
  });
  return await Promise.all(sets);
}
