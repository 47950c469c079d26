/**
 * The one look of all figures: sizes, colours, shapes and dashes.
 *
 * @module
 */
import type { Figure, JsonObject, Layer } from "./figure.ts";
import { fontFamily } from "./font.ts";

/** Lengths of a figure, in its unit. */
export interface FigureSize {
  /** Points for paper, pixels for a screen. */
  readonly unit: Figure["unit"];
  /** Of the whole figure. */
  readonly width: number;
  /** Font size of all its text. */
  readonly font: number;
}

/**
 * Name of a width: one column (3.33 inches) and two columns (7 inches) of a paper, in points, and a
 * notebook on a screen, in pixels.
 */
export type FigureWidth = "column" | "page" | "screen";

/**
 * The sizes of figures.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { figureSizes } from "./theme.ts";
 * assert.equal((figureSizes.column.width / 72).toFixed(2), "3.33");
 * ```
 */
export const figureSizes: Readonly<Record<FigureWidth, FigureSize>> = Object.freeze({
  column: { unit: "pt", width: 240, font: 7 },
  page: { unit: "pt", width: 504, font: 8 },
  screen: { unit: "px", width: 680, font: 12 },
});

/** Length of each unit, in inches. */
export const inchesOf: Readonly<Record<Figure["unit"], number>> = Object.freeze({
  pt: 1 / 72,
  px: 1 / 96,
});

/** What every figure's function takes beside its rows. */
export interface FigureOptions {
  /** `column` by default. */
  readonly width?: FigureWidth;
}

/** What the function of a figure with several series takes beside its rows. */
export interface SeriesFigureOptions extends FigureOptions {
  /**
   * All arms of a paper in order, so that each has the same colour, shape and dash in all figures;
   * the labels of the rows by default.
   */
  readonly series?: readonly string[];
}

/** How a series is drawn. */
export interface SeriesStyle {
  /** Hexadecimal. */
  readonly color: string;
  /** A symbol of vega. */
  readonly shape: string;
  /** Lengths of dashes and gaps in font sizes; empty for a whole line. */
  readonly dash: readonly number[];
}

/** Colours that carry no meaning. */
export interface Inks {
  /** Of text. */
  readonly text: string;
  /** Of axes and what stands back. */
  readonly quiet: string;
  /** Of grids. */
  readonly grid: string;
}

/** The colours that carry no meaning. */
export const inks: Inks = Object.freeze({ text: "#222222", quiet: "#6e6e6e", grid: "#e2e2e2" });

/** The colour of what a figure is about where it shows one series. */
export const accent = "#0072b2";

/** Okabe and Ito's palette, without its yellow and with a darker orange: lines on white. */
const styles: readonly SeriesStyle[] = [
  { color: "#000000", shape: "circle", dash: [] },
  { color: "#0072b2", shape: "diamond", dash: [0.9, 0.3] },
  { color: "#d55e00", shape: "square", dash: [0.3, 0.3] },
  { color: "#009e73", shape: "triangle-up", dash: [0.9, 0.3, 0.2, 0.3] },
  { color: "#cc79a7", shape: "triangle-down", dash: [0.6, 0.2] },
  { color: "#b8860b", shape: "cross", dash: [0.15, 0.2] },
  { color: "#3399dd", shape: "triangle-right", dash: [1.2, 0.3, 0.2, 0.3, 0.2, 0.3] },
  { color: "#808080", shape: "triangle-left", dash: [0.45, 0.45] },
];

/**
 * The styles of series, in order. Up to eight of them differ in colour, shape and dash each, so that
 * shape or dash alone tells them apart in grey; the next ones pair colours and shapes anew.
 *
 * @param count number of series
 * @returns that many styles, no two alike
 * @throws {RangeError} for more than 64
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { seriesStyles } from "./theme.ts";
 * assert.equal(new Set(seriesStyles(5).map(({ shape }) => shape)).size, 5);
 * ```
 */
export function seriesStyles(count: number): readonly SeriesStyle[] {
  const most = styles.length ** 2;
  if (count > most) throw new RangeError(`Cannot tell ${count} series apart, need at most ${most}`);
  return Array.from({ length: count }, (_, at) => {
    const round = Math.floor(at / styles.length);
    const { shape } = styles[at % styles.length]!;
    return { ...styles[(at + 3 * round) % styles.length]!, shape };
  });
}

/**
 * Puts layers into a figure under the theme.
 *
 * @param parts `name`, `description`, `height` and `layers` as {@link Figure} holds them; `width`:
 * one of {@link figureSizes}; `title`: lines above the plot, none where left out
 * @returns the figure
 * @throws {RangeError} for a layer without rows or two layers of one name: nothing could be checked
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { layFigure } from "./theme.ts";
 * const dots = {
 *   name: "dots",
 *   data: { values: [{ at: 1 }] },
 *   mark: { type: "point" },
 *   encoding: { x: { field: "at", type: "quantitative" } },
 * } as const;
 * const parts = { name: "one", description: "A dot", height: 40, layers: [dots] };
 * assert.equal(layFigure({ ...parts, width: "page" }).spec.width, 504);
 * ```
 */
export function layFigure(
  { name, description, height, layers, width, title = [] }: {
    readonly name: string;
    readonly description: string;
    readonly height: number;
    readonly layers: readonly Layer[];
    readonly width: FigureWidth;
    readonly title?: readonly string[];
  },
): Figure {
  const names = layers.map((layer) => layer.name);
  const twice = names.find((layer, at) => names.indexOf(layer) !== at);
  if (twice !== undefined) throw new RangeError(`Cannot draw ${name}: two layers are "${twice}"`);
  const empty = layers.find(({ data }) => data.values.length === 0);
  if (empty !== undefined) throw new RangeError(`Cannot draw ${name}: no rows for "${empty.name}"`);
  const size = figureSizes[width];
  return {
    name,
    description,
    unit: size.unit,
    spec: {
      $schema: "https://vega.github.io/schema/vega-lite/v6.json",
      description,
      ...(title.length > 0 && { title: { text: title } }),
      width: size.width,
      height,
      autosize: { type: "fit-x", contains: "padding" },
      config: themeConfig(size),
      layer: layers,
    },
  };
}

/**
 * A length with three decimals at most, so that specifications can be read.
 *
 * @example
 * ```ts
 * import { tidy } from "./theme.ts";
 * if (tidy(7 / 3) !== 2.333) throw new Error("Expected three decimals");
 * ```
 */
export function tidy(length: number): number {
  return Number(length.toFixed(3));
}

function themeConfig({ width, font }: FigureSize): JsonObject {
  const hair = tidy(font / 14), area = Math.round(0.57 * font ** 2);
  const labels = { labelFontSize: font, labelColor: inks.text };
  const titles = { titleFontSize: font, titleFontWeight: "normal", titleColor: inks.text };
  return {
    aria: false,
    background: "white",
    font: fontFamily,
    padding: Math.ceil(font / 4),
    view: { stroke: null },
    axis: {
      ...labels,
      ...titles,
      labelLimit: Math.round(width * 0.36),
      titleLimit: Math.round(width * 0.8),
      labelPadding: tidy(font / 3),
      titlePadding: tidy(font / 2),
      domainColor: inks.quiet,
      domainWidth: hair,
      tickColor: inks.quiet,
      tickWidth: hair,
      tickSize: tidy(font / 3),
      labelFlush: false,
      translate: 0,
      gridColor: inks.grid,
      gridWidth: hair,
    },
    title: {
      fontSize: font,
      fontWeight: "normal",
      color: inks.text,
      anchor: "start",
      frame: "bounds",
      limit: Math.round(width * 0.9),
      offset: tidy(font / 2),
    },
    legend: {
      ...labels,
      ...titles,
      orient: "top",
      symbolSize: Math.round(area * 1.25),
      symbolStrokeWidth: tidy(font / 7),
      symbolOpacity: 1,
      columnPadding: font,
      rowPadding: tidy(font / 4),
      padding: 0,
      offset: tidy(font / 2),
    },
    line: { strokeWidth: tidy(font / 6) },
    rule: { strokeWidth: tidy(font / 7), color: inks.text },
    point: { filled: true, opacity: 1, size: area, strokeWidth: tidy(font / 8) },
    text: { fontSize: font, color: inks.text },
  };
}
