/**
 * How many questions a comparison needs.
 *
 * @module
 */
import { linesOf, seriesOf } from "./channels.ts";
import type { Figure } from "./figure.ts";
import { toPercent } from "./format_values.ts";
import { figureSizes, inks, layFigure, type SeriesFigureOptions, tidy } from "./theme.ts";
import { writeNames } from "./write_words.ts";

/** The power of one planned comparison. */
export interface PowerPoint {
  /** The true difference, in words. */
  readonly label: string;
  /** Questions, at least 1. */
  readonly n: number;
  /** Probability that the difference shows, in [0, 1]. */
  readonly power: number;
}

/**
 * A line a true difference over numbers of questions, and a rule at the usual 80 %.
 *
 * @param rows differences in the order of the legend, numbers of questions in order
 * @param options `width`; `series`; `discordantShare`: what the powers are for, named at the axis
 * @returns the figure `power`
 * @throws {RangeError} without rows
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { powerFigure } from "./power_figure.ts";
 * const rows = [{ label: "5 points", n: 40, power: 0.17 }, { label: "5 points", n: 160, power: 0.5 }];
 * const { spec } = powerFigure(rows, { discordantShare: 0.1 });
 * assert.deepEqual(spec.layer.map(({ name }) => name), ["wanted", "line1", "dot"]);
 * ```
 */
export function powerFigure(
  rows: readonly PowerPoint[],
  { width = "column", series = [], discordantShare }: SeriesFigureOptions & {
    readonly discordantShare: number;
  },
): Figure {
  const { font } = figureSizes[width];
  const labels = [...new Set(rows.map(({ label }) => label))];
  const numbers = [...new Set(rows.map(({ n }) => n))].sort((a, b) => a - b);
  const look = seriesOf(labels, { width, series });
  const share = toPercent(discordantShare);
  const x = {
    field: "n",
    type: "quantitative",
    title: ["questions", `${share} % of them are solved by one arm alone`],
    scale: { type: "log", nice: false, padding: font },
    axis: { values: numbers, format: ",d", grid: false },
  };
  const y = {
    field: "power",
    type: "quantitative",
    title: "chance to show it (%)",
    scale: { domain: [0, 100] },
    axis: { tickCount: 5 },
  };
  const values = rows.map(({ label, n, power }) => ({ label, n, power: toPercent(power) }));
  return layFigure({
    name: "power",
    description: `Power of paired comparisons of ${writeNames(numbers, "or")} questions for true ` +
      `differences of ${
        writeNames(labels, "or")
      }, where ${share} % of the questions are discordant`,
    width,
    height: font * 15,
    layers: [
      {
        name: "wanted",
        data: { values: [{ power: 80 }] },
        mark: { type: "rule", color: inks.quiet, strokeWidth: tidy(font / 10) },
        encoding: { y },
      },
      ...linesOf(values, labels, { width, series, encoding: { x, y, color: look.color } }),
      {
        name: "dot",
        data: { values },
        mark: { type: "point" },
        encoding: { x, y, color: look.color, shape: look.shape },
      },
    ],
  });
}
