/**
 * How many questions flip beside a base, against how many do by chance.
 *
 * @module
 */
import { legendOf, lineOf } from "./channels.ts";
import type { Figure } from "./figure.ts";
import { toPercent, writeInterval, writePercent } from "./format_values.ts";
import { accent, type FigureOptions, figureSizes, inks, layFigure } from "./theme.ts";
import { writeNames } from "./write_words.ts";

/** The flips of one arm beside the base. Fractions are in [0, 1]. */
export interface FlipsPoint {
  /** Unique. */
  readonly label: string;
  /** Share of questions that one of the two alone solves. */
  readonly rate: number;
  /** Ends of its interval. */
  readonly low: number;
  /** See `low`. */
  readonly high: number;
  /** `chance`: the base beside itself, another seed apart. */
  readonly kind: "memory" | "chance";
}

const looks = {
  memory: { name: "with a memory", stroke: accent, fill: accent },
  chance: { name: "another seed", stroke: inks.text, fill: "#ffffff" },
} as const;

/**
 * A dot an arm with its interval: the share of questions that it or the base solves alone. What is no
 * further right than the open dot flips no more often than two runs of the base do.
 *
 * @param rows one an arm, from top to bottom
 * @param options `width`; `base`: what they are compared with
 * @returns the figure `flips`
 * @throws {RangeError} without rows
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { flipsFigure } from "./flips_figure.ts";
 * const row = { label: "merit", rate: 0.1, low: 0.04, high: 0.23, kind: "memory" } as const;
 * const figure = flipsFigure([row], { base: "stateless" });
 * assert.deepEqual(figure.spec.layer.map(({ name }) => name), ["interval", "dot", "number"]);
 * ```
 */
export function flipsFigure(
  rows: readonly FlipsPoint[],
  { width = "column", base }: FigureOptions & { readonly base: string },
): Figure {
  const { font } = figureSizes[width];
  const shown = (["memory", "chance"] as const).filter((kind) =>
    rows.some((row) => row.kind === kind)
  );
  const names = shown.map((kind) => looks[kind].name);
  const kind = (part: "stroke" | "fill") => ({
    field: "kind",
    type: "nominal",
    title: null,
    scale: { domain: names, range: shown.map((one) => looks[one][part]) },
    legend: legendOf(names, width, 0.55),
  });
  const y = lineOf(rows.map(({ label }) => label));
  const x = {
    field: "rate",
    type: "quantitative",
    title: [`questions that flip beside ${base} (%)`, "bars: 95 % intervals (Wilson)"],
    scale: { zero: true, nice: true },
    axis: { tickCount: 5 },
  };
  const [memory, chance] = (["memory", "chance"] as const).map((kind) =>
    rows.filter((row) => row.kind === kind).map(({ label }) => label)
  );
  return layFigure({
    name: "flips",
    description: [
      `Share of questions that ${writeNames([...memory!, ...chance!], "or")} and ${base} do not ` +
      "both solve or both miss, under oracle feedback",
      "bars are 95 % intervals (Wilson)",
      ...(chance!.length > 0 ? ["the open dot is chance: two runs of one method"] : []),
    ].join("; "),
    width,
    height: rows.length * font * 2,
    layers: [
      {
        name: "interval",
        data: {
          values: rows.map(({ label, low, high }) => ({
            label,
            low: toPercent(low),
            high: toPercent(high),
          })),
        },
        mark: { type: "rule", color: accent },
        encoding: { y, x: { ...x, field: "low" }, x2: { field: "high" } },
      },
      {
        name: "dot",
        data: {
          values: rows.map(({ label, rate, kind }) => ({
            label,
            kind: looks[kind].name,
            rate: toPercent(rate),
          })),
        },
        mark: { type: "point" },
        encoding: { y, x, stroke: kind("stroke"), fill: kind("fill") },
      },
      {
        name: "number",
        data: {
          values: rows.map((row) => ({
            label: row.label,
            text: `${writePercent(row.rate)} ${writeInterval(row, writePercent)}`.trim(),
          })),
        },
        mark: { type: "text", align: "left", dx: font },
        encoding: { y, x: { value: "width" }, text: { field: "text", type: "nominal" } },
      },
    ],
  });
}
