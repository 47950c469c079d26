/**
 * Makes a benchmark of questions, golds and databases, wherever they came from.
 *
 * @module
 */
import { dirname, join, relative } from "node:path";
import type { Task } from "../domain.ts";
import { InputError } from "../errors.ts";
import { sha256 } from "../sha256.ts";
import { readSchema } from "../sql/read_schema.ts";
import { renderSchema } from "../sql/render_schema.ts";
import type { Benchmark, BenchmarkFormat } from "./benchmark.ts";
import { findDatabases } from "./find_files.ts";
import { createGoldBook } from "./gold_book.ts";
import type { InputReader } from "./input_files.ts";
import type { Question } from "./parse_questions.ts";
import {
  type ColumnDescription,
  matchDescriptions,
  parseDescriptions,
} from "./read_descriptions.ts";
import { parseTables } from "./tables_file.ts";
import { nameTwinGroups } from "./twin_groups.ts";

/** What is known once questions and golds are read, whatever files they came from. */
export interface QuestionSet {
  /** Name of the benchmark. */
  readonly name: string;
  /** The layout the questions were read in. */
  readonly format: BenchmarkFormat;
  /** Reader of the benchmark's folder. */
  readonly reader: InputReader;
  /** All questions, before any filter; each stands at its `index`. */
  readonly questions: readonly Question[];
  /** Gold SQL, one a question. */
  readonly golds: readonly string[];
  /** Tables file; null where there is none. */
  readonly tablesFile: string | null;
  /** Folders that may hold the databases, in the order of looking. */
  readonly databaseFolders: readonly string[];
  /** What a reader of results should know of the files. */
  readonly notes: readonly string[];
}

/** Which questions to keep, and what their schemas show. */
export interface Selection {
  /** Databases to keep; all by default. */
  readonly databases?: readonly string[];
  /** How many questions to keep, the first ones of the file; all by default. */
  readonly limit?: number;
  /** Whether schemas carry BIRD's column descriptions as comments; false by default. */
  readonly withDescriptions?: boolean;
}

function selectQuestions(
  questions: readonly Question[],
  { databases, limit = Infinity }: Selection,
): readonly Question[] {
  if (limit !== Infinity && !(Number.isSafeInteger(limit) && limit > 0)) {
    throw new InputError(`Cannot load ${limit} questions: need a positive integer`);
  }
  const known = new Set(questions.map(({ databaseId }) => databaseId));
  const unknown = databases?.filter((name) => !known.has(name)) ?? [];
  if (unknown.length > 0 || databases?.length === 0) {
    throw new InputError(
      `Cannot keep the databases [${databases!.join(", ")}]: need some of ${[...known].join(", ")}`,
    );
  }
  const kept = databases === undefined
    ? questions
    : questions.filter(({ databaseId }) => databases.includes(databaseId));
  return kept.slice(0, limit);
}

/** What the description folder beside a database file says; empty where there is none. */
async function readDescriptions(
  reader: InputReader,
  databaseFile: string,
): Promise<readonly ColumnDescription[]> {
  const folder = join(dirname(databaseFile), "database_description");
  const descriptions: ColumnDescription[] = [];
  for (const name of await reader.list(folder)) {
    if (!name.toLowerCase().endsWith(".csv")) continue;
    const file = join(folder, name);
    const table = name.slice(0, -".csv".length);
    descriptions.push(
      ...parseDescriptions({ text: await reader.readLooseText(file), file, table }),
    );
  }
  return descriptions;
}

/** Says which databases links lead to: what lies outside the folder may be somebody's own. */
async function noteLinks(
  reader: InputReader,
  paths: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const folder = await Deno.realPath(reader.locate("."));
  const notes: string[] = [];
  for (const [databaseId, path] of paths) {
    const target = await Deno.realPath(reader.locate(path));
    if (!relative(folder, target).startsWith("..")) continue;
    notes.push(`The database ${databaseId} is a link out of the folder, to ${target}`);
  }
  return notes;
}

async function renderSchemas(
  paths: ReadonlyMap<string, string>,
  { reader, withDescriptions }: {
    readonly reader: InputReader;
    readonly withDescriptions: boolean;
  },
): Promise<ReadonlyMap<string, string>> {
  const schemas = new Map<string, string>();
  let described = false;
  for (const [databaseId, path] of paths) {
    const schema = readSchema(reader.locate(path));
    const found = withDescriptions ? await readDescriptions(reader, path) : [];
    described ||= found.length > 0;
    schemas.set(
      databaseId,
      renderSchema(schema, { descriptions: matchDescriptions(found, schema) }),
    );
  }
  if (withDescriptions && !described) {
    throw new InputError(
      "Cannot add column descriptions: no database has a folder database_description with texts",
    );
  }
  return schemas;
}

/**
 * Makes a benchmark of a question set: finds and hashes the databases, renders their schemas,
 * closes the golds.
 *
 * @param set questions, golds and where the databases are
 * @param options which questions to keep and whether to describe columns
 * @returns the benchmark; twin groups are named over all questions, so that filters rename none
 * @throws {InputError} as {@link loadBenchmark} does
 *
 * @example
 * ```ts
 * import { loadBundled } from "./bundled.ts";
 * // The bundled benchmark is such a set.
 * const benchmark = await loadBundled({ databases: ["bike_share"] });
 * if (!benchmark.tasks[0]!.schema.includes("station")) throw new Error("Expected a schema");
 * ```
 */
export async function assembleBenchmark(
  set: QuestionSet,
  options: Selection,
): Promise<Benchmark> {
  const { reader, questions, golds } = set;
  const twinGroups = nameTwinGroups(questions, golds);
  const kept = selectQuestions(questions, options);
  const paths = await findDatabases(reader, kept, set.databaseFolders);
  for (const path of paths.values()) await reader.hash(path);
  const withDescriptions = options.withDescriptions ?? false;
  const schemas = await renderSchemas(paths, { reader, withDescriptions });
  const tables = set.tablesFile === null
    ? []
    : parseTables({ text: await reader.readText(set.tablesFile), file: set.tablesFile });
  const digests = new Map([...schemas].map(([id, text]) => [id, sha256(text)]));
  const tasks = kept.map((question): Task => ({
    id: question.id,
    index: question.index,
    databaseId: question.databaseId,
    question: question.question,
    evidence: question.evidence,
    difficulty: question.difficulty,
    twinGroup: twinGroups[question.index]!,
    schema: schemas.get(question.databaseId)!,
    schemaDigest: digests.get(question.databaseId)!,
  }));
  return {
    name: set.name,
    format: set.format,
    defaultMode: set.format === "bird" ? "bird-ex" : "spider-ts",
    tasks,
    questionCount: questions.length,
    golds: createGoldBook(new Map(tasks.map(({ id, index }) => [id, golds[index]!]))),
    tables: tables.filter(({ databaseId }) => paths.has(databaseId)),
    databasePath(databaseId) {
      const path = paths.get(databaseId);
      if (path === undefined) {
        throw new RangeError(`Cannot find a database: "${databaseId}" is not in the benchmark`);
      }
      return reader.locate(path);
    },
    inputs: reader.inputs(),
    notes: [...set.notes, ...await noteLinks(reader, paths)],
  };
}
