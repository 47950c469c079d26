/**
 * The effect of each arm by database.
 *
 * @module
 */
import { lineOf, seriesOf, spanOf, withoutInterval } from "./channels.ts";
import type { Figure, Layer } from "./figure.ts";
import { toPercent } from "./format_values.ts";
import { figureSizes, inks, layFigure, type SeriesFigureOptions, tidy } from "./theme.ts";
import { writeNames } from "./write_words.ts";

/** What an arm gains over the base on one database. Differences are in [−1, 1]. */
export interface DatabasePoint {
  /** The arm. */
  readonly label: string;
  /** Id of the database. */
  readonly database: string;
  /** Questions compared. */
  readonly n: number;
  /** Accuracy of the arm minus accuracy of the base. */
  readonly difference: number;
  /** Ends of its interval; null where no question differs or all that do in one direction. */
  readonly low: number | null;
  /** See `low`. */
  readonly high: number | null;
}

/**
 * A line of the plot a database, a point an arm.
 *
 * @param rows arms in the order of the legend, databases from top to bottom
 * @param options `width`; `series`; `base`: what the arms are compared with, as the axis names it
 * @returns the figure `databases`
 * @throws {RangeError} without rows
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { databasesFigure } from "./databases_figure.ts";
 * const row = { label: "merit", database: "zoo", n: 9, difference: 0.1, low: null, high: null };
 * const figure = databasesFigure([row], { base: "stateless" });
 * assert.deepEqual(figure.spec.layer.map(({ name }) => name), ["zero", "dot"]);
 * ```
 */
export function databasesFigure(
  rows: readonly DatabasePoint[],
  { width = "column", series = [], base }: SeriesFigureOptions & { readonly base: string },
): Figure {
  const { font } = figureSizes[width];
  const labels = [...new Set(rows.map(({ label }) => label))];
  const name = ({ database, n }: DatabasePoint) => `${database} (${n})`;
  const databases = [...new Set(rows.map(name))];
  const look = seriesOf(labels, { width, series, share: 0.6 });
  const y = lineOf(databases, "database");
  const yOffset = {
    field: "label",
    type: "nominal",
    scale: { domain: labels, paddingOuter: 0.3 },
  };
  const intervals = rows.filter(({ low, high }) => low !== null && high !== null).map((row) => ({
    label: row.label,
    database: name(row),
    low: toPercent(row.low!),
    high: toPercent(row.high!),
  }));
  const x = {
    field: "difference",
    type: "quantitative",
    title: [
      `gain over ${base} (points), exploratory`,
      ...(intervals.length > 0 ? ["bars: 95 % intervals, paired bootstrap"] : []),
      ...(intervals.length < rows.length ? [withoutInterval] : []),
    ],
    scale: spanOf([
      ...rows.map(({ difference }) => toPercent(difference)),
      ...intervals.flatMap(({ low, high }) => [low, high]),
    ]),
    axis: { tickCount: 5 },
  };
  const interval: Layer = {
    name: "interval",
    data: { values: intervals },
    mark: { type: "rule" },
    encoding: {
      y,
      yOffset,
      x: { ...x, field: "low" },
      x2: { field: "high" },
      color: look.color,
    },
  };
  return layFigure({
    name: "databases",
    description: [
      `Difference in execution accuracy of ${
        writeNames(labels)
      } to ${base}, in percentage points, ` +
      "by database (questions in brackets), under oracle feedback",
      "exploratory, not corrected for the number of databases and arms",
      ...(intervals.length > 0
        ? ["bars are 95 % intervals of a paired bootstrap over the questions"]
        : []),
      ...(intervals.length < rows.length
        ? ["there is no bar where no question differs or all that do in one direction"]
        : []),
    ].join("; "),
    width,
    height: Math.round(databases.length * font * (0.8 + 0.6 * labels.length)),
    layers: [
      {
        name: "zero",
        data: { values: [{ difference: 0 }] },
        mark: { type: "rule", color: inks.quiet, strokeWidth: tidy(font / 10) },
        encoding: { x },
      },
      ...(intervals.length > 0 ? [interval] : []),
      {
        name: "dot",
        data: {
          values: rows.map((row) => ({
            label: row.label,
            database: name(row),
            difference: toPercent(row.difference),
          })),
        },
        mark: { type: "point" },
        encoding: { y, yOffset, x, color: look.color, shape: look.shape },
      },
    ],
  });
}
