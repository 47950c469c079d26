/**
 * Differences to a base, each with its interval and with what could have been detected at all.
 *
 * @module
 */
import { legendOf, lineOf, spanOf } from "./channels.ts";
import type { Figure, JsonObject, Layer } from "./figure.ts";
import { toPercent, writeInterval, writePercent, writePoints } from "./format_values.ts";
import { accent, type FigureOptions, figureSizes, inks, layFigure, tidy } from "./theme.ts";
import { writeCount, writeNames } from "./write_words.ts";

/** One contrast. Differences are of fractions, in [−1, 1]. */
export interface ForestRow {
  /** Unique, such as `merit − stateless`. */
  readonly label: string;
  /** Accuracy of the variant minus accuracy of the base. */
  readonly difference: number;
  /** Ends of its interval; null where it is undefined. */
  readonly low: number | null;
  /** See `low`. */
  readonly high: number | null;
  /** Smallest difference that this many questions could show; null where they can show none. */
  readonly detectable: number | null;
  /** Contrasts in the family that `detectable` is for. */
  readonly family: number;
  /** What the test says; `not tested`: the variant hardly changed a prompt. */
  readonly verdict: "separated" | "not separated" | "not tested";
  /** Share of repair prompts that differ from the base's; null where there are none in common. */
  readonly bite: number | null;
}

const looks = {
  separated: { shape: "circle", stroke: accent, fill: accent },
  "not separated": { shape: "circle", stroke: accent, fill: "#ffffff" },
  "not tested": { shape: "cross", stroke: inks.quiet, fill: "#ffffff" },
} as const;

/**
 * A dot a contrast with its interval; behind it, grey, the differences too small to be detected.
 *
 * @param rows one a contrast, from top to bottom
 * @param options `width`; `base`: the one arm that all contrasts are with, as the axis names it
 * @returns the figure `forest`
 * @throws {RangeError} without rows
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { forestFigure } from "./forest_figure.ts";
 * const row = { label: "no negatives", difference: -0.02, low: -0.05, high: 0.01, detectable: 0.03 };
 * const figure = forestFigure([{ ...row, family: 3, verdict: "not separated", bite: 0.4 }]);
 * assert.deepEqual(figure.spec.layer.map(({ name }) => name), [
 *   ...["undetectable", "zero", "interval", "dot", "number"],
 * ]);
 * ```
 */
export function forestFigure(
  rows: readonly ForestRow[],
  { width = "column", base = null }: FigureOptions & { readonly base?: string | null } = {},
): Figure {
  const { font } = figureSizes[width];
  const y = lineOf(rows.map(({ label }) => label));
  const bands = rows.filter(({ detectable }) => detectable !== null);
  const intervals = rows.filter(({ low, high }) => low !== null && high !== null);
  const x = {
    field: "difference",
    type: "quantitative",
    title: [
      base === null ? "difference in accuracy (points)" : `difference to ${base} (points)`,
      ...(bands.length > 0 ? ["shaded: smaller than this n can detect"] : []),
      ...(bands.length < rows.length ? ["no shade: this n can detect no difference"] : []),
      writeFamily(rows),
      ...(intervals.length > 0 ? ["bars: 95 % intervals, paired bootstrap"] : []),
    ],
    scale: spanOf(
      [
        ...rows.flatMap(({ difference, low, high }) => [difference, low, high]),
        ...bands.flatMap(({ detectable }) => [detectable, -detectable!]),
      ].map((value) => value === null ? null : toPercent(value)),
    ),
    axis: { tickCount: 5 },
  };
  const shown = (["separated", "not separated", "not tested"] as const)
    .filter((verdict) => rows.some((row) => row.verdict === verdict));
  const verdict = (part: "shape" | "stroke" | "fill"): JsonObject => ({
    field: "verdict",
    type: "nominal",
    title: null,
    scale: { domain: shown, range: shown.map((name) => looks[name][part]) },
    legend: legendOf(shown, width, 0.55),
  });
  const undetectable: Layer = {
    name: "undetectable",
    data: {
      values: bands.map(({ label, detectable }) => ({
        label,
        low: toPercent(-detectable!),
        high: toPercent(detectable!),
      })),
    },
    mark: { type: "bar", color: "#e6e6e6", height: { band: 1 } },
    encoding: { y, x: { ...x, field: "low" }, x2: { field: "high" } },
  };
  const interval: Layer = {
    name: "interval",
    data: {
      values: intervals.map(({ label, low, high, verdict }) => ({
        label,
        low: toPercent(low!),
        high: toPercent(high!),
        verdict,
      })),
    },
    mark: { type: "rule" },
    encoding: {
      y,
      x: { ...x, field: "low" },
      x2: { field: "high" },
      stroke: verdict("stroke"),
    },
  };
  return layFigure({
    name: "forest",
    description: [
      `${rows.length === 1 ? "Difference" : "Differences"} in execution accuracy` +
      `${base === null ? "" : ` to ${base}`} under oracle feedback, in percentage points: ` +
      writeNames(rows.map(({ label }) => label)),
      ...(intervals.length > 0 ? ["bars are 95 % intervals of a paired bootstrap"] : []),
      ...(bands.length > 0 ? ["grey bands hold differences too small to be detected"] : []),
      ...(bands.length < rows.length ? ["without a band none can be detected"] : []),
      `tested ${writeFamily(rows)}`,
    ].join("; "),
    width,
    height: rows.length * font * 2,
    layers: [
      ...(bands.length > 0 ? [undetectable] : []),
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
          values: rows.map(({ label, difference, verdict }) => ({
            label,
            difference: toPercent(difference),
            verdict,
          })),
        },
        mark: { type: "point" },
        encoding: {
          y,
          x,
          shape: verdict("shape"),
          stroke: verdict("stroke"),
          fill: verdict("fill"),
        },
      },
      {
        name: "number",
        data: { values: rows.map((row) => ({ label: row.label, text: writeRow(row) })) },
        mark: { type: "text", align: "left", dx: font },
        encoding: { y, x: { value: "width" }, text: { field: "text", type: "nominal" } },
      },
    ],
  });
}

/**
 * The families of contrasts, as texts name what a detectable difference is for.
 *
 * @param rows one a contrast
 * @returns such as `in a family of 5 contrasts`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { writeFamily } from "./forest_figure.ts";
 * assert.equal(writeFamily([{ family: 5 }, { family: 5 }]), "in a family of 5 contrasts");
 * assert.equal(writeFamily([{ family: 5 }, { family: 2 }]), "in families of 2 or 5 contrasts");
 * ```
 */
export function writeFamily(rows: readonly Pick<ForestRow, "family">[]): string {
  const sizes = [...new Set(rows.map(({ family }) => family))].sort((a, b) => a - b);
  if (sizes.length === 1) return `in a family of ${writeCount(sizes[0]!, "contrast")}`;
  return `in families of ${writeNames(sizes, "or")} contrasts`;
}

function writeRow(row: ForestRow): string {
  if (row.verdict === "not tested") {
    return row.bite === null ? "not tested" : `not tested, bite ${writePercent(row.bite)} %`;
  }
  return `${writePoints(row.difference)} ${writeInterval(row, writePoints)}`.trim();
}
