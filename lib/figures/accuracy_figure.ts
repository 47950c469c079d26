/**
 * Accuracy of each arm with its interval, before and after repair.
 *
 * @module
 */
import { legendOf, lineOf } from "./channels.ts";
import type { Figure, Layer } from "./figure.ts";
import { toPercent, writeInterval, writePercent } from "./format_values.ts";
import { accent, type FigureOptions, figureSizes, inks, layFigure } from "./theme.ts";
import { writeCount, writeNames } from "./write_words.ts";

/** What the measured rows are of. */
export interface AccuracySetting {
  /** Name of the benchmark. */
  readonly benchmark: string;
  /** Name of the model. */
  readonly model: string;
  /** Questions of the stream. */
  readonly questions: number;
}

/** Accuracy of one arm. Fractions are in [0, 1]. */
export interface AccuracyPoint {
  /** Unique. */
  readonly label: string;
  /** At the end, after at most K repairs. */
  readonly accuracy: number;
  /** Ends of its interval; null where none is known. */
  readonly low: number | null;
  /** See `low`. */
  readonly high: number | null;
  /** At attempt 0; null where it is not known. */
  readonly first: number | null;
  /** `reported`: read from a paper about another model, not measured here. */
  readonly source: "measured" | "reported";
}

const kinds = {
  measured: { shape: "circle", stroke: accent, fill: accent },
  first: { shape: "circle", stroke: inks.quiet, fill: "#ffffff" },
  reported: { shape: "diamond", stroke: inks.text, fill: "#ffffff" },
} as const;

/**
 * A dot an arm with its interval, an open dot at attempt 0, and the numbers in words beside.
 *
 * @param rows one an arm, from top to bottom
 * @param options `width`; `budget`: K, named at the axis; `setting`: what the measured rows are of,
 * named above the plot; `reportedBy`: what the reported rows are of
 * @returns the figure `accuracy`
 * @throws {RangeError} without rows
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { accuracyFigure } from "./accuracy_figure.ts";
 * const row = { label: "merit", accuracy: 0.6, low: 0.5, high: 0.7, first: 0.4, source: "measured" };
 * const figure = accuracyFigure([{ ...row, source: "measured" }], { budget: 7 });
 * assert.deepEqual(figure.spec.layer.map(({ name }) => name), ["interval", "dot", "number"]);
 * ```
 */
export function accuracyFigure(
  rows: readonly AccuracyPoint[],
  { width = "column", budget, setting, reportedBy = "another model" }: FigureOptions & {
    readonly budget: number;
    readonly setting?: AccuracySetting;
    readonly reportedBy?: string;
  },
): Figure {
  const { font } = figureSizes[width];
  const repairs = `after at most ${writeCount(budget, "repair")}`;
  const names = {
    measured: repairs,
    first: "attempt 0",
    reported: `reported for ${reportedBy}`,
  };
  const dots = rows.flatMap(({ label, accuracy, first, source }) => [
    ...(first === null ? [] : [{ label, kind: names.first, accuracy: toPercent(first) }]),
    { label, kind: names[source], accuracy: toPercent(accuracy) },
  ]);
  const shown = (["first", "measured", "reported"] as const)
    .filter((kind) => dots.some((dot) => dot.kind === names[kind]));
  const legend = shown.map((kind) => names[kind]);
  const kind = (part: "shape" | "stroke" | "fill") => ({
    field: "kind",
    type: "nominal",
    title: null,
    scale: { domain: legend, range: shown.map((kind) => kinds[kind][part]) },
    legend: legendOf(legend, width, 0.55),
  });
  const y = lineOf(rows.map(({ label }) => label));
  const withInterval = rows.filter(({ low, high }) => low !== null && high !== null);
  const x = {
    field: "accuracy",
    type: "quantitative",
    title: [
      "execution accuracy, oracle feedback (%)",
      ...(withInterval.length > 0 ? ["bars: 95 % intervals (Wilson)"] : []),
    ],
    scale: { zero: false, nice: true },
    axis: { tickCount: 5 },
  };
  const [measured, reported] = (["measured", "reported"] as const).map((source) =>
    rows.filter((row) => row.source === source).map(({ label }) => label)
  );
  const isOfMeasured = measured!.length > 0;
  const interval: Layer = {
    name: "interval",
    data: {
      values: withInterval.map(({ label, low, high }) => ({
        label,
        low: toPercent(low!),
        high: toPercent(high!),
      })),
    },
    mark: { type: "rule", color: accent },
    encoding: { y, x: { ...x, field: "low" }, x2: { field: "high" } },
  };
  return layFigure({
    name: "accuracy",
    description: [
      `Execution accuracy of ${writeNames(isOfMeasured ? measured! : reported!)} ${repairs}` +
      (setting === undefined
        ? ""
        : ` on ${writeCount(setting.questions, "question")} of ${setting.benchmark} with model ` +
          setting.model) +
      ", under oracle feedback",
      ...(withInterval.length > 0 ? ["bars are 95 % intervals (Wilson)"] : []),
      ...(shown.includes("first") ? ["open dots are attempt 0"] : []),
      ...(shown.includes("reported")
        ? [`diamonds are reported for ${reportedBy}, not measured`]
        : []),
    ].join("; "),
    ...(setting !== undefined && {
      title: [
        `${setting.benchmark}, n = ${setting.questions.toLocaleString("en-US")}`,
        setting.model,
      ],
    }),
    width,
    height: rows.length * font * 2,
    layers: [
      ...(withInterval.length > 0 ? [interval] : []),
      {
        name: "dot",
        data: { values: dots },
        mark: { type: "point" },
        encoding: {
          y,
          x,
          shape: kind("shape"),
          stroke: kind("stroke"),
          fill: kind("fill"),
        },
      },
      {
        name: "number",
        data: {
          values: rows.map((row) => ({
            label: row.label,
            text: `${writePercent(row.accuracy)} ${writeInterval(row, writePercent)}`.trim(),
          })),
        },
        mark: { type: "text", align: "left", dx: font },
        encoding: { y, x: { value: "width" }, text: { field: "text", type: "nominal" } },
      },
    ],
  });
}
