import assert from "node:assert/strict";
import { describeExperiment, type ExperimentRun } from "../../lib/commands/describe_experiment.ts";
import type { ExperimentDeclaration } from "../../lib/experiment/define_experiment.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import type { Bundle } from "../../lib/notebook/bundle.ts";
import { armsTable, contrastParts, experimentParts } from "../../lib/notebook/experiment_parts.ts";
import type { Showable } from "../../lib/notebook/show.ts";
import { type Ending, makeArm, makeTasks } from "../analysis/make_arm.ts";

const tasks = makeTasks(20);

const experiment: ExperimentDeclaration = {
  name: "example",
  question: "What?",
  arms: [
    { name: "stateless", method: "stateless" },
    { name: "merit" },
    { name: "blocked", set: { "memory.twins": "block", budget: 7 } },
  ],
  factors: ["method"],
  orders: [1],
  contrasts: [
    { variant: "merit", against: "stateless" },
    { variant: "blocked", against: "stateless" },
    { variant: "blocked", against: "merit" },
  ],
};

/** A run that solves some of the first questions and stops after some. */
function runOf(arm: string, { solved, done = tasks.length, miss = "" }: {
  readonly solved: number;
  readonly done?: number;
  readonly miss?: string;
}): ExperimentRun {
  const endings = [tasks.map((_, at): Ending => at < solved ? 1 : null)];
  const promptOf = ({ id }: { readonly id: string }, at: number) => `${arm} ${id} ${at}`;
  const { runs: [run] } = makeArm({ label: arm, tasks, endings, promptOf });
  return { arm, run: { ...run!, episodes: run!.episodes.slice(0, done) }, miss };
}

const stateless = runOf("stateless", { solved: 10 }), merit = runOf("merit", { solved: 12 });
const whole = await describeExperiment(experiment, [
  stateless,
  merit,
  runOf("blocked", { solved: 11 }),
]);
const stopped = runOf("blocked", {
  solved: 11,
  done: 4,
  miss: "Cannot replay task q4: no such call",
});
const partial = await describeExperiment(experiment, [stateless, merit, stopped]);

const textOf = (part: Showable | undefined) => String((part as Bundle).data["text/plain"]);
const namesIn = (part: Showable | undefined) =>
  (part as Figure).spec.layer.find(({ name }) => name === "dot")!.data.values
    .map(({ label }) => label);

Deno.test("armsTable: names what each arm changes, and how far an unfinished one came", () => {
  const lines = textOf(armsTable(partial)).split("\n");
  assert.match(
    lines[0]!,
    /^Accuracy in percent, oracle feedback: 20 questions of music, order 1, /,
  );
  assert.match(lines[3]!, /^stateless +stateless +all +0\.0 +50\.0 +\[/);
  assert.match(lines[4]!, /^merit +merit +all +0\.0 +60\.0 +\[/);
  assert.match(lines[5]!, /^blocked +merit memory\.twins=block budget=7 +4 of 20 +–/);
});

Deno.test("armsTable: arms named after their methods need no column for that", async () => {
  const { arms, contrasts, ...others } = experiment;
  const two = { ...others, arms: arms.slice(0, 2), contrasts: contrasts.slice(0, 1) };
  const header =
    textOf(armsTable(await describeExperiment(two, [stateless, merit]))).split("\n")[1];
  assert.match(header!, /^arm +finished +attempt 0/);
});

Deno.test("armsTable: a finished arm has no dash", () => {
  assert.doesNotMatch(textOf(armsTable(whole)), /–/);
});

Deno.test("contrastParts: contrasts with several arms have whole names", () => {
  const [figure, words, ...others] = contrastParts(whole);
  assert.deepEqual(namesIn(figure), [
    "merit − stateless",
    "blocked − stateless",
    "blocked − merit",
  ]);
  assert.match(textOf(words), /^- \*\*merit − stateless: \+10\.0 points .* separated/);
  assert.match(textOf(words), /\n {2}- sign-flip p = .* in a family of 3; .* bite 100 %/);
  assert.doesNotMatch(textOf(words), /Stopped|Not estimated/);
  assert.deepEqual(others, []);
});

Deno.test("contrastParts: one base is named at the axis; what is missing is named below", () => {
  const [figure, words] = contrastParts(partial);
  assert.deepEqual(namesIn(figure), ["merit"]);
  assert.match(JSON.stringify((figure as Figure).spec), /difference to stateless \(points\)/);
  const lines = textOf(words).split("\n");
  assert.deepEqual(lines.slice(-2), [
    "- Stopped where the recording ends: blocked (order 1) at question 5 of 20.",
    "- Not estimated: blocked − stateless; blocked − merit.",
  ]);
});

Deno.test("contrastParts: a run stopped by hand is not said to lack a recording", async () => {
  const report = await describeExperiment(experiment, [
    stateless,
    merit,
    { ...stopped, miss: "" },
  ]);
  assert.match(
    textOf(contrastParts(report)[1]),
    /\n- Stopped: blocked \(order 1\) at question 5 of 20\.\n/,
  );
});

Deno.test("contrastParts: without any finished arm there are words and no figure", async () => {
  const runs = ["stateless", "merit", "blocked"].map((arm) => runOf(arm, { solved: 1, done: 0 }));
  const [words, ...others] = contrastParts(await describeExperiment(experiment, runs));
  assert.match(textOf(words), /^- Stopped: stateless .*\n- Not estimated: /);
  assert.deepEqual(others, []);
});

Deno.test("experimentParts: the tables that the declaration wants come last", async () => {
  const withViews = { ...experiment, views: ["attempts"] as const };
  const parts = experimentParts(await describeExperiment(withViews, [stateless, merit, stopped]));
  assert.equal(parts.length, 4);
  assert.match(textOf(parts[3]), /### Accuracy by attempt within K/);
  assert.equal(experimentParts(partial).length, 3);
});
