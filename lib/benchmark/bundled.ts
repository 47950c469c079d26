/**
 * The bundled benchmark: four databases, made by generators, in Spider's layout.
 *
 * @module
 */
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as animalClinic from "../../data/bundled/generators/animal_clinic.ts";
import * as bikeShare from "../../data/bundled/generators/bike_share.ts";
import * as filmFestival from "../../data/bundled/generators/film_festival.ts";
import * as harborFreight from "../../data/bundled/generators/harbor_freight.ts";
import { InputError } from "../errors.ts";
import { createRandom } from "../random.ts";
import { assembleBenchmark } from "./assemble_benchmark.ts";
import type { Benchmark } from "./benchmark.ts";
import { buildDatabase, type DatabaseGenerator, digestDatabase } from "./build_database.ts";
import { createInputReader } from "./input_files.ts";
import { isObject, parseJson } from "./json_file.ts";
import { parseQuestions, type Question } from "./parse_questions.ts";

/** Generators of the bundled databases, by name. */
export const bundledGenerators: Readonly<Record<string, DatabaseGenerator>> = {
  animal_clinic: animalClinic,
  bike_share: bikeShare,
  film_festival: filmFestival,
  harbor_freight: harborFreight,
};

/** Builds one bundled database at a path. */
export function buildBundledDatabase(name: string, path: string): Promise<void> {
  const generator = bundledGenerators[name];
  if (generator === undefined) {
    throw new InputError(
      `Cannot build the database "${name}": need one of ${Object.keys(bundledGenerators)}`,
    );
  }
  return buildDatabase({ path, generator, random: createRandom(`merit-bundled/${name}`) });
}

/** Where a database lies below a cache folder. */
const locateDatabase = (cache: string, name: string) =>
  join(cache, "database", name, `${name}.sqlite`);

function holdsContent(path: string, digest: string): boolean {
  try {
    return digestDatabase(path) === digest;
  } catch {
    return false;
  }
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await Deno.mkdir(folder, { recursive: true });
    await Deno.remove(await Deno.makeTempFile({ dir: folder }));
    return true;
  } catch {
    return false;
  }
}

/** Builds what a cache lacks; false where something is to be built and the cache takes no files. */
async function fillCache(cache: string, digests: ReadonlyMap<string, string>): Promise<boolean> {
  const wanting = [...digests].filter(([name, digest]) =>
    !holdsContent(locateDatabase(cache, name), digest)
  );
  if (wanting.length > 0 && !await isWritable(join(cache, "database"))) return false;
  for (const [name, digest] of wanting) {
    const path = locateDatabase(cache, name);
    await buildBundledDatabase(name, path);
    const built = digestDatabase(path);
    if (built !== digest) {
      throw new InputError(
        `Cannot build the database "${name}": its content has the digest ${built}, need ` +
          `${digest}; after a change of its generator run tools/make_bundled.ts`,
      );
    }
  }
  return true;
}

async function chooseCache(
  caches: readonly string[],
  digests: ReadonlyMap<string, string>,
): Promise<string> {
  for (const cache of caches) {
    if (await fillCache(cache, digests)) return cache;
  }
  throw new InputError(
    `Cannot build the bundled databases: no file can be written below ${caches.join(" or ")}`,
  );
}

function parseDigests(text: string, names: readonly string[]): ReadonlyMap<string, string> {
  const digests = parseJson(text, "digests.json");
  return new Map(names.map((name) => {
    const digest = isObject(digests) ? digests[name] : undefined;
    if (typeof digest !== "string") {
      throw new InputError(`Cannot read digests.json: it has no digest of "${name}"`);
    }
    return [name, digest];
  }));
}

/** What to load of the bundled benchmark. */
export interface BundledOptions {
  /** Whether the paraphrases of `twins.json` follow the questions; false by default. */
  readonly twins?: boolean;
  /** Databases to keep; all by default. */
  readonly databases?: readonly string[];
  /**
   * Folder whose `database/` holds the built files. By default `data/bundled/`, or a folder for
   * temporary files where that cannot be written.
   */
  readonly cache?: string;
}

/**
 * Loads the bundled benchmark and builds its databases on first use: each appears whole or not at
 * all, several processes may build at once, and what a database holds is checked against
 * `digests.json`. Among the inputs that file stands for the databases, whose bytes depend on the
 * version of SQLite that wrote them.
 *
 * @param options what to load
 * @returns the benchmark, compared by `denotation` by default; a twin's position counts on from the
 * last question's
 * @throws {InputError} for an unknown database, a cache that cannot be written, and a generator that
 * no longer gives the content of `digests.json`
 *
 * @example
 * ```ts
 * import { loadBundled } from "./bundled.ts";
 * const { tasks, defaultMode } = await loadBundled({ databases: ["bike_share"] });
 * if (tasks.some(({ databaseId }) => databaseId !== "bike_share")) throw new Error("Expected one");
 * if (defaultMode !== "denotation") throw new Error("Expected the kit's own comparison");
 * ```
 */
export async function loadBundled(
  { twins = false, databases, cache }: BundledOptions = {},
): Promise<Benchmark> {
  const directory = fileURLToPath(new URL("../../data/bundled/", import.meta.url));
  const reader = createInputReader(directory);
  const questions: Question[] = [];
  for (const file of twins ? ["dev.json", "twins.json"] : ["dev.json"]) {
    const parsed = parseQuestions({ text: await reader.readText(file), file, format: "spider" });
    const start = questions.length;
    for (const question of parsed.questions) {
      const index = start + question.index;
      questions.push({ ...question, index, id: String(index) });
    }
  }
  const names = [...new Set(questions.map(({ databaseId }) => databaseId))]
    .filter((name) => databases?.includes(name) ?? true);
  const digests = parseDigests(await reader.readText("digests.json"), names);
  const caches = cache === undefined
    ? [directory, join(tmpdir(), "merit-kit-bundled")]
    : [resolve(cache)];
  const benchmark = await assembleBenchmark({
    name: "bundled",
    format: "spider",
    reader,
    questions,
    golds: questions.map(({ gold }) => gold ?? ""),
    tablesFile: "tables.json",
    databaseFolders: [join(await chooseCache(caches, digests), "database")],
    notes: [],
  }, databases === undefined ? {} : { databases });
  return {
    ...benchmark,
    defaultMode: "denotation",
    inputs: benchmark.inputs.filter(({ path }) => !path.endsWith(".sqlite")),
  };
}
