/**
 * `merit classify`: how good the failure classifiers are, and what they say of a run's failures.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { type Confusion, measureConfusion } from "../analysis/confusion.ts";
import { loadBundled } from "../benchmark/bundled.ts";
import type { FailureClassifier } from "../classifier/failed_query.ts";
import {
  type ClassifierVersion,
  openClassifier,
  realClassifiers,
} from "../classifier/open_classifier.ts";
import { failureTypes } from "../domain.ts";
import { type FailureSet, readFailures } from "../experiment/read_failures.ts";
import { readRun, type StoredRun } from "../runs/run_reader.ts";
import { alignTable } from "./align_table.ts";
import { type Command, exitCodes, type Terminal } from "./command.ts";
import { defineCommand } from "./define_command.ts";
import { describeConfusion } from "./describe_confusion.ts";
import { findRuns } from "./find_runs.ts";
import { formatNumber, formatPercent } from "./format_numbers.ts";

/** How a classifier did on one part of a set. */
export interface ClassifierResult {
  /** Name of the set. */
  readonly set: string;
  /** Name of the part. */
  readonly split: string;
  /** Name of the classifier. */
  readonly classifier: string;
  /** Questions that the failures are of. */
  readonly questions: number;
  /** Its answers. */
  readonly confusion: Confusion;
}

const bundledFailures = fileURLToPath(new URL("../../data/failures/", import.meta.url));

/** Sets and their parts apart, the versions of each beside one another. */
async function measure(
  sets: readonly FailureSet[],
  versions: readonly ClassifierVersion[],
): Promise<readonly ClassifierResult[]> {
  const classifiers = await Promise.all(
    versions.map(async (version) => [version, await openClassifier(version)] as const),
  );
  return sets.flatMap(({ name, cases }) =>
    (["development", "held_out"] as const).flatMap((split) => {
      const part = cases.filter(({ label }) => label.split === split);
      const questions = new Set(part.map(({ label }) => label.task)).size;
      return part.length === 0 ? [] : classifiers.map(([classifier, { classify }]) => ({
        set: name,
        split,
        classifier,
        questions,
        confusion: measureConfusion(part.map(({ label, failed }) => ({
          actual: label.type,
          predicted: classify(failed).type,
        }))),
      }));
    })
  );
}

function printSummary(results: readonly ClassifierResult[], terminal: Terminal): void {
  const rows = results.map(({ set, split, classifier, confusion }) => [
    ...[`${set}, ${split}`, classifier, formatNumber(confusion.n)],
    formatPercent(confusion.accuracy),
    confusion.interval === null
      ? "–"
      : `${formatPercent(confusion.interval.low)} to ${formatPercent(confusion.interval.high)}`,
  ]);
  const header = ["failures", "classifier", "n", "accuracy", "95 % interval"];
  for (const line of alignTable(header, rows)) terminal.print(line);
}

/** Counts of a run's failed attempts, by the type that is stored and the classifier's. */
function crossRun({ episodes }: StoredRun, { classify }: FailureClassifier) {
  const counts = failureTypes.map(() => failureTypes.map(() => 0));
  let failures = 0, kept = 0;
  for (const { task, steps } of episodes) {
    const { schema, question, evidence } = task;
    for (const { attempt: { failure, observation, sql } } of steps) {
      if (failure === null) continue;
      const { type } = classify({ ...observation, sql, schema, question, evidence });
      counts[failureTypes.indexOf(failure.type)]![failureTypes.indexOf(type)]!++;
      failures++;
      if (type === failure.type) kept++;
    }
  }
  return { failures, kept, counts };
}

/**
 * The command `merit classify`.
 *
 * @example
 * ```ts
 * import { classifyCommand } from "./classify.ts";
 * if (!classifyCommand.usage.includes("--failures")) throw new Error("Expected the option");
 * ```
 */
export const classifyCommand: Command = defineCommand({
  name: "classify",
  summary: "measure the failure classifiers, or classify a run's failures anew",
  about: [
    "Without RUN: compares classifiers with failures whose causes are known, by default the kit's",
    "own over the bundled benchmark, mutated golds and queries of a real model apart, and apart what",
    "the structural classifier was written with and what was held out. With --classifier also",
    "precision, recall and F1 of each type, and the confusion matrix.",
    "With RUN, run files or folders of them: counts their failed attempts by the stored type (a row)",
    "and by the classifier's, structural unless named (a column).",
  ],
  operands: { name: "RUN", least: 0, most: Infinity },
  flags: {
    failures: {
      kind: "text",
      value: "DIR",
      help: "folder of labelled failures of bundled questions; the kit's own by default",
    },
    classifier: { kind: "choice", choices: realClassifiers, help: "only this one" },
    json: { kind: "boolean", help: "print JSON, fractions in [0, 1]" },
  },
  examples: [
    { line: "merit classify", does: "the accuracy of all classifiers" },
    {
      line: "merit classify --failures data/failures --classifier structural",
      does: "one classifier, type by type",
    },
    {
      line: "merit classify runs --classifier structural",
      does: "what it would have said in the runs below a folder",
    },
  ],
  async run({ flags, operands }, terminal) {
    if (operands.length > 0) {
      const classifier = await openClassifier(flags.classifier ?? "structural");
      const runs = (await findRuns(operands)).map((path) => ({
        run: path,
        ...crossRun(readRun(path), classifier),
      }));
      if (flags.json) {
        terminal.print(JSON.stringify({ types: failureTypes, runs }, null, 2));
        return exitCodes.done;
      }
      for (const { run, failures, kept, counts } of runs) {
        terminal.print(`## ${run}\n\n${kept} of ${failures} failures keep their type\n`);
        const rows = counts.map((row, at) => [failureTypes[at]!, ...row.map(String)]);
        for (const line of alignTable(["stored", ...failureTypes], rows)) terminal.print(line);
        terminal.print("");
      }
      return exitCodes.done;
    }
    const { tasks } = await loadBundled();
    const sets = await readFailures({ folder: flags.failures ?? bundledFailures, tasks });
    const versions = flags.classifier === undefined ? realClassifiers : [flags.classifier];
    const results = await measure(sets, versions);
    if (flags.json) {
      terminal.print(JSON.stringify({ types: failureTypes, results }, null, 2));
      return exitCodes.done;
    }
    printSummary(results, terminal);
    if (flags.classifier === undefined) return exitCodes.done;
    for (const { set, split, classifier, confusion } of results) {
      terminal.print(`\n## ${set}, ${split}: ${classifier}\n`);
      for (const line of describeConfusion(confusion)) terminal.print(line);
    }
    return exitCodes.done;
  },
});
