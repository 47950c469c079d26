/**
 * What an experiment would cost, as text.
 *
 * @module
 */
import type { ExperimentDeclaration } from "../experiment/define_experiment.ts";
import type { CellForecast } from "../experiment/forecast_effort.ts";
import { alignTable } from "./align_table.ts";
import { type RunEnd, writeEnds } from "./describe_ends.ts";
import { formatDuration, formatNumber } from "./format_numbers.ts";

/**
 * Writes a forecast as Markdown: a row an arm, their sum, where the recording ends.
 *
 * @param experiment what would be run
 * @param forecast one item a cell
 * @returns lines
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { writeForecast } from "./describe_forecast.ts";
 * const cell = {
 *   variant: "merit", order: 1, questions: 40, recordedQuestions: 40, recordedCalls: 160,
 *   expectedCalls: 0, mostCalls: 0, expectedTokens: 0, expectedMs: 0,
 *   meansOf: "", miss: "", endsAtMiss: false,
 * };
 * const experiment = { name: "example", question: "What?" };
 * assert.match(writeForecast(experiment, [cell]).join("\n"), /all of it is recorded/i);
 * ```
 */
export function writeForecast(
  experiment: Pick<ExperimentDeclaration, "name" | "question">,
  forecast: readonly CellForecast[],
): readonly string[] {
  const row = (name: string, cells: readonly CellForecast[]) => {
    const sum = (valueOf: (cell: CellForecast) => number | null) => addAll(cells.map(valueOf));
    const duration = sum((cell) => cell.expectedMs);
    return [
      name,
      `${formatNumber(sum((cell) => cell.recordedQuestions))} of ${
        formatNumber(sum((cell) => cell.questions))
      }`,
      formatNumber(sum((cell) => cell.recordedCalls)),
      formatNumber(sum((cell) => cell.expectedCalls)),
      formatNumber(sum((cell) => cell.mostCalls)),
      formatNumber(sum((cell) => cell.expectedTokens)),
      duration === null ? "–" : formatDuration(duration),
    ];
  };
  const arms = Map.groupBy(forecast, ({ variant }) => variant);
  const orders = [...new Set(forecast.map(({ order }) => order))].sort((a, b) => a - b);
  const misses = writeMisses(forecast);
  return [
    `## ${experiment.name}: ${experiment.question}`,
    "",
    ...alignTable(
      [
        "arm",
        "questions recorded",
        "calls recorded",
        "calls left",
        "at most",
        "tokens left",
        "time left",
      ],
      [...[...arms].map(([name, cells]) => row(name, cells)), row("all", forecast)],
    ),
    "",
    `${orders.length === 1 ? "Of order" : "Sums over orders"} ${orders.join(", ")}.`,
    "Each call counts once, in the first row that needs it: attempt 0 of a question is one call for all",
    "arms, and an arm without memory asks the same under every order. Calls, tokens and time left: the mean",
    "of a repaired question for each that fails at attempt 0, and attempts 0 that are not recorded; at most",
    "so many as far as the means hold, since arms with memory may happen to ask the same. Time is of one",
    "call after the other. A dash: fewer than ten questions are recorded to take a mean of.",
    ...writeBorrowed(forecast),
    ...writeBounded(forecast),
    ...(misses.length === 0 ? ["", "All of it is recorded."] : misses),
  ];
}

/**
 * Writes what the recording lacks first in each arm.
 *
 * @param forecast one item a cell
 * @returns lines; none where it answers all
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { writeMisses } from "./describe_forecast.ts";
 * assert.deepEqual(writeMisses([]), []);
 * ```
 */
export function writeMisses(forecast: readonly CellForecast[]): readonly string[] {
  const missing = forecast.filter(({ miss }) => miss !== "");
  return missing.length === 0
    ? []
    : ["", "The recording lacks, first of all:", "", ...writeEnds(missing.map(endOf))];
}

/** Names the arms whose means are those of another method, or of other arms of their own. */
function writeBorrowed(forecast: readonly CellForecast[]): readonly string[] {
  const pairs = forecast.flatMap(({ variant, meansOf }) =>
    meansOf === null || meansOf === ""
      ? []
      : [`${variant} from ${meansOf === variant ? "all orders of it" : meansOf}`]
  );
  if (pairs.length === 0) return [];
  return [
    `Means are borrowed where fewer than ten repaired questions are recorded: ${
      [...new Set(pairs)].join(", ")
    }.`,
  ];
}

/** Names the arms of which more may be recorded than the replay finds. */
function writeBounded(forecast: readonly CellForecast[]): readonly string[] {
  const arms = forecast.filter(({ endsAtMiss }) => endsAtMiss).map(({ variant }) => variant);
  if (arms.length === 0) return [];
  return [
    `More may be recorded of ${
      [...new Set(arms)].join(", ")
    }: with memory of other databases each ` +
    "question may hang on all before it, so that the first miss ends the count.",
  ];
}

function endOf({ variant, order, recordedQuestions, questions, miss }: CellForecast): RunEnd {
  return { arm: variant, order, done: recordedQuestions, total: questions, why: miss };
}

/** Null where any of them is. */
function addAll(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (sum, value) => sum === null || value === null ? null : sum + value,
    0,
  );
}
