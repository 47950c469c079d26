/**
 * Gain along the stream: does memory help more as it fills?
 *
 * @module
 */
import { dodge, intervalLayer, linesOf, seriesOf, withoutInterval } from "./channels.ts";
import type { Figure } from "./figure.ts";
import { toPercent } from "./format_values.ts";
import { figureSizes, inks, layFigure, type SeriesFigureOptions, tidy } from "./theme.ts";
import { writeCount, writeNames } from "./write_words.ts";

/** What an arm gains over the base in one stretch of the stream. Differences are in [−1, 1]. */
export interface StreamPoint {
  /** The arm. */
  readonly label: string;
  /** First stream position of the stretch, counted from 0. */
  readonly from: number;
  /** The position after its last one. */
  readonly to: number;
  /** Accuracy of the arm minus accuracy of the base over the stretch. */
  readonly difference: number;
  /** Ends of its interval; null where no question differs or all go one way. */
  readonly low: number | null;
  /** See `low`. */
  readonly high: number | null;
}

/**
 * A line an arm: its difference to the base, stretch by stretch.
 *
 * @param rows arms in the order of the legend, stretches in order
 * @param options `width`; `series`; `base`: what the arms are compared with, as the axis names it
 * @returns the figure `stream`
 * @throws {RangeError} without rows
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { streamFigure } from "./stream_figure.ts";
 * const row = { label: "merit", from: 0, to: 8, difference: 0.1, low: null, high: null };
 * const figure = streamFigure([row], { base: "stateless" });
 * assert.deepEqual(figure.spec.layer.map(({ name }) => name), ["zero", "line1", "dot"]);
 * ```
 */
export function streamFigure(
  rows: readonly StreamPoint[],
  { width = "column", series = [], base }: SeriesFigureOptions & { readonly base: string },
): Figure {
  const { font } = figureSizes[width];
  const labels = [...new Set(rows.map(({ label }) => label))];
  const look = seriesOf(labels, { width, series });
  const last = Math.max(...rows.map(({ to }) => to));
  const sizes = [...new Set(rows.map(({ from, to }) => to - from))].sort((a, b) => a - b);
  const narrowest = sizes[0]!;
  const stretches = sizes.length === 1
    ? `stretches of ${writeCount(narrowest, "question")}`
    : `stretches of ${writeNames(sizes, "or")} questions`;
  const place = ({ label, from, to }: StreamPoint) =>
    (from + to) / 2 + dodge(labels.indexOf(label), labels.length, narrowest / 4 / labels.length);
  const intervals = rows.filter(({ low, high }) => low !== null && high !== null).map((row) => ({
    label: row.label,
    position: place(row),
    low: toPercent(row.low!),
    high: toPercent(row.high!),
  }));
  const x = {
    field: "position",
    type: "quantitative",
    title: [
      "questions finished before",
      `points: ${stretches}`,
      ...(intervals.length > 0 ? ["bars: 95 % intervals, bootstrap over questions"] : []),
      ...(intervals.length < rows.length ? [withoutInterval] : []),
    ],
    scale: { nice: false, domain: [0, last] },
    axis: { tickCount: 6, grid: false },
  };
  const y = {
    field: "difference",
    type: "quantitative",
    title: `gain over ${base} (points)`,
    scale: { padding: font },
    axis: { tickCount: 5 },
  };
  const values = rows.map((row) => ({
    label: row.label,
    position: place(row),
    difference: toPercent(row.difference),
  }));
  const interval = intervalLayer(intervals, { font, encoding: { x, y, color: look.color } });
  return layFigure({
    name: "stream",
    description: `Difference in execution accuracy of ${writeNames(labels)} to ${base}, in ` +
      `percentage points, over ${stretches} of the stream, under oracle feedback` +
      (intervals.length > 0
        ? ", with 95 % intervals of a bootstrap over questions where some speak for either side"
        : ""),
    width,
    height: font * 15,
    layers: [
      {
        name: "zero",
        data: { values: [{ difference: 0 }] },
        mark: { type: "rule", color: inks.quiet, strokeWidth: tidy(font / 10) },
        encoding: { y },
      },
      ...(intervals.length > 0 ? [interval] : []),
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
