/**
 * Writes `data/failures/mutations.json`: failing queries made by spoiling the bundled golds in one
 * known way each, kept only where the sandbox shows that they fail. Seeded: two runs give the same
 * bytes. `deno run -A tools/make_failures.ts`; with `--only FAMILY,…` it prints instead of writing.
 *
 * @module
 */
import type { Benchmark } from "../lib/benchmark/benchmark.ts";
import { loadBundled } from "../lib/benchmark/bundled.ts";
import { readGold } from "../lib/benchmark/gold_book.ts";
import { createJudge, type Judge } from "../lib/benchmark/judge.ts";
import type { Observation, Task } from "../lib/domain.ts";
import { failureSplit } from "../lib/experiment/failure_split.ts";
import type { Mutation } from "../lib/experiment/read_failures.ts";
import { createRandom } from "../lib/random.ts";
import { createSqlPool } from "../lib/sql/pool.ts";
import { readSchema } from "../lib/sql/read_schema.ts";
import { aggregationFamilies } from "./failures/aggregation_families.ts";
import { executionFamilies } from "./failures/execution_families.ts";
import type { Family, Subject } from "./failures/family.ts";
import { filterFamilies } from "./failures/filter_families.ts";
import { readGoldQuery } from "./failures/gold_query.ts";
import { resultFamilies } from "./failures/result_families.ts";
import { schemaFamilies } from "./failures/schema_families.ts";
import { syntaxFamilies } from "./failures/syntax_families.ts";

/** All families, those of a type together. */
export const families: readonly Family[] = [
  ...schemaFamilies,
  ...aggregationFamilies,
  ...filterFamilies,
  ...executionFamilies,
  ...syntaxFamilies,
  ...resultFamilies,
];

const seed = "merit-failures/1";
const defaultMost = 30;
/** Far above what any family needs but those that never end, so that no machine decides. */
const timeoutMs = 2_000;
const timed: readonly string[] = ["endless", "cross_join"];

/** Whether a failure shows its family's cause: what cannot run must not run, a form must show. */
function shows({ name, type }: Family, { status }: Observation): boolean {
  if (timed.includes(name) || status === "timeout") {
    return timed.includes(name) && status === "timeout";
  }
  if (status === "correct") return false;
  if (type === "result_mismatch") return status === "mismatch";
  return status === "error" || (type !== "execution" && type !== "syntax");
}

async function spoil(
  family: Family,
  { benchmark, judge }: { readonly benchmark: Benchmark; readonly judge: Judge },
): Promise<Mutation[]> {
  const random = createRandom(seed).fork(family.name);
  const kept: Mutation[] = [];
  for (const task of random.shuffle(benchmark.tasks)) {
    if (kept.length === (family.most ?? defaultMost)) break;
    const sql = readGold(benchmark.golds, task.id);
    const schema = readSchema(benchmark.databasePath(task.databaseId));
    const subject: Subject = { gold: readGoldQuery(sql), task, schema };
    const candidates = random.fork(task.id).shuffle([...new Set(family.mutate(subject))]);
    const found = await firstFailing(family, task, candidates, judge);
    if (found !== null) kept.push(found);
  }
  return kept.toSorted((a, b) => Number(a.task) - Number(b.task));
}

async function firstFailing(
  family: Family,
  task: Task,
  candidates: readonly string[],
  judge: Judge,
): Promise<Mutation | null> {
  for (const sql of candidates) {
    const observation = await judge.observe(task, sql);
    if (observation === null || !shows(family, observation)) continue;
    const { status, outcome, message, shape } = observation;
    const { name, type } = family;
    const split = failureSplit(task.id);
    return { task: task.id, family: name, type, split, sql, status, outcome, message, shape };
  }
  return null;
}

/**
 * Makes the mutations of some families, all by default.
 *
 * @param wanted names of families
 * @returns failures, family by family, each family's in the order of the questions
 */
export async function makeMutations(wanted?: readonly string[]): Promise<readonly Mutation[]> {
  const benchmark = await loadBundled();
  await using pool = createSqlPool({ limits: { timeoutMs } });
  const judge = await createJudge({ benchmark, pool, limits: { timeoutMs } });
  const mutations: Mutation[] = [];
  for (const family of families) {
    if (wanted !== undefined && !wanted.includes(family.name)) continue;
    mutations.push(...await spoil(family, { benchmark, judge }));
  }
  return mutations;
}

/** One failure a line, so that a change of the data can be read. */
export function writeFailures(failures: readonly unknown[]): string {
  return `[\n${failures.map((failure) => JSON.stringify(failure)).join(",\n")}\n]\n`;
}

if (import.meta.main) {
  const only = Deno.args[0] === "--only" ? Deno.args[1]?.split(",") : undefined;
  const text = writeFailures(await makeMutations(only));
  const path = new URL("../data/failures/mutations.json", import.meta.url);
  if (only === undefined) await Deno.writeTextFile(path, text);
  else console.log(text);
}
