/**
 * What an experiment came to, as data.
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
import { methodNamed } from "../loop/methods.ts";
import { searchesMemory } from "../loop/searches_memory.ts";
import { manifestDifferences } from "../runs/manifest.ts";
import type { StoredRun } from "../runs/run_reader.ts";
import type { RunEnd } from "./describe_ends.ts";
import { type ExperimentViews, makeViews } from "./experiment_views.ts";
import { formatNumber } from "./format_numbers.ts";

/** A finished or unfinished run of an experiment. */
export interface ExperimentRun {
  /** Name of the arm. */
  readonly arm: string;
  /** The run as read from its file. */
  readonly run: StoredRun;
  /** Where the recording ends; empty where the run did not stop for that. */
  readonly miss: string;
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
  readonly unfinished: readonly RunEnd[];
  /** What a reader must know before reading the contrasts, in sentences. */
  readonly notes: readonly string[];
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
    notes: await noteEmptyMemory(arms),
    views: await makeViews(experiment, arms),
    runs: runs.map(({ run }) => run.path),
  };
}

/** A method with memory that shows nothing of it is stateless repair under another name. */
async function noteEmptyMemory(arms: readonly Arm[]): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const { label, method, runs } of arms) {
    const steps = runs.flatMap(({ episodes }) => episodes.flatMap((episode) => episode.steps));
    const repairs = steps.filter(({ attempt }) => attempt.number > 0);
    if (repairs.length === 0 || steps.some(({ retrieved }) => retrieved.length > 0)) continue;
    if (!await searchesMemory(methodNamed(method), runs[0]!.manifest.configuration)) continue;
    notes.push(
      `${label} found no entry of memory for any of its ${formatNumber(repairs.length)} repairs: ` +
        "it is repair without memory here.",
    );
  }
  return notes;
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
