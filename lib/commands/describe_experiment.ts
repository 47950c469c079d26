/**
 * What an experiment came to, as data and as text.
 *
 * @module
 */
import { type AccuracyRow, accuracyRows } from "../analysis/accuracy_rows.ts";
import type { ContrastEstimate } from "../analysis/contrast_estimate.ts";
import { estimateContrasts } from "../analysis/estimate_contrast.ts";
import type { Arm } from "../analysis/group_arms.ts";
import {
  type Arm as DeclaredArm,
  type DeclaredContrast,
  type ExperimentDeclaration,
  primaryMetric,
} from "../experiment/define_experiment.ts";
import { defaultConfiguration } from "../loop/configuration.ts";
import { manifestDifferences } from "../runs/manifest.ts";
import type { StoredRun } from "../runs/run_reader.ts";
import { alignTable } from "./align_table.ts";
import { describeVerdict, writeContrasts } from "./describe_contrast.ts";
import { type ExperimentViews, makeViews, writeViews } from "./experiment_views.ts";
import { formatNumber, formatP, formatPercent, formatPoints } from "./format_numbers.ts";
import { toLine } from "./printable.ts";

/** A finished or unfinished run of an experiment. */
export interface ExperimentRun {
  /** Name of the arm. */
  readonly arm: string;
  /** The run as read from its file. */
  readonly run: StoredRun;
  /** Where the recording ends; empty where the run did not stop for that. */
  readonly miss: string;
}

/** An unfinished run. */
export interface UnfinishedRun {
  /** Name of the arm. */
  readonly arm: string;
  /** Seed of the stream order. */
  readonly order: number;
  /** Finalized questions. */
  readonly done: number;
  /** Questions of the stream. */
  readonly total: number;
  /** Why it stopped. */
  readonly why: string;
}

/** An experiment's results. Fractions are in [0, 1]. */
export interface ExperimentReport {
  /** Name of the experiment. */
  readonly experiment: string;
  /** What it asks. */
  readonly question: string;
  /** What is measured. */
  readonly metric: string;
  /** Whether p values are for orientation only. */
  readonly exploratory: boolean;
  /** What was run on. */
  readonly benchmark: string;
  /** Databases of the stream. */
  readonly databases: readonly string[];
  /** Length of the stream. */
  readonly questions: number;
  /** How answers are compared. */
  readonly mode: string;
  /** As the server names it. */
  readonly model: string;
  /** K. */
  readonly budget: number;
  /** Seeds of the stream orders. */
  readonly orders: readonly number[];
  /** The arms as declared, finished or not. */
  readonly declared: readonly DeclaredArm[];
  /** Parameters of all arms that are not the paper's, as `path=value`, those that a declaration sets aside. */
  readonly overrides: readonly string[];
  /** One a finished arm, in the order of the declaration. */
  readonly arms: readonly AccuracyRow[];
  /** Contrasts of finished arms; Holm's correction is over all that are declared. */
  readonly contrasts: readonly ContrastEstimate[];
  /** Contrasts of which an arm is not finished. */
  readonly notEstimated: readonly DeclaredContrast[];
  /** Runs that are not finished. */
  readonly unfinished: readonly UnfinishedRun[];
  /** What the declaration wants beside. */
  readonly views: ExperimentViews;
  /** The run files. */
  readonly runs: readonly string[];
}

/**
 * Estimates what an experiment declares, from the runs of its arms.
 *
 * @param experiment the declaration
 * @param runs one an arm and order
 * @returns accuracies and contrasts of the arms that are finished under all orders
 * @throws {InputError} for runs that may not be compared
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { describeExperiment } from "./describe_experiment.ts";
 * const experiment = {
 *   name: "example", question: "What?", arms: [{ name: "merit" }], factors: [], orders: [1], contrasts: [],
 * };
 * const runs = [{ arm: "merit", run: await exampleRun(), miss: "" }];
 * const report = await describeExperiment(experiment, runs);
 * assert.equal(report.arms[0]!.accuracy, 1);
 * ```
 */
export async function describeExperiment(
  experiment: ExperimentDeclaration,
  runs: readonly ExperimentRun[],
): Promise<ExperimentReport> {
  const unfinished = runs.filter(({ run }) => run.episodes.length < run.stream.length);
  const missing = new Set(unfinished.map(({ arm }) => arm));
  const arms = experiment.arms.filter(({ name }) => !missing.has(name)).map((declared): Arm => {
    const own = runs.filter(({ arm }) => arm === declared.name).map(({ run }) => run);
    return {
      label: declared.name,
      method: own[0]!.manifest.method,
      runs: own.toSorted((a, b) => a.manifest.order - b.manifest.order),
    };
  });
  const armNamed = (name: string) => arms.find(({ label }) => label === name);
  const isComplete = ({ variant, against }: DeclaredContrast) =>
    armNamed(variant) !== undefined && armNamed(against) !== undefined;
  const { manifest, stream } = runs[0]!.run;
  return {
    experiment: experiment.name,
    question: experiment.question,
    metric: primaryMetric,
    exploratory: experiment.exploratory ?? false,
    benchmark: manifest.benchmark.name,
    databases: [...new Set(stream.map(({ databaseId }) => databaseId))].sort(),
    questions: stream.length,
    mode: manifest.judge.mode,
    model: manifest.model.name,
    budget: manifest.configuration.budget,
    orders: [...new Set(runs.map(({ run }) => run.manifest.order))].sort((a, b) => a - b),
    declared: experiment.arms,
    overrides: overridesOf(experiment, runs),
    arms: accuracyRows(arms),
    contrasts: estimateContrasts(
      experiment.contrasts.filter(isComplete).map(({ variant, against }) => ({
        name: `${variant} − ${against}`,
        variant: armNamed(variant)!,
        base: armNamed(against)!,
      })),
      // The family is the declared one, whether or not all of it is finished.
      { familySize: experiment.contrasts.length },
    ),
    notEstimated: experiment.contrasts.filter((contrast) => !isComplete(contrast)),
    unfinished: unfinished.map(({ arm, run, miss }) => ({
      arm,
      order: run.manifest.order,
      done: run.episodes.length,
      total: run.stream.length,
      why: miss,
    })),
    views: await makeViews(experiment, arms),
    runs: runs.map(({ run }) => run.path),
  };
}

/** What the user set beside the declaration: it is in all arms, or an arm's own patch hides it. */
function overridesOf(
  { arms }: ExperimentDeclaration,
  runs: readonly ExperimentRun[],
): readonly string[] {
  const declared = new Set(arms.flatMap(({ set = {} }) => Object.keys(set)));
  const { configuration } = runs[0]!.run.manifest;
  const fromRun = manifestDifferences(defaultConfiguration, configuration).map(toSetting)
    .filter(({ path }) => !declared.has(path));
  const hidden = [...declared].flatMap((path) => {
    const plain = arms.find(({ set = {} }) => !(path in set));
    const run = runs.find(({ arm }) => arm === plain?.name)?.run;
    if (run === undefined) return [];
    return manifestDifferences(defaultConfiguration, run.manifest.configuration).map(toSetting)
      .filter((setting) => setting.path === path);
  });
  return [...fromRun, ...hidden].map(({ path, value }) => `${path}=${value}`);
}

/** From a line such as `budget: 7, now 3`. */
function toSetting(line: string): { readonly path: string; readonly value: string } {
  const value = line.slice(line.lastIndexOf(", now ") + ", now ".length);
  return { path: line.slice(0, line.indexOf(":")), value: value.replace(/^"|"$/g, "") };
}

/**
 * Writes an experiment's results as Markdown.
 *
 * @param report its results
 * @returns lines
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { describeExperiment, writeExperiment } from "./describe_experiment.ts";
 * const experiment = {
 *   name: "example", question: "What?", arms: [{ name: "merit" }], factors: [], orders: [1], contrasts: [],
 * };
 * const runs = [{ arm: "merit", run: await exampleRun(), miss: "" }];
 * const lines = writeExperiment(await describeExperiment(experiment, runs));
 * assert.match(lines.join("\n"), /oracle feedback/);
 * ```
 */
export function writeExperiment(report: ExperimentReport): readonly string[] {
  const { benchmark, databases, questions, orders, budget, mode, model } = report;
  return [
    `## ${report.experiment}: ${report.question}`,
    "",
    `${toLine(benchmark)} (${
      databases.map((name) => toLine(name)).join(", ")
    }), ${questions} questions, ` +
    `orders ${orders.join(", ")}, K = ${budget}, judged by ${mode}, model ${toLine(model)}`,
    ...(report.overrides.length === 0 ? [] : [`All arms with ${report.overrides.join(", ")}`]),
    `Metric: ${report.metric}; intervals of single rates are Wilson's, 95 %.`,
    "",
    ...alignTable(
      [
        "arm",
        "n",
        "attempt 0",
        `at ${budget}`,
        "95 % interval",
        "unscored",
        "calls/question",
        "tokens/question",
      ],
      report.arms.map((row) => [
        row.label,
        formatNumber(row.n),
        formatPercent(row.first),
        formatPercent(row.accuracy),
        `${formatPercent(row.low)} to ${formatPercent(row.high)}`,
        formatNumber(row.unscored),
        formatNumber(row.calls, 2),
        formatNumber(row.tokens),
      ]),
    ),
    ...report.unfinished.flatMap(({ arm, order, done, total, why }) => [
      "",
      `Not finished: ${arm}, order ${order}: ${done} of ${total} questions${
        why && `; ${toLine(why, 480)}`
      }`,
    ]),
    ...report.notEstimated.flatMap(({ variant, against }) => [
      "",
      `Not estimated: ${variant} − ${against}, since not both arms are finished.`,
    ]),
    ...writeContrastTable(report),
    "",
    ...writeContrasts(report.contrasts, report),
    ...writeViews(report.views),
  ];
}

function writeContrastTable(report: ExperimentReport): readonly string[] {
  if (report.contrasts.length === 0) return [];
  const plainP = (p: number | null) => formatP(p).replace(/^= /, "");
  return [
    "",
    ...alignTable(
      ["contrast", "difference", "95 % interval", "p", "Holm p", "bite", "verdict"],
      report.contrasts.map((contrast) => [
        contrast.name,
        `${formatPoints(contrast.difference)} points`,
        contrast.interval === null
          ? "–"
          : `${formatPoints(contrast.interval.low)} to ${formatPoints(contrast.interval.high)}`,
        plainP(contrast.p),
        plainP(contrast.pHolm),
        formatPercent(contrast.bite, 0),
        describeVerdict(contrast, report),
      ]),
    ),
    "",
    "Bite: share of repair prompts, made by both arms for a question and attempt, that differ.",
  ];
}
