/**
 * Failure type before repair against what became of it.
 *
 * @module
 */
import type { Figure } from "./figure.ts";
import { type FigureOptions, figureSizes, inks, layFigure } from "./theme.ts";

/** How many questions went from one state to another. */
export interface FailureCell {
  /** Failure type of attempt 0. */
  readonly before: string;
  /** `solved`, or the failure type of the last attempt. */
  readonly after: string;
  /** Questions, a mean over the stream orders. */
  readonly count: number;
  /** Of all questions of `before`, in [0, 1]. */
  readonly share: number;
}

/**
 * A heat map: each row is a failure type of attempt 0, shaded by the share of its questions that end
 * in each column; the counts are written in the cells.
 *
 * @param rows the whole grid, zeros included; types in the order in which they are drawn
 * @param options `width`; `label`: the arm, part of the figure's name
 * @returns the figure `failures-LABEL`
 * @throws {RangeError} without rows, or for a grid with a cell missing or twice
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { failuresFigure } from "./failures_figure.ts";
 * const rows = [{ before: "syntax", after: "solved", count: 3, share: 1 }];
 * assert.equal(failuresFigure(rows, { label: "merit" }).name, "failures-merit");
 * ```
 */
export function failuresFigure(
  rows: readonly FailureCell[],
  { width = "column", label }: FigureOptions & { readonly label: string },
): Figure {
  const { font } = figureSizes[width];
  const befores = [...new Set(rows.map(({ before }) => before))];
  const afters = [...new Set(rows.map(({ after }) => after))];
  const cells = new Set(rows.map(({ before, after }) => JSON.stringify([before, after])));
  if (cells.size !== rows.length || rows.length !== befores.length * afters.length) {
    throw new RangeError(
      `Cannot draw failures of ${label}: ${rows.length} cells, ${cells.size} of them different, ` +
        `need one for each of ${befores.length} × ${afters.length}`,
    );
  }
  const total = (before: string) =>
    rows.filter((row) => row.before === before).reduce((sum, { count }) => sum + count, 0);
  const lineName = (before: string) => `${words(before)} (${write(total(before))})`;
  const values = rows.map(({ before, after, count, share }) => ({
    before: lineName(before),
    after: words(after),
    share,
    text: write(count),
    ink: count === 0 ? "none" : share > 0.45 ? "light" : "dark",
  }));
  const y = {
    field: "before",
    type: "nominal",
    title: null,
    scale: { domain: befores.map(lineName), paddingInner: 0.06 },
    axis: { domain: false, ticks: false },
  };
  const x = {
    field: "after",
    type: "nominal",
    title: ["rows: failure of attempt 0 (questions)", "columns: after the last repair"],
    scale: { domain: afters.map(words), paddingInner: 0.06 },
    axis: { domain: false, ticks: false, orient: "top", labelAngle: 40, labelAlign: "right" },
  };
  return layFigure({
    name: `failures-${label}`,
    description:
      `For ${label}: failure type of attempt 0 against the outcome of the last repair, ` +
      "questions in the cells, shaded by their share of the row, under oracle feedback",
    title: [label],
    width,
    height: Math.round(befores.length * font * 2.4),
    layers: [
      {
        name: "cell",
        data: { values },
        mark: { type: "rect" },
        encoding: {
          x,
          y,
          color: {
            field: "share",
            type: "quantitative",
            scale: { domain: [0, 1], range: ["#f3f6f9", "#08306b"], interpolate: "lab" },
            legend: null,
          },
        },
      },
      {
        name: "count",
        data: { values },
        mark: { type: "text" },
        encoding: {
          x,
          y,
          text: { field: "text", type: "nominal" },
          color: {
            field: "ink",
            type: "nominal",
            scale: { domain: ["none", "dark", "light"], range: ["#9aa5b1", inks.text, "#ffffff"] },
            legend: null,
          },
        },
      },
    ],
  });
}

function words(type: string): string {
  return type.replaceAll("_", " ");
}

/** A count, or a mean of counts with one decimal. */
function write(count: number): string {
  return Number.isInteger(count) ? String(count) : count.toFixed(1);
}
