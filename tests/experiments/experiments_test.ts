/** Every declared contrast varies one factor, and that factor changes what a run does. */
import assert from "node:assert/strict";
import { experiments } from "../../experiments/all.ts";
import type { Task } from "../../lib/domain.ts";
import { loadBundled } from "../../lib/benchmark/bundled.ts";
import { readGold } from "../../lib/benchmark/gold_book.ts";
import type { ExperimentDeclaration } from "../../lib/experiment/define_experiment.ts";
import { variantsOf } from "../../lib/experiment/define_experiment.ts";
import { prepareCells, type PreparedCells } from "../../lib/experiment/prepare_cells.ts";
import { readFailures } from "../../lib/experiment/read_failures.ts";
import { runCells } from "../../lib/experiment/run_cells.ts";
import { defaultRequest } from "../../lib/experiment/run_request.ts";
import type { LanguageModel } from "../../lib/llm/language_model.ts";
import { createScriptedModel } from "../../lib/llm/scripted_model.ts";
import { defaultConfiguration } from "../../lib/loop/configuration.ts";
import { createRandom, deriveSeed } from "../../lib/random.ts";
import { auditRun } from "../../lib/runs/audit_run.ts";
import { readRun, type StoredRun } from "../../lib/runs/run_reader.ts";

const wrong = [
  "SELECT nme FROM nowhere",
  "SELECT",
  "SELECT 1 WHERE",
  "SELECT SUM(COUNT(*))",
  "SELECT 1",
  "SELECT 'nothing' WHERE 1 = 0",
];

const folder = new URL("../../data/failures/", import.meta.url).pathname;

/** Wrong queries whose causes are known, by question. */
async function labelledQueries(tasks: readonly Task[]) {
  const sets = await readFailures({ folder, tasks: (await loadBundled()).tasks });
  const ids = new Set(tasks.map(({ id }) => id));
  const labels = sets.flatMap(({ cases }) => cases.map(({ label }) => label))
    .filter(({ task, status }) => ids.has(task) && status === "mismatch");
  return Map.groupBy(labels, ({ task }) => task);
}

/**
 * Answers with the gold in three of ten, else with one of several wrong queries, among them some whose
 * causes are known; by seed alone.
 */
async function goldSometimes({ benchmark }: PreparedCells): Promise<LanguageModel> {
  const labelled = await labelledQueries(benchmark.tasks);
  return createScriptedModel({
    answer({ messages, sampling }) {
      const asked = messages.at(-1)!.content;
      // Precedents quote questions too; the prompt's own stands last.
      const place = ({ question }: Task) => asked.lastIndexOf(question);
      const task = benchmark.tasks.reduce((best, next) => place(next) > place(best) ? next : best);
      const draw = createRandom(deriveSeed(sampling.seed, task.id));
      if (draw.next() < 0.3) return readGold(benchmark.golds, task.id);
      const known = labelled.get(task.id) ?? [];
      if (known.length > 0 && draw.next() < 0.5) return draw.pick(known).sql;
      return `${wrong[Math.floor(draw.next() * wrong.length)]} -- ${task.id} ${sampling.seed % 9}`;
    },
  });
}

async function runArms(experiment: ExperimentDeclaration, out: string) {
  const variants = variantsOf(experiment, { ...defaultConfiguration, budget: 2 });
  await using prepared = await prepareCells({
    ...defaultRequest,
    variants,
    twins: experiment.twins ?? false,
    databases: ["bike_share", "harbor_freight"],
    model: "scripted:select-one",
    embedder: "hashing",
    recording: ":memory:",
    out,
  }, { resume: false });
  const model = await goldSometimes(prepared);
  const cells = prepared.cells.map((cell) => ({ ...cell, model }));
  await runCells({ cells, model }, { parallel: 1, prefetch: false });
  return new Map(cells.map(({ path }, at) => [variants[at]!.name, readRun(path)]));
}

/** Prompts, words and outcomes of a run, without anything that names its configuration. */
const behaviour = ({ episodes }: StoredRun) =>
  episodes.map(({ steps }) =>
    steps.map(({ calls }) => calls.map(({ promptDigest, text }) => [promptDigest, text]))
  );

for (const experiment of experiments) {
  Deno.test(`${experiment.name}: each contrast changes what a run does`, async () => {
    const out = await Deno.makeTempDir();
    const runs = await runArms(experiment, out);
    for (const { variant, against } of experiment.contrasts) {
      assert.notDeepEqual(behaviour(runs.get(variant)!), behaviour(runs.get(against)!), variant);
    }
    for (const [name, run] of runs) {
      assert.deepEqual((await auditRun(run)).violations, [], name);
    }
    await Deno.remove(out, { recursive: true });
  });
}

Deno.test("experiments: a file each, named after it, without side effects on import", async () => {
  for (const { name } of experiments) {
    const exported = await import(`../../experiments/${name}.ts`);
    const names = Object.values(exported as Record<string, { name: string }>).map((one) =>
      one.name
    );
    assert.deepEqual(names, [name]);
  }
});
