/**
 * What an experiment would cost, as text.
 *
 * @module
 */
import type { ExperimentDeclaration } from "../experiment/define_experiment.ts";
import type { CellForecast } from "../experiment/forecast_effort.ts";
import { alignTable } from "./align_table.ts";
import { formatDuration, formatNumber } from "./format_numbers.ts";
import { toLine } from "./printable.ts";

/**
 * Writes a forecast as Markdown: a row a cell, their sum, where the recording ends.
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
 *   expectedCalls: 0, mostCalls: 0, expectedTokens: 0, expectedMs: 0, miss: "",
 * };
 * const experiment = { name: "example", question: "What?" };
 * assert.match(writeForecast(experiment, [cell]).join("\n"), /all of it is recorded/i);
 * ```
 */
export function writeForecast(
  experiment: Pick<ExperimentDeclaration, "name" | "question">,
  forecast: readonly CellForecast[],
): readonly string[] {
  const time = (ms: number | null) => ms === null ? "–" : formatDuration(ms);
  const sum = (value: (cell: CellForecast) => number | null) =>
    forecast.reduce<number | null>((total, cell) => {
      const next = value(cell);
      return total === null || next === null ? null : total + next;
    }, 0);
  const row = (
    name: string,
    order: string,
    value: (of: (cell: CellForecast) => number | null) => number | null,
  ) => [
    name,
    order,
    `${formatNumber(value((cell) => cell.recordedQuestions))} of ${
      formatNumber(value((cell) => cell.questions))
    }`,
    formatNumber(value((cell) => cell.recordedCalls)),
    formatNumber(value((cell) => cell.expectedCalls)),
    formatNumber(value((cell) => cell.mostCalls)),
    formatNumber(value((cell) => cell.expectedTokens)),
    time(value((cell) => cell.expectedMs)),
  ];
  const missing = forecast.filter(({ miss }) => miss !== "");
  return [
    `## ${experiment.name}: ${experiment.question}`,
    "",
    ...alignTable(
      [
        "arm",
        "order",
        "questions recorded",
        "calls recorded",
        "calls left",
        "at most",
        "tokens left",
        "time left",
      ],
      [
        ...forecast.map((cell) => row(cell.variant, String(cell.order), (of) => of(cell))),
        row("all", "", sum),
      ],
    ),
    "",
    "Calls, tokens and time left are means of the recorded questions times the questions left; time is",
    "of one call after the other. A dash: nothing is recorded to take a mean of.",
    ...(missing.length === 0 ? ["", "All of it is recorded."] : ["", "The recording ends at:"]),
    ...missing.map(({ variant, order, miss }) =>
      `- ${variant}, order ${order}: ${toLine(miss, 160)}`
    ),
  ];
}
