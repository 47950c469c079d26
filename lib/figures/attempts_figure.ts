/**
 * Accuracy by attempt within K.
 *
 * @module
 */
import { accuracyAxis, dodge, intervalLayer, linesOf, seriesOf } from "./channels.ts";
import type { Figure } from "./figure.ts";
import { toPercent } from "./format_values.ts";
import { figureSizes, layFigure, type SeriesFigureOptions, tidy } from "./theme.ts";
import { writeCount, writeNames } from "./write_words.ts";

/** Accuracy of one arm if its episodes had stopped after an attempt. Fractions are in [0, 1]. */
export interface AttemptPoint {
  /** The arm. */
  readonly label: string;
  /** 0 to K. */
  readonly attempt: number;
  /** Share of questions right by then. */
  readonly accuracy: number;
  /** Ends of its interval; null where none is known. */
  readonly low: number | null;
  /** See `low`. */
  readonly high: number | null;
}

/**
 * A line an arm over the repairs allowed; beside them the points of the last attempt again, apart from
 * each other and with their intervals.
 *
 * @param rows arms in the order of the legend, attempts in order
 * @returns the figure `attempts`
 * @throws {RangeError} without rows
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { attemptsFigure } from "./attempts_figure.ts";
 * const rows = [0, 1].map((attempt) => (
 *   { label: "merit", attempt, accuracy: 0.5, low: null, high: null }
 * ));
 * assert.deepEqual(attemptsFigure(rows).spec.layer.map(({ name }) => name), ["line1", "dot"]);
 * ```
 */
export function attemptsFigure(
  rows: readonly AttemptPoint[],
  { width = "column", series = [] }: SeriesFigureOptions = {},
): Figure {
  const { font } = figureSizes[width];
  const labels = [...new Set(rows.map(({ label }) => label))];
  const look = seriesOf(labels, { width, series });
  const last = Math.max(...rows.map(({ attempt }) => attempt));
  const place = ({ label, attempt }: AttemptPoint) =>
    attempt + dodge(labels.indexOf(label), labels.length, Math.min(0.12, 0.5 / labels.length));
  const intervals = rows.filter(({ attempt, low, high }) =>
    attempt === last && low !== null && high !== null
  ).map((row, at) => ({
    label: row.label,
    attempt: tidy(last + 0.6 + at * (last + 1) / 32),
    accuracy: toPercent(row.accuracy),
    low: toPercent(row.low!),
    high: toPercent(row.high!),
  }));
  const x = {
    field: "attempt",
    type: "quantitative",
    title: [
      "repairs at most, oracle feedback",
      ...(intervals.length > 0 ? [`beside ${last}: its points with 95 % intervals (Wilson)`] : []),
    ],
    scale: { nice: false, domain: [-0.35, (intervals.at(-1)?.attempt ?? last) + 0.35] },
    axis: { values: Array.from({ length: last + 1 }, (_, at) => at), format: "d", grid: false },
  };
  const values = rows.map((row) => ({
    label: row.label,
    attempt: place(row),
    accuracy: toPercent(row.accuracy),
  }));
  const interval = intervalLayer(intervals, {
    font,
    encoding: { x, y: accuracyAxis, color: look.color },
  });
  return layFigure({
    name: "attempts",
    description: `Execution accuracy of ${writeNames(labels)} if episodes had stopped after 0 to ` +
      `${writeCount(last, "repair")}, under oracle feedback` +
      (intervals.length > 0
        ? `; beside the points of ${last} these again, with 95 % intervals (Wilson)`
        : "") +
      (labels.length > 1 ? "; points are set apart so that equal ones are seen" : ""),
    width,
    height: font * 17,
    layers: [
      ...(intervals.length > 0 ? [interval] : []),
      ...linesOf(values, labels, {
        width,
        series,
        encoding: { x, y: accuracyAxis, color: look.color },
      }),
      {
        name: "dot",
        data: { values: [...values, ...intervals] },
        mark: { type: "point" },
        encoding: { x, y: accuracyAxis, color: look.color, shape: look.shape },
      },
    ],
  });
}
