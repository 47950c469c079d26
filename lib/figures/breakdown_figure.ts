/**
 * How the entries that one episode retrieved scored, part by part.
 *
 * @module
 */
import { legendOf, lineOf } from "./channels.ts";
import type { Figure } from "./figure.ts";
import { accent, type FigureOptions, figureSizes, layFigure, tidy } from "./theme.ts";

/** One part of the score of one retrieved entry. */
export interface ScorePart {
  /** The attempt whose prompt shows the entry. */
  readonly attempt: number;
  /** The entry as the figure names it. */
  readonly entry: string;
  /** The part of the score. */
  readonly part: "dense" | "lexical" | "preferred";
  /** What the part adds to the score, its weight included. */
  readonly score: number;
}

const parts = ["dense", "lexical", "preferred"] as const;
const inksOf = { dense: accent, lexical: "#e69f00", preferred: "#d9d9d9" };

/**
 * A bar a retrieved entry, its parts side by side.
 *
 * @param rows in the order of the prompts, every part of an entry a row
 * @param options `width`; `task`: the question's id
 * @returns the figure `breakdown`
 * @throws {RangeError} without rows
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { breakdownFigure } from "./breakdown_figure.ts";
 * const row = { attempt: 1, entry: "+ 3", part: "dense", score: 0.6 } as const;
 * assert.match(breakdownFigure([row], { task: "9" }).description, /question 9/);
 * ```
 */
export function breakdownFigure(
  rows: readonly ScorePart[],
  { width = "column", task }: FigureOptions & { readonly task: string },
): Figure {
  const { font } = figureSizes[width];
  const name = ({ attempt, entry }: ScorePart) => `repair ${attempt}: ${entry}`;
  const entries = [...new Set(rows.map(name))];
  const shown = parts.filter((part) => rows.some((row) => row.part === part));
  return layFigure({
    name: "breakdown",
    description:
      `Retrieved entries of question ${task}, repair by repair: what each part adds to ` +
      "an entry's score",
    title: [`question ${task}`],
    width,
    height: Math.round(entries.length * font * 1.7),
    layers: [{
      name: "part",
      data: {
        values: rows.map((row) => ({
          entry: name(row),
          part: row.part,
          score: Number(row.score.toFixed(6)),
          place: parts.indexOf(row.part),
        })),
      },
      mark: { type: "bar", height: { band: 0.7 }, stroke: "#ffffff", strokeWidth: tidy(font / 14) },
      encoding: {
        y: lineOf(entries, "entry"),
        x: {
          field: "score",
          type: "quantitative",
          title: "score, weights included",
          axis: { tickCount: 5 },
        },
        order: { field: "place", type: "quantitative" },
        color: {
          field: "part",
          type: "nominal",
          title: null,
          scale: { domain: shown, range: shown.map((part) => inksOf[part]) },
          legend: { ...legendOf(shown, width, 0.6), symbolType: "square" },
        },
      },
    }],
  });
}
