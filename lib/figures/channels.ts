/**
 * Encodings that several figures share.
 *
 * @module
 */
import type { Encoding, JsonObject, Layer } from "./figure.ts";
import { figureSizes, type FigureWidth, type SeriesStyle, seriesStyles, tidy } from "./theme.ts";

/** Why a point of a small part may be without an interval, as axes say it. */
export const withoutInterval = "no bar: no question differs, or all one way";

/** The axis of accuracy in percent, from bottom to top. */
export const accuracyAxis: JsonObject = {
  field: "accuracy",
  type: "quantitative",
  title: "execution accuracy (%)",
  scale: { zero: false, nice: true },
  axis: { tickCount: 5 },
};

/**
 * One line of the plot for each label, from top to bottom.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { lineOf } from "./channels.ts";
 * assert.deepEqual(lineOf(["b", "a"]).scale, { domain: ["b", "a"] });
 * ```
 */
export function lineOf(labels: readonly string[], field = "label"): JsonObject {
  return {
    field,
    type: "nominal",
    title: null,
    scale: { domain: labels },
    axis: { grid: true, ticks: false, domain: false },
  };
}

/** The channels by which a reader tells series apart. */
export interface SeriesChannels {
  /** Of lines, points and rules. */
  readonly color: JsonObject;
  /** Of points. */
  readonly shape: JsonObject;
}

/** Which series a figure draws, and how wide its legend may be. */
export interface SeriesOptions {
  /** Of the figure. */
  readonly width: FigureWidth;
  /** All arms of a paper in order, so that each looks the same in all figures. */
  readonly series: readonly string[];
  /** Part of the width that the legend may take; 0.85 by default. */
  readonly share?: number;
}

/**
 * A colour and a shape for each series, with one legend above the plot.
 *
 * @param labels the series that are drawn, in order
 * @param options width, all series and the legend's share
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { seriesOf } from "./channels.ts";
 * const { color } = seriesOf(["b"], { width: "column", series: ["a", "b"] });
 * assert.deepEqual(color.scale, { domain: ["b"], range: ["#0072b2"] });
 * ```
 */
export function seriesOf(
  labels: readonly string[],
  { width, series, share = 0.85 }: SeriesOptions,
): SeriesChannels {
  const styles = stylesOf(labels, series);
  const channel = (range: readonly string[]): JsonObject => ({
    field: "label",
    type: "nominal",
    title: null,
    scale: { domain: labels, range },
    legend: labels.length > 1 ? legendOf(labels, width, share) : null,
  });
  return {
    color: channel(styles.map(({ color }) => color)),
    shape: channel(styles.map(({ shape }) => shape)),
  };
}

/** The styles of some series by their places among all; those that are not among them come behind. */
function stylesOf(
  labels: readonly string[],
  series: readonly string[],
): readonly SeriesStyle[] {
  const all = [...new Set([...series, ...labels])];
  const styles = seriesStyles(all.length);
  return labels.map((label) => styles[all.indexOf(label)]!);
}

/**
 * A line for each series, a layer each, so that it has its own dash.
 *
 * @param values points of all series, each with its `label`
 * @param labels the series that are drawn, in order
 * @param options `width` of the figure; `series`: all arms of a paper in order; `encoding`: places
 * and colour
 * @returns as many layers as series
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { linesOf } from "./channels.ts";
 * const values = [{ label: "a", at: 1 }, { label: "b", at: 2 }];
 * const options = { width: "column", series: ["a", "b"], encoding: {} } as const;
 * const layers = linesOf(values, ["a", "b"], options);
 * assert.deepEqual(layers.map(({ name }) => name), ["line1", "line2"]);
 * ```
 */
export function linesOf(
  values: readonly JsonObject[],
  labels: readonly string[],
  { width, series, encoding }: {
    readonly width: FigureWidth;
    readonly series: readonly string[];
    readonly encoding: Encoding;
  },
): readonly Layer[] {
  const styles = stylesOf(labels, series), { font } = figureSizes[width];
  return labels.map((label, at) => ({
    name: `line${at + 1}`,
    data: { values: values.filter((value) => value.label === label) },
    mark: { type: "line", strokeDash: styles[at]!.dash.map((length) => tidy(length * font)) },
    encoding,
  }));
}

/**
 * A legend in as many columns as surely fit; a text that would not fit even alone is cut.
 *
 * @param labels its texts
 * @param width of the figure
 * @param share part of the width that the legend may take
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { legendOf } from "./channels.ts";
 * assert.equal(legendOf(["a label that is as long as a sentence", "b"], "column", 0.8).columns, 1);
 * ```
 */
export function legendOf(labels: readonly string[], width: FigureWidth, share: number): JsonObject {
  const { font, width: whole } = figureSizes[width];
  // Arimo's letters are about half as wide as high; a symbol and its gaps take three more.
  const longest = Math.max(...labels.map((label) => label.length));
  const fitting = Math.floor(whole * share / (font * (0.52 * longest + 3)));
  const columns = Math.max(1, Math.min(labels.length, fitting));
  return { columns, labelLimit: Math.floor(whole * share / columns - 3 * font) };
}

/**
 * Moves the points of series that share a place apart, so that equal values stay visible.
 *
 * @param at place of the series, counted from 0
 * @param of number of series
 * @param step distance between two
 * @returns what to add; 0 in the middle
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { dodge } from "./channels.ts";
 * assert.deepEqual([0, 1, 2].map((at) => dodge(at, 3, 0.5)), [-0.5, 0, 0.5]);
 * ```
 */
export function dodge(at: number, of: number, step: number): number {
  return tidy((at - (of - 1) / 2) * step);
}

/**
 * A scale over values and 0 with room at both ends. Its ends are fixed, so that the ticks do not move
 * when the plot shrinks to make room for their labels.
 *
 * @param values finite; undefined ends of intervals may be among them
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { spanOf } from "./channels.ts";
 * assert.deepEqual(spanOf([10, null]), { domain: [-0.8, 10.8], nice: false });
 * ```
 */
export function spanOf(values: readonly (number | null)[]): JsonObject {
  const known = [0, ...values.filter((value) => value !== null)];
  const low = Math.min(...known), high = Math.max(...known);
  const room = 0.08 * (high - low || 10);
  return { domain: [tidy(low - room), tidy(high + room)], nice: false };
}

/**
 * Upright bars from `low` to `high`, in the colour of their arm.
 *
 * @param values rows with the field of x, `low` and `high`
 * @param options the figure's font size, and the encodings of its dots: x, y and colour
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { intervalLayer } from "./channels.ts";
 * const layer = intervalLayer([{ n: 1, low: 2, high: 3 }], { font: 14, encoding: { x: { field: "n" } } });
 * assert.deepEqual(layer.encoding.y, { field: "low" });
 * ```
 */
export function intervalLayer(
  values: readonly JsonObject[],
  { font, encoding: { x, y, color } }: {
    readonly font: number;
    readonly encoding: Pick<Encoding, "x" | "y" | "color">;
  },
): Layer {
  return {
    name: "interval",
    data: { values },
    mark: { type: "rule", strokeWidth: tidy(font / 14) },
    encoding: {
      ...(x && { x }),
      y: { ...y, field: "low" },
      y2: { field: "high" },
      ...(color && { color }),
    },
  };
}
