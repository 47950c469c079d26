/**
 * Recordings over data that the repository may not hold: where the user puts it, and whether it is
 * what was recorded.
 *
 * @module
 */
import { dirname, resolve } from "node:path";
import type { Benchmark } from "../benchmark/benchmark.ts";
import { isObject, parseJson, readFields } from "../benchmark/json_file.ts";
import type { Task } from "../domain.ts";
import { InputError } from "../errors.ts";
import { sha256 } from "../sha256.ts";

/** A database of the recorded part. */
export interface OutsideDatabase {
  /** Its name. */
  readonly name: string;
  /** Ids of its questions that were recorded. */
  readonly ids: readonly string[];
  /** {@linkcode digestTasks} of them. */
  readonly tasks: string;
  /** SHA-256 of the database file. */
  readonly file: string;
}

/** What a recording was made over, from the JSON file beside it. */
export interface OutsideData {
  /** The recording. */
  readonly recording: string;
  /** Name of the benchmark. */
  readonly benchmark: string;
  /** The folder where the user puts it. */
  readonly folder: string;
  /** Where to get it. */
  readonly source: string;
  /** The databases of the part, in the order in which they were chosen. */
  readonly databases: readonly OutsideDatabase[];
  /** Names of those that are recorded to the end: all, where the file names none. */
  readonly recorded: readonly string[];
}

/**
 * SHA-256 over what questions ask and the schemas that prompts show.
 *
 * @param tasks in any order
 * @returns 64 hexadecimal digits
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { digestTasks } from "./outside_data.ts";
 * import { exampleTask } from "../memory/examples.ts";
 * assert.notEqual(digestTasks([exampleTask]), digestTasks([{ ...exampleTask, id: "other" }]));
 * ```
 */
export function digestTasks(tasks: readonly Task[]): string {
  return sha256(JSON.stringify(
    tasks.map(({ id, databaseId, question, evidence, schemaDigest }) => [
      ...[id, databaseId, question, evidence, schemaDigest],
    ]).toSorted(([a], [b]) => a! < b! ? -1 : 1),
  ));
}

/**
 * Reads what lies beside a recording: `NAME.json` for `NAME.sqlite`.
 *
 * @param recording path of the recording, which itself need not be there
 * @returns the data that it was made over; null where nothing lies beside it, or nothing of data
 * @throws {InputError} for a file that is malformed
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { bundledRecording } from "./bundled_recording.ts";
 * import { readOutsideData } from "./outside_data.ts";
 * assert.equal(readOutsideData(bundledRecording), null);
 * const spider = readOutsideData(bundledRecording.replace("bundled", "spider_part"));
 * assert.equal(spider?.benchmark, "spider");
 * ```
 */
export function readOutsideData(recording: string): OutsideData | null {
  const file = recording.replace(/\.sqlite$/, "") + ".json";
  let text: string;
  try {
    text = Deno.readTextFileSync(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw new InputError(`Cannot read ${file}: ${(error as Error).message}`, { cause: error });
  }
  const whole = parseJson(text, file);
  if (!isObject(whole) || whole.data === undefined) return null;
  const fields = readFields(file);
  const data = fields.object(whole.data, "data");
  const databases = fields.list(data.databases, "data.databases").map((one): OutsideDatabase => {
    const database = fields.object(one, "a database");
    return {
      name: fields.text(database, "name"),
      ids: fields.texts(database, "ids"),
      tasks: fields.text(database, "tasks"),
      file: fields.text(database, "file"),
    };
  });
  const recorded = whole.databases === undefined ? [] : fields.texts(whole, "databases");
  return {
    recording,
    benchmark: fields.text(data, "benchmark"),
    folder: resolve(dirname(file), fields.text(data, "folder")),
    source: fields.text(data, "source"),
    databases,
    recorded: recorded.length > 0 ? recorded : databases.map(({ name }) => name),
  };
}

/**
 * The folder of the data, if it is there.
 *
 * @param data what a recording was made over
 * @returns its folder
 * @throws {InputError} saying what is missing, where to put it and where to get it
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { requireFolder } from "./outside_data.ts";
 * const data = {
 *   recording: "r.sqlite", benchmark: "spider", folder: "/nowhere/spider",
 *   source: "https://yale-lily.github.io/spider", databases: [], recorded: ["voter_1"],
 * };
 * assert.throws(() => requireFolder(data), /database\/voter_1\/ into \/nowhere\/spider .* get it from https/);
 * ```
 */
export function requireFolder(data: OutsideData): string {
  const { recording, benchmark, folder, source, recorded } = data;
  try {
    if (Deno.statSync(folder).isDirectory) return folder;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const names = recorded.map((name) => `database/${name}/`).join(", ");
  throw new InputError(
    `Cannot use ${recording} without its data: put ${benchmark}'s dev.json, tables.json and ` +
      `${names} into ${folder} (or name a folder that holds them by --benchmark); get it from ${source}`,
  );
}

/**
 * Keeps what a recording was made over: of its databases the recorded questions, since memory would
 * hold others too; databases that it does not name stay as they are.
 *
 * @param benchmark what was loaded: all of the data, some of its databases, or more
 * @param data what the recording was made over
 * @returns the benchmark of those tasks, with a note for each database of which questions are left out
 * or whose file has other bytes; other questions or schemas are no note but an error, since every prompt
 * would be a miss
 * @throws {InputError} naming the database whose questions or schema are not those recorded
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadBundled } from "../benchmark/bundled.ts";
 * import { describeDatabases, keepRecorded } from "./outside_data.ts";
 * const benchmark = await loadBundled({ databases: ["bike_share"] });
 * const data = { recording: "r", benchmark: "b", folder: "f", source: "s", recorded: [] };
 * const [first] = benchmark.tasks;
 * const databases = describeDatabases({ ...benchmark, tasks: [first!] });
 * assert.deepEqual(keepRecorded(benchmark, { ...data, databases }).tasks, [first]);
 * const other = { ...data, databases: [{ ...databases[0]!, tasks: "0" }] };
 * assert.throws(() => keepRecorded(benchmark, other), /bike_share/);
 * ```
 */
export function keepRecorded(benchmark: Benchmark, data: OutsideData): Benchmark {
  const recordedOf = new Map(data.databases.map((one) => [one.name, new Set(one.ids)]));
  const tasks = benchmark.tasks.filter(({ id, databaseId }) =>
    recordedOf.get(databaseId)?.has(id) ?? true
  );
  const kept = { ...benchmark, tasks };
  const all = Map.groupBy(benchmark.tasks, ({ databaseId }) => databaseId);
  const here = new Map(describeDatabases(kept).map((one) => [one.name, one]));
  const notes = data.databases.filter(({ name }) => all.has(name)).flatMap((recorded) => {
    const { name, ids } = recorded, found = here.get(name);
    if (found?.tasks !== recorded.tasks) {
      throw new InputError(
        `Cannot use ${data.recording} with this data: of the ${ids.length} recorded questions of ` +
          `${name}, ${found?.ids.length ?? 0} have their ids here, and these or their schema are ` +
          "not the recorded ones",
      );
    }
    const left = all.get(name)!.length - ids.length;
    return [
      ...(left === 0 ? [] : [`${left} questions of ${name} are left out: they are not recorded`]),
      ...(found.file === recorded.file ? [] : [
        `the database file of ${name} is not the one that was recorded: a verdict may differ, and a ` +
        "prompt that shows other rows is a miss",
      ]),
    ];
  });
  return { ...kept, notes: [...benchmark.notes, ...notes] };
}

/**
 * What the databases of a benchmark are, so that another copy can be compared.
 *
 * @param benchmark any
 * @returns one item a database, in the order of its first question
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadBundled } from "../benchmark/bundled.ts";
 * import { describeDatabases } from "./outside_data.ts";
 * const [only] = describeDatabases(await loadBundled({ databases: ["bike_share"] }));
 * assert.deepEqual([only!.name, only!.ids.length], ["bike_share", 40]);
 * ```
 */
export function describeDatabases({ tasks, inputs }: Benchmark): readonly OutsideDatabase[] {
  const files = inputs.filter(({ path }) => path.endsWith(".sqlite"));
  const hashes = new Map(files.map(({ path, sha256 }) => [path.split("/").at(-2), sha256]));
  return [...Map.groupBy(tasks, ({ databaseId }) => databaseId)].map(([name, own]) => ({
    name,
    ids: own.map(({ id }) => id),
    tasks: digestTasks(own),
    file: hashes.get(name) ?? "",
  }));
}
