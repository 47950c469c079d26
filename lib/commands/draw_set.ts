/**
 * All figures and tables of one set of arms.
 *
 * @module
 */
import { accuracyRows } from "../analysis/accuracy_rows.ts";
import { attemptsRows } from "../analysis/attempts_rows.ts";
import { breakdownRows, telltaleEpisode } from "../analysis/breakdown_rows.ts";
import {
  contrastRows,
  contrastsToBase,
  describeEstimation,
  separatedBest,
} from "../analysis/contrast_rows.ts";
import { databaseRows } from "../analysis/database_rows.ts";
import type { Base } from "../analysis/differences.ts";
import { failureRows } from "../analysis/failure_rows.ts";
import { flipsRows } from "../analysis/flips_rows.ts";
import type { Arm, ArmSet } from "../analysis/group_arms.ts";
import { type PaperResults, paperRows } from "../analysis/paper_results.ts";
import { streamRows } from "../analysis/stream_rows.ts";
import { tokensRows } from "../analysis/tokens_rows.ts";
import { accuracyFigure } from "../figures/accuracy_figure.ts";
import { accuracyTable } from "../figures/accuracy_table.ts";
import { attemptsFigure } from "../figures/attempts_figure.ts";
import { breakdownFigure } from "../figures/breakdown_figure.ts";
import { attemptsTable } from "../figures/attempts_table.ts";
import { contrastsTable } from "../figures/contrasts_table.ts";
import { databasesFigure } from "../figures/databases_figure.ts";
import { databasesTable } from "../figures/databases_table.ts";
import { failuresFigure } from "../figures/failures_figure.ts";
import type { Figure } from "../figures/figure.ts";
import { flipsFigure } from "../figures/flips_figure.ts";
import { forestFigure } from "../figures/forest_figure.ts";
import { streamFigure } from "../figures/stream_figure.ts";
import type { Table } from "../figures/table.ts";
import type { TableSetting } from "../figures/table_setting.ts";
import type { FigureWidth } from "../figures/theme.ts";
import { tokensFigure } from "../figures/tokens_figure.ts";
import { chooseBase, describeMixing } from "./choose_base.ts";
import { attributeRuns } from "./describe_attribution.ts";

/** What a set of arms gives a reader to look at. */
export interface Drawing {
  /** In the order of a paper. */
  readonly figures: readonly Figure[];
  /** In the order of a paper. */
  readonly tables: readonly Table[];
  /** What there is nothing to draw for, each with its reason. */
  readonly left: readonly string[];
  /** What a reader of the differences must know, in sentences. */
  readonly cautions: readonly string[];
}

/**
 * Draws everything that runs of one set can show.
 *
 * @param set arms over the same questions
 * @param options `width` of the figures; `base`: label of the arm that others are compared with,
 * chosen by {@linkcode chooseBase} where left out; `paper`: results to put beside the measured ones
 * @returns figures and tables, not yet rendered
 * @throws {InputError} for a base that is no arm, a set of arms without a base, and an arm without a
 * scored question
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { groupArms } from "../analysis/group_arms.ts";
 * import { exampleRun } from "../runs/examples.ts";
 * import { drawSet } from "./draw_set.ts";
 * const [set] = groupArms([await exampleRun()]);
 * const { figures } = drawSet(set!, { width: "column" });
 * assert.deepEqual(figures.map(({ name }) => name), [
 *   ...["accuracy", "attempts", "stream", "tokens", "failures-merit", "databases"],
 * ]);
 * ```
 */
export function drawSet(
  set: ArmSet,
  { width, base: baseLabel, paper = null }: {
    readonly width: FigureWidth;
    readonly base?: string | undefined;
    readonly paper?: PaperResults | null;
  },
): Drawing {
  const { arms } = set;
  const base = arms.length === 1 && baseLabel === undefined
    ? arms[0]!
    : chooseBase(arms, baseLabel);
  const against: Base = arms.length === 1 ? "attempt 0" : base;
  const mixing = describeMixing(arms, base);
  const baseName = against === "attempt 0" ? against : against.label;
  const setting = settingOf(set);
  const series = arms.map(({ label }) => label);
  const accuracies = accuracyRows(arms), attempts = attemptsRows(arms);
  const databases = databaseRows(arms, { base: against });
  const estimates = contrastsToBase(arms, base), contrasts = contrastRows(estimates);
  const failures = arms.map((arm) => ({ label: arm.label, rows: failureRows(arm) }));
  const breakdown = findBreakdown(arms);
  const stateless = arms.some(({ method }) => method === "stateless");
  const flips = stateless ? flipsRows(attributeRuns(arms.flatMap(({ runs }) => runs))) : [];
  const { benchmark } = arms[0]!.runs[0]!.manifest;
  // The bundled benchmark has Spider's layout, but the paper reports nothing of its questions.
  const reported = paper === null || benchmark.name === "bundled"
    ? []
    : paperRows(paper, benchmark.format);
  return {
    figures: [
      accuracyFigure(
        [...accuracies.map((row) => ({ ...row, source: "measured" as const })), ...reported],
        { width, budget: setting.budget, setting, ...(paper && { reportedBy: paper.model }) },
      ),
      ...(contrasts.length === 0 ? [] : [forestFigure(
        contrasts.map((row, at) => ({ ...row, label: estimates[at]!.variant })),
        { width, base: base.label },
      )]),
      attemptsFigure(attempts, { width, series }),
      streamFigure(streamRows(arms, { base: against }), { width, series, base: baseName }),
      tokensFigure(tokensRows(accuracies), { width, series }),
      ...failures.filter(({ rows }) => rows.length > 0)
        .map(({ label, rows }) => failuresFigure(rows, { width, label })),
      databasesFigure(databases, { width, series, base: baseName }),
      ...(flips.length === 0 ? [] : [flipsFigure(flips, { width, base: "stateless" })]),
      ...(breakdown === null
        ? []
        : [breakdownFigure(breakdown.rows, { width, task: breakdown.taskId })]),
    ],
    tables: [
      accuracyTable(accuracies, { setting, best: separatedBest(arms) }),
      ...(contrasts.length === 0 ? [] : [contrastsTable(contrasts, {
        setting,
        method: [describeEstimation(estimates), ...mixing].join(" "),
      })]),
      attemptsTable(attempts, setting),
      databasesTable(databases, { setting, base: baseName }),
    ],
    cautions: mixing,
    left: [
      ...(paper !== null && reported.length === 0
        ? [`rows of the paper: it reports no results on ${benchmark.name}, only on Spider and BIRD`]
        : []),
      ...(contrasts.length === 0 ? ["forest: there is one arm only"] : []),
      ...failures.filter(({ rows }) => rows.length === 0)
        .map(({ label }) => `failures-${label}: attempt 0 is always right`),
      ...(flips.length > 0 ? [] : [
        stateless
          ? "flips: no prompt shows an entry of memory"
          : "flips: stateless is not among the arms",
      ]),
      ...(breakdown === null ? ["breakdown: no prompt shows an entry of memory"] : []),
    ],
  };
}

function settingOf({ arms, orders, questions }: ArmSet): TableSetting {
  const { benchmark, model, judge, configuration } = arms[0]!.runs[0]!.manifest;
  return {
    benchmark: benchmark.name,
    model: model.name,
    mode: judge.mode,
    budget: configuration.budget,
    feedback: configuration.feedback,
    orders,
    questions,
  };
}

/** Of MERIT's runs if they show an entry, else of the first arm's that does. */
function findBreakdown(arms: readonly Arm[]) {
  const first = arms.toSorted((a, b) =>
    Number(b.method === "merit") - Number(a.method === "merit")
  );
  for (const { runs } of first) {
    const episode = telltaleEpisode(runs[0]!);
    if (episode === null) continue;
    const taskId = episode.task.id;
    return { taskId, rows: breakdownRows(runs[0]!, taskId) };
  }
  return null;
}
