/**
 * Loads benchmarks in the standard layouts of Spider and BIRD.
 *
 * @module
 */
import { basename, resolve } from "node:path";
import { assembleBenchmark, type Selection } from "./assemble_benchmark.ts";
import type { Benchmark, BenchmarkFormat } from "./benchmark.ts";
import { chooseGolds } from "./choose_golds.ts";
import { databaseFolders, findQuestionsFile, findTablesFile } from "./find_files.ts";
import { createInputReader } from "./input_files.ts";
import { parseQuestions } from "./parse_questions.ts";

/** What to load, and from where. */
export interface LoadOptions extends Selection {
  /** Folder of the benchmark. */
  readonly directory: string;
  /** Layout; detected from the questions file by default. */
  readonly format?: BenchmarkFormat;
  /** Questions file in the folder; `dev.json` or `mini_dev_sqlite.json` by default. */
  readonly questions?: string;
  /** Gold file `SQL<TAB>db_id` that replaces the golds, relative to the working directory. */
  readonly golds?: string;
}

/**
 * Loads a benchmark in Spider's or BIRD's standard layout.
 *
 * Spider: `dev.json` (or another questions file by name), `tables.json`, `dev_gold.sql`,
 * `database/<db>/<db>.sqlite`. BIRD: `dev.json` or `mini_dev_sqlite.json`, `dev_tables.json`,
 * `dev_gold.sql` or `dev.sql`, `dev_databases/<db>/<db>.sqlite` (or `databases/`),
 * `database_description/<table>.csv`. Golds are the questions file's own; the gold file serves where
 * they are missing, and a difference between the two becomes a note. Gold and tables file may be
 * absent.
 *
 * @param options what to load
 * @returns tasks without gold, in file order; closed golds; hashes of all files that were read
 * @throws {InputError} naming the file, the place and what is missing: for absent and malformed
 * files, ids given twice, unsafe database names, databases without a file, an unknown filter
 * @see {@link https://yale-lily.github.io/spider} and {@link https://bird-bench.github.io}
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "../sqlite.ts";
 * import { loadBenchmark } from "./load_benchmark.ts";
 * const directory = await Deno.makeTempDir();
 * await Deno.mkdir(`${directory}/database/pets`, { recursive: true });
 * const db = new DatabaseSync(`${directory}/database/pets/pets.sqlite`);
 * db.exec("CREATE TABLE pet (name TEXT)");
 * db.close();
 * await Deno.writeTextFile(
 *   `${directory}/dev.json`,
 *   '[{"db_id": "pets", "question": "How many?", "query": "SELECT count(*) FROM pet"}]',
 * );
 * const { format, tasks, inputs } = await loadBenchmark({ directory });
 * if (format !== "spider" || tasks.length !== 1) throw new Error("Expected one Spider task");
 * if (inputs.length !== 2) throw new Error("Expected the questions and the database to be hashed");
 * await Deno.remove(directory, { recursive: true });
 * ```
 */
export async function loadBenchmark(options: LoadOptions): Promise<Benchmark> {
  const directory = resolve(options.directory);
  const reader = createInputReader(directory);
  const questionsFile = options.questions ?? await findQuestionsFile(reader, directory);
  const { format, questions } = parseQuestions({
    text: await reader.readText(questionsFile),
    file: questionsFile,
    ...(options.format === undefined ? {} : { format: options.format }),
  });
  const { golds, notes } = await chooseGolds({
    reader,
    questionsFile,
    questions,
    replacement: options.golds,
  });
  return assembleBenchmark({
    name: basename(directory),
    format,
    reader,
    questions,
    golds,
    tablesFile: await findTablesFile(reader, questionsFile),
    databaseFolders: databaseFolders(questionsFile),
    notes,
  }, options);
}
