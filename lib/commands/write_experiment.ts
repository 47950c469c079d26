/**
 * What an experiment came to, as text.
 *
 * @module
 */
import { alignTable } from "./align_table.ts";
import { describeVerdict, writeContrasts } from "./describe_contrast.ts";
import { writeEnds } from "./describe_ends.ts";
import type { ExperimentReport } from "./describe_experiment.ts";
import { writeViews } from "./experiment_views.ts";
import { formatNumber, formatPercent, formatPlainP, formatPoints } from "./format_numbers.ts";
import { explainMarks, markInterval } from "./mark_intervals.ts";
import { toLine } from "./printable.ts";

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
 * import { describeExperiment } from "./describe_experiment.ts";
 * import { writeExperiment } from "./write_experiment.ts";
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
    `${orders.length === 1 ? "order" : "orders"} ${
      orders.join(", ")
    }, K = ${budget}, judged by ${mode}, model ${toLine(model)}`,
    ...(report.overrides.length === 0 ? [] : [`All arms with ${report.overrides.join(", ")}`]),
    `Metric: ${report.metric}; intervals of single rates are Wilson's, 95 %.`,
    "",
    ...writeArms(report),
    ...(report.unfinished.length === 0
      ? []
      : ["", "Not finished:", "", ...writeEnds(report.unfinished)]),
    ...writeNotEstimated(report),
    ...report.notes.flatMap((note) => ["", `Note: ${note}`]),
    ...writeContrastTable(report),
    "",
    ...writeContrasts(report.contrasts, report),
    ...writeViews(report.views),
  ];
}

function writeArms({ arms, budget }: ExperimentReport): readonly string[] {
  if (arms.length === 0) return ["No arm is finished."];
  return alignTable(
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
    arms.map((row) => [
      row.label,
      formatNumber(row.n),
      formatPercent(row.first),
      formatPercent(row.accuracy),
      `${formatPercent(row.low)} to ${formatPercent(row.high)}`,
      formatNumber(row.unscored),
      formatNumber(row.calls, 2),
      formatNumber(row.tokens),
    ]),
  );
}

function writeNotEstimated({ notEstimated, unfinished }: ExperimentReport): readonly string[] {
  if (notEstimated.length === 0) return [];
  const missing = new Set(unfinished.map(({ arm }) => arm));
  return [
    "",
    "Not estimated:",
    "",
    ...notEstimated.map(({ variant, against }) => {
      const arms = [variant, against].filter((arm) => missing.has(arm));
      const are = arms.length === 1 ? "is" : "are";
      return `- ${variant} − ${against}, since ${arms.join(" and ")} ${are} not finished`;
    }),
  ];
}

function writeContrastTable(report: ExperimentReport): readonly string[] {
  if (report.contrasts.length === 0) return [];
  return [
    "",
    ...alignTable(
      ["contrast", "difference", "95 % interval", "p", "Holm p", "bite", "verdict"],
      report.contrasts.map((contrast) => [
        contrast.name,
        `${formatPoints(contrast.difference)} points`,
        markInterval(contrast),
        formatPlainP(contrast.p),
        formatPlainP(contrast.pHolm),
        formatPercent(contrast.bite, 0),
        describeVerdict(contrast, report),
      ]),
    ),
    "",
    "Bite: share of repair prompts, made by both arms for a question and attempt, that differ.",
    ...explainMarks(report.contrasts),
  ];
}
