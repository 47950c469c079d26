/**
 * An experiment's results as a notebook shows them, finished or not.
 *
 * @module
 */
import { contrastRows } from "../analysis/contrast_rows.ts";
import { describeContrast } from "../commands/describe_contrast.ts";
import type { ExperimentReport } from "../commands/describe_experiment.ts";
import { writeViews } from "../commands/experiment_views.ts";
import { forestFigure } from "../figures/forest_figure.ts";
import { writeInterval, writePercent } from "../figures/format_values.ts";
import type { Bundle } from "./bundle.ts";
import { markdown } from "./markdown.ts";
import type { Showable } from "./show.ts";
import { type Row, table } from "./table.ts";

/**
 * What a reader needs of an experiment: {@link armsTable}, {@link contrastParts} and
 * {@link viewParts}.
 *
 * @param report as `runExperiment` returns it
 * @returns values for `show`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { describeExperiment } from "../commands/describe_experiment.ts";
 * import { exampleRun } from "../runs/examples.ts";
 * import { experimentParts } from "./experiment_parts.ts";
 * const experiment = {
 *   name: "example", question: "What?", arms: [{ name: "merit" }], factors: [], orders: [1], contrasts: [],
 * };
 * const runs = [{ arm: "merit", run: await exampleRun(), miss: "" }];
 * assert.equal(experimentParts(await describeExperiment(experiment, runs)).length, 1);
 * ```
 */
export function experimentParts(report: ExperimentReport): readonly Showable[] {
  return [armsTable(report), ...contrastParts(report), ...viewParts(report)];
}

/**
 * The tables that the declaration of an experiment wants beside its contrasts.
 *
 * @param report as `runExperiment` returns it
 * @returns values for `show`; nothing where there is no table
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { makeViews } from "../commands/experiment_views.ts";
 * import { viewParts } from "./experiment_parts.ts";
 * const views = await makeViews({ contrasts: [], views: [] }, []);
 * assert.deepEqual(viewParts({ views }), []);
 * ```
 */
export function viewParts({ views }: Pick<ExperimentReport, "views">): readonly Showable[] {
  const words = writeViews(views);
  return words.length === 0 ? [] : [markdown(words.join("\n"))];
}

/**
 * The contrasts of an experiment: a forest, each in words, and what is not finished.
 *
 * @param report as `runExperiment` returns it
 * @returns values for `show`; no figure where no contrast is estimated, nothing where none is declared
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { describeExperiment } from "../commands/describe_experiment.ts";
 * import { exampleRun } from "../runs/examples.ts";
 * import { contrastParts } from "./experiment_parts.ts";
 * const experiment = {
 *   name: "example", question: "What?", arms: [{ name: "merit" }], factors: [], orders: [1], contrasts: [],
 * };
 * const runs = [{ arm: "merit", run: await exampleRun(), miss: "" }];
 * assert.deepEqual(contrastParts(await describeExperiment(experiment, runs)), []);
 * ```
 */
export function contrastParts(report: ExperimentReport): readonly Showable[] {
  const rows = contrastRows(report.contrasts);
  const { variant, base } = namesOf(report);
  const words = [...writeContrasts(report), ...writeMissing(report)];
  return [
    ...(rows.length === 0 ? [] : [
      forestFigure(rows.map((row) => ({ ...row, label: variant(row.label) })), {
        width: "screen",
        base,
      }),
    ]),
    ...(words.length === 0 ? [] : [markdown(words.join("\n"))]),
  ];
}

/** Where all contrasts are with one arm, the axis names it and the lines name the others. */
function namesOf({ contrasts }: ExperimentReport) {
  const bases = new Set(contrasts.map((contrast) => contrast.base));
  const [base = null] = bases.size === 1 ? bases : [];
  const byName = new Map(contrasts.map(({ name, variant }) => [name, variant]));
  return { base, variant: (name: string) => base === null ? name : byName.get(name)! };
}

/**
 * The arms of an experiment with what they change: accuracy and cost of those that are finished, how
 * far the others came.
 *
 * @param report as `runExperiment` returns it
 * @returns a value for `show`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { describeExperiment } from "../commands/describe_experiment.ts";
 * import { exampleRun } from "../runs/examples.ts";
 * import { armsTable } from "./experiment_parts.ts";
 * const experiment = {
 *   name: "example", question: "What?", arms: [{ name: "merit" }], factors: [], orders: [1], contrasts: [],
 * };
 * const runs = [{ arm: "merit", run: await exampleRun(), miss: "" }];
 * const { data } = armsTable(await describeExperiment(experiment, runs));
 * assert.match(String(data["text/plain"]), /merit +all +0.0 +100.0/);
 * ```
 */
export function armsTable(report: ExperimentReport): Bundle {
  const { questions, orders, budget, model, databases, declared, unfinished } = report;
  const isPlain = declared.every(({ name, method = "merit", set = {} }) =>
    method === name && Object.keys(set).length === 0
  );
  const rows = declared.map(({ name, method = "merit", set = {} }): Row => {
    const row = report.arms.find(({ label }) => label === name);
    const runs = unfinished.filter(({ arm }) => arm === name);
    const patch = Object.entries(set).map(([path, value]) => `${path}=${value}`);
    return {
      arm: name,
      ...(isPlain ? {} : { "method and set": [method, ...patch].join(" ") }),
      finished: runs.length === 0
        ? "all"
        : runs.map(({ done, total }) => `${done} of ${total}`).join(", "),
      "attempt 0": writePercent(row?.first ?? null),
      [`at ${budget}`]: writePercent(row?.accuracy ?? null),
      "95 %": row === undefined ? null : writeInterval(row, writePercent),
      "calls/question": row === undefined ? null : row.calls.toFixed(2),
      "tokens/question": row === undefined ? null : Math.round(row.tokens).toLocaleString("en-US"),
    };
  });
  const where = databases.length > 2 ? `${databases.length} databases` : databases.join(", ");
  const caption = `Accuracy in percent, oracle feedback: ${questions} questions of ${where}, ` +
    `${orders.length === 1 ? "order" : "orders"} ${orders.join(", ")}, ${model}`;
  return table(rows, { caption });
}

function writeContrasts(report: ExperimentReport): readonly string[] {
  return report.contrasts.flatMap((contrast) => {
    const [result, ...details] = describeContrast(contrast, report).slice(0, 3);
    return [`- **${result}**`, ...details.map((line) => `  - ${line}`)];
  });
}

/** A recording that ends is no fault: more of it, or a model, fills the rest. */
function writeMissing({ notEstimated, unfinished }: ExperimentReport): readonly string[] {
  if (unfinished.length === 0) return [];
  const where = (isMiss: boolean) =>
    unfinished.filter(({ why }) => (why !== "") === isMiss).map(({ arm, order, done, total }) =>
      `${arm} (order ${order}) at question ${done + 1} of ${total}`
    ).join(", ");
  const ended = where(true), stopped = where(false);
  const names = notEstimated.map(({ variant, against }) => `${variant} − ${against}`);
  return [
    ...(ended === "" ? [] : [`- Stopped where the recording ends: ${ended}.`]),
    ...(stopped === "" ? [] : [`- Stopped: ${stopped}.`]),
    ...(names.length === 0 ? [] : [`- Not estimated: ${names.join("; ")}.`]),
  ];
}
