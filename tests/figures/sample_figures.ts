import { accuracyFigure } from "../../lib/figures/accuracy_figure.ts";
import { attemptsFigure } from "../../lib/figures/attempts_figure.ts";
import { breakdownFigure } from "../../lib/figures/breakdown_figure.ts";
import { databasesFigure } from "../../lib/figures/databases_figure.ts";
import { failuresFigure } from "../../lib/figures/failures_figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { flipsFigure } from "../../lib/figures/flips_figure.ts";
import { forestFigure } from "../../lib/figures/forest_figure.ts";
import { streamFigure } from "../../lib/figures/stream_figure.ts";
import type { FigureWidth } from "../../lib/figures/theme.ts";
import { tokensFigure } from "../../lib/figures/tokens_figure.ts";

/** Arms with labels as long and as odd as they may come. */
export const longArms = [
  "stateless",
  "dynamic-rag-repairs",
  "merit memory.typeCondition=untyped",
  'merit <b>&"; DROP TABLE x',
  "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
] as const;

/** Every figure over the same arms. */
export function sampleFigures(
  width: FigureWidth,
  { arms = ["stateless", "dynamic-rag", "merit"], databases = ["bike_share", "film_festival"] }: {
    readonly arms?: readonly string[];
    readonly databases?: readonly string[];
  } = {},
): readonly Figure[] {
  const types = ["result_mismatch", "schema_linking"];
  const measured = arms.map((label, at) => ({
    label,
    accuracy: 0.55 + at / 40,
    low: 0.4 + at / 40,
    high: 0.7 + at / 40,
  }));
  const difference = (at: number) => ({ difference: at / 40, low: at / 40 - 0.1, high: 0.15 });
  return [
    accuracyFigure([
      ...measured.map((row) => ({ ...row, first: 0.5, source: "measured" as const })),
      {
        label: "merit (paper, spider)",
        accuracy: 0.6979,
        low: null,
        high: null,
        first: null,
        source: "reported",
      },
    ], {
      width,
      budget: 7,
      setting: { benchmark: "bundled", model: "qwen2.5-coder-1.5b-instruct-q4_k_m", questions: 80 },
      reportedBy: "Qwen2.5-7B-Instruct",
    }),
    forestFigure(
      arms.slice(1).map((label, at) => ({
        label,
        ...difference(at),
        detectable: at === 0 ? null : 0.03,
        family: arms.length - 1,
        verdict: (["not tested", "not separated", "separated"] as const)[at % 3]!,
        bite: at === 0 ? 0.04 : 0.9,
      })),
      { width, base: "stateless" },
    ),
    attemptsFigure(
      measured.flatMap((row) =>
        [0, 1, 2, 3].map((attempt) => ({ ...row, attempt, accuracy: 0.5 + attempt / 40 }))
      ),
      { width, series: arms },
    ),
    streamFigure(
      arms.slice(1).flatMap((label, at) =>
        [0, 1, 2].map((part) => ({ label, from: part * 8, to: part * 8 + 8, ...difference(at) }))
      ),
      { width, series: arms, base: "stateless" },
    ),
    tokensFigure(
      [
        {
          label: "attempt 0",
          tokens: 352.25,
          accuracy: 0.5,
          low: null,
          high: null,
          isOnFront: true,
        },
        ...measured.map((row, at) => ({ ...row, tokens: 1800 + at * 250, isOnFront: at !== 1 })),
      ],
      { width, series: arms },
    ),
    failuresFigure(
      types.flatMap((before) =>
        ["solved", ...types].map((after, at) => ({ before, after, count: at * 2, share: at / 3 }))
      ),
      { width, label: arms.at(-1)! },
    ),
    databasesFigure(
      arms.slice(1).flatMap((label, at) =>
        databases.map((database) => ({ label, database, n: 40, ...difference(at) }))
      ),
      { width, series: arms, base: "stateless" },
    ),
    flipsFigure(
      arms.map((label, at) => ({
        ...{ label, rate: 0.05 + at / 40, low: 0.03 + at / 40, high: 0.15 + at / 40 },
        kind: at === arms.length - 1 ? "chance" : "memory",
      })),
      { width, base: "stateless" },
    ),
    breakdownFigure(
      [1, 2].flatMap((attempt) =>
        (["dense", "lexical"] as const).map((part, at) => ({
          attempt,
          entry: "+ question 66",
          part,
          score: 0.5 / (at + 1),
        }))
      ),
      { width, task: "68" },
    ),
  ];
}
