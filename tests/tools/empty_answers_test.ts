/** Questions whose right answer has no rows are counted apart. */
import assert from "node:assert/strict";
import { makeArm, makeTasks } from "../analysis/make_arm.ts";
import { writeEmptyAnswers } from "../../tools/empty_answers.ts";
import { makeContrast } from "./make_contrast.ts";
import type { StoredRun } from "../../lib/runs/run_reader.ts";
import type { ExperimentReport } from "../../lib/commands/describe_experiment.ts";

const tasks = makeTasks(10);

/** A run that solves the first questions, the very first by a query without rows. */
function runOf(method: string, count: number, rows: number): StoredRun {
  const endings = [tasks.map((_, at) => at < count ? 1 : null)];
  const run = makeArm({ label: method, tasks, endings }).runs[0]!;
  const episodes = run.episodes.map((episode) => ({
    ...episode,
    steps: episode.steps.map((step, at) => {
      const isFirst = episode.task.id === "q0" && at === episode.steps.length - 1;
      const shape = { rows: isFirst ? rows : 3, columns: 1 };
      const observation = { ...step.attempt.observation, shape };
      return { ...step, attempt: { ...step.attempt, observation } };
    }),
  }));
  return { ...run, manifest: { ...run.manifest, method: method as "merit" }, episodes };
}

const arms = ["merit", "stateless"].map((label) => ({
  label,
})) as unknown as ExperimentReport["arms"];
const contrast = { ...makeContrast("merit − stateless", 0), variant: "merit", base: "stateless" };

Deno.test("empty answers: nothing is said where every right answer has rows", () => {
  const runs = [runOf("merit", 4, 1), runOf("stateless", 2, 1)];
  assert.deepEqual(writeEmptyAnswers({ arms, contrasts: [contrast] }, runs), []);
});

Deno.test("empty answers: shares of both parts, and who won on the others", () => {
  const runs = [runOf("merit", 4, 0), runOf("stateless", 2, 1)];
  const text = writeEmptyAnswers({ arms, contrasts: [contrast] }, runs).join("\n");
  assert.match(text, /^\| merit +\| +100\.0 % \| +33\.3 % \|$/m);
  assert.match(text, /^\| stateless \| +100\.0 % \| +11\.1 % \|$/m);
  assert.match(text, /^\| merit − stateless +\| \+22\.2 points \| +2 \| +0 \|$/m);
});
