import { createHash } from "node:crypto";
/** A small world for whole runs: eight questions, an oracle, and a model that its prompts move. */
import type { MemoryEntry, Observation, Task } from "../../lib/domain.ts";
import { type CellSetting, runCell } from "../../lib/experiment/run_cell.ts";
import type { LanguageModel } from "../../lib/llm/language_model.ts";
import { createScriptedModel } from "../../lib/llm/scripted_model.ts";
import { defaultConfiguration, type LoopConfiguration } from "../../lib/loop/configuration.ts";
import { methods } from "../../lib/loop/methods.ts";
import { deriveSeed } from "../../lib/random.ts";
import { exampleManifest } from "../../lib/runs/examples.ts";
import type { RunManifest } from "../../lib/runs/manifest.ts";
import { readRun, type StoredRun } from "../../lib/runs/run_reader.ts";
import { digestEntries } from "../../lib/runs/digest_entries.ts";
import { digestStream } from "../../lib/runs/digest_stream.ts";
import { createHashingEmbedder } from "../../lib/scorer/hashing_embedder.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { observations } from "../loop/scripted_loop.ts";

const questions = [
  "How many singers are older than 30?",
  "What is the number of singers above the age of 30?",
  "Name the oldest singer.",
  "Which singers have no age?",
  "List the names of all singers by age.",
  "How many animals are there?",
  "Name the heaviest animal.",
  "How many names do the singers share?",
];

function withDigest(schema: string): Pick<Task, "schema" | "schemaDigest"> {
  return { schema, schemaDigest: createHash("sha256").update(schema).digest("hex") };
}

/** Six questions about singers, the first two of them twins, and two about animals. */
export const stream: readonly Task[] = questions.map((question, index): Task => {
  const databaseId = question.includes("animal") ? "zoo" : "music";
  return {
    id: `q${index}`,
    index,
    databaseId,
    question,
    evidence: index === 3 ? "an unknown age is NULL" : "",
    difficulty: "simple",
    twinGroup: `t${Math.max(1, index)}`,
    ...withDigest(`CREATE TABLE ${databaseId} (id INTEGER, name TEXT, age INTEGER);`),
  };
});

const verdicts: readonly Observation[] = [
  observations.correct,
  observations.mismatch,
  observations.error,
  { ...observations.error, message: 'near "FORM": syntax error' },
  { ...observations.error, message: "no such function: YEAR" },
  observations.timeout,
];

/** The oracle: a query's last number is its verdict. */
export function observe(_task: Task, sql: string): Promise<Observation> {
  return Promise.resolve(verdicts[Number(/(\d)$/.exec(sql)![1])]!);
}

const reflections = [
  "The column was misspelt; the schema calls it name.",
  "The filter compared text with a number, so no row was left.",
  "```sql\nSELECT only, a, query FROM singer\n```",
];

/** A model whose every answer is a function of the whole prompt and the seed. */
export function worldModel(delayMs = 0): LanguageModel {
  const scripted = createScriptedModel({
    answer({ messages, sampling, context }) {
      const draw = deriveSeed(JSON.stringify(messages), sampling.seed);
      if (context!.endsWith("(reflection)")) return reflections[draw % reflections.length]!;
      const column = ["name", "nme", "age", "count(*)"][draw % 4];
      const asksWhy = messages.at(-1)!.content.includes("Say in one sentence why");
      const words = asksWhy ? `${reflections[(draw >> 2) % reflections.length]}\n` : "";
      return `${words}\`\`\`sql\nSELECT ${column} FROM t WHERE v = ${
        (draw >> 3) % verdicts.length
      }\n\`\`\``;
    },
  });
  if (delayMs === 0) return scripted;
  return {
    identity: scripted.identity,
    async complete(request, signal) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      return await scripted.complete(request, signal);
    },
  };
}

/** What may differ between two cells of this world. */
export interface WorldOptions {
  readonly method?: string;
  readonly configuration?: Partial<LoopConfiguration>;
  readonly initialMemory?: readonly MemoryEntry[];
}

/** A seed that puts the questions in the order in which they stand above. */
export const order = 47_007;

/** The manifest of a run in this world. */
export function worldManifest(options: WorldOptions = {}): RunManifest {
  const { initialMemory = [] } = options;
  return {
    ...exampleManifest,
    method: options.method ?? "merit",
    configuration: { ...defaultConfiguration, budget: 3, ...options.configuration },
    order,
    stream: { digest: digestStream(stream), length: stream.length },
    memoryFrom: initialMemory.length === 0
      ? null
      : { digest: digestEntries(initialMemory), entries: initialMemory.length },
  };
}

/** A cell of this world that writes to a path. */
export function worldCell(path: string, options: WorldOptions = {}): CellSetting {
  return {
    path,
    manifest: worldManifest(options),
    stream,
    initialMemory: options.initialMemory ?? [],
    resume: false,
    request: null,
    model: worldModel(),
    embedder: createHashingEmbedder(),
    observe,
  };
}

/** One cell for each method, into files of a folder named by the methods. */
export function worldCells(folder: string, changes: Partial<CellSetting> = {}): CellSetting[] {
  return methods.map(({ name }) => ({
    ...worldCell(`${folder}/${name}.run.sqlite`, { method: name }),
    ...changes,
  }));
}

let root: string | undefined;

/** A new folder that goes when the tests of its module are over. */
export async function newFolder(): Promise<string> {
  if (root === undefined) {
    const made = root = Deno.makeTempDirSync();
    addEventListener("unload", () => Deno.removeSync(made, { recursive: true }));
  }
  return await Deno.makeTempDir({ dir: root });
}

/** A path for a run file in a folder of its own. */
export async function newPath(name = "a"): Promise<string> {
  return `${await newFolder()}/${name}.run.sqlite`;
}

/** Runs a cell of this world and reads it back. */
export async function runWorld(options: WorldOptions = {}): Promise<StoredRun> {
  const path = await newPath();
  await runCell(worldCell(path, options));
  return readRun(path);
}

/** Columns whose values differ from run to run. */
const times = ["duration_ms"];

/** Every row of every table of a database, times left out. */
export function dumpDatabase(path: string): Readonly<Record<string, unknown[]>> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return Object.fromEntries(tables.map(({ name }) => {
      const rows = database.prepare(`SELECT * FROM ${name} ORDER BY rowid`).all();
      for (const row of rows) for (const column of times) delete row[column];
      return [name, rows];
    }));
  } finally {
    database.close();
  }
}
