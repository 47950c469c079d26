/**
 * Accuracy against what it costs.
 *
 * @module
 */
import { accuracyAxis, intervalLayer, seriesOf } from "./channels.ts";
import type { Figure } from "./figure.ts";
import { toPercent } from "./format_values.ts";
import { figureSizes, inks, layFigure, type SeriesFigureOptions, tidy } from "./theme.ts";
import { writeNames } from "./write_words.ts";

/** Cost and accuracy of one arm. */
export interface TokensPoint {
  /** Unique. */
  readonly label: string;
  /** Prompt and completion tokens a question, a mean. */
  readonly tokens: number;
  /** In [0, 1]. */
  readonly accuracy: number;
  /** Ends of its interval, in [0, 1]; null where none is known. */
  readonly low: number | null;
  /** See `low`. */
  readonly high: number | null;
  /** Whether no other arm is at least as right and at most as dear, and better in one. */
  readonly isOnFront: boolean;
}

/**
 * A point an arm, and the Pareto front as steps: the most accuracy for at most so many tokens, up to
 * the dearest arm.
 *
 * @param rows one an arm, in the order of the legend
 * @returns the figure `tokens`
 * @throws {RangeError} without rows, or where no row is on the front
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { tokensFigure } from "./tokens_figure.ts";
 * const row = { label: "merit", tokens: 2281, accuracy: 0.6, low: 0.5, high: 0.7, isOnFront: true };
 * const figure = tokensFigure([row]);
 * assert.deepEqual(figure.spec.layer.map(({ name }) => name), ["front", "interval", "dot"]);
 * ```
 */
export function tokensFigure(
  rows: readonly TokensPoint[],
  { width = "column", series = [] }: SeriesFigureOptions = {},
): Figure {
  const { font } = figureSizes[width];
  const look = seriesOf(rows.map(({ label }) => label), { width, series });
  const intervals = rows.filter(({ low, high }) => low !== null && high !== null).map((row) => ({
    label: row.label,
    tokens: Number(row.tokens.toFixed(1)),
    low: toPercent(row.low!),
    high: toPercent(row.high!),
  }));
  const x = {
    field: "tokens",
    type: "quantitative",
    title: [
      "tokens a question",
      "dashed: highest accuracy for at most so many",
      ...(intervals.length > 0 ? ["bars: 95 % intervals (Wilson)"] : []),
    ],
    scale: { zero: true, nice: true },
    axis: { tickCount: 5, format: ",d", grid: false },
  };
  const values = rows.map((row) => ({
    label: row.label,
    tokens: Number(row.tokens.toFixed(1)),
    accuracy: toPercent(row.accuracy),
  }));
  const front = values.filter((_, at) => rows[at]!.isOnFront).sort((a, b) => a.tokens - b.tokens);
  const dearest = Math.max(...values.map(({ tokens }) => tokens)), last = front.at(-1);
  if (last !== undefined && last.tokens < dearest) front.push({ ...last, tokens: dearest });
  const interval = intervalLayer(intervals, {
    font,
    encoding: { x, y: accuracyAxis, color: look.color },
  });
  return layFigure({
    name: "tokens",
    description: `Execution accuracy of ${
      writeNames(rows.map(({ label }) => label))
    } against mean tokens ` +
      "a question, under oracle feedback, with the Pareto front" +
      (intervals.length > 0 ? " and 95 % intervals (Wilson)" : ""),
    width,
    height: font * 17,
    layers: [
      {
        name: "front",
        data: { values: front },
        mark: {
          type: "line",
          interpolate: "step-after",
          color: inks.quiet,
          strokeWidth: tidy(font / 10),
          strokeDash: [tidy(0.3 * font), tidy(0.3 * font)],
        },
        encoding: { x, y: accuracyAxis },
      },
      ...(intervals.length > 0 ? [interval] : []),
      {
        name: "dot",
        data: { values },
        mark: { type: "point", size: Math.round(0.85 * font ** 2) },
        encoding: { x, y: accuracyAxis, color: look.color, shape: look.shape },
      },
    ],
  });
}
