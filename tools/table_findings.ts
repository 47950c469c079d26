/**
 * What is said of the tables that experiments show beside their contrasts: accuracy at equal tokens, and how
 * far a placebo is one.
 *
 * @module
 */
import type { ExperimentReport } from "../lib/commands/describe_experiment.ts";
import { tabulateEqualTokens } from "../lib/commands/experiment_views.ts";
import { formatNumber } from "../lib/commands/format_numbers.ts";
import { placeOf, type Reports } from "./contrast_findings.ts";

/** The main comparison has its own table in the results. */
function writeEqualTokens(report: ExperimentReport, input: Reports): readonly string[] {
  const equal = report.views.equalTokens;
  if (equal === null || report === input.reports[0]) return [];
  return [
    "",
    `Of${placeOf(report, input).slice(" in".length)}:`,
    "",
    ...tabulateEqualTokens(equal),
  ];
}

function writePlacebo(report: ExperimentReport, input: Reports): readonly string[] {
  return (report.views.placebo ?? []).map(({ prompts, matched, short, tokenRatio }) =>
    `Of ${formatNumber(prompts)} repair prompts${
      placeOf(report, input)
    } in which MERIT would have shown entries, ${
      formatNumber(matched)
    } show as many of each polarity, as long within 10 %; ${
      formatNumber(short)
    } show fewer, for want of such entries of other databases; the other ${
      formatNumber(prompts - matched - short)
    } differ in length. Its entries have ${formatNumber(tokenRatio, 2)} times the tokens.`
  );
}

/** The sections; none where no table is there. */
export function writeTables(input: Reports): readonly string[] {
  const equal = input.reports.flatMap((report) => writeEqualTokens(report, input));
  const placebo = input.reports.flatMap((report) => writePlacebo(report, input));
  return [
    ...(equal.length === 0 ? [] : [
      ...["", "## At equal tokens", ""],
      "Share of questions solved at no more than so many tokens; that of the main comparison is in [results](results.md).",
      ...equal,
    ]),
    ...(placebo.length === 0 ? [] : ["", "## How far the placebo is one", "", ...placebo]),
  ];
}
