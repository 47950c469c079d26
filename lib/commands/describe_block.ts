/**
 * A block of runs as data and as text.
 *
 * @module
 */
import { compareFirstAttempts } from "../analysis/compare_first_attempts.ts";
import type { RunBlock } from "../analysis/group_runs.ts";
import { type PartTally, type RunSummary, summarizeRun } from "../analysis/summarize_run.ts";
import type { LoopConfiguration } from "../loop/configuration.ts";
import { methods } from "../loop/methods.ts";
import type { StoredRun } from "../runs/run_reader.ts";
import { alignTable } from "./align_table.ts";
import { formatNumber, formatPercent } from "./format_numbers.ts";
import { toLine } from "./printable.ts";
import { shortestEndings } from "./shortest_endings.ts";

/** The ways to break a table down. */
export const breakdowns = ["database", "difficulty", "failure"] as const;

/** A way to break a table down. */
export type Breakdown = typeof breakdowns[number];

/** A run of a block: its numbers and how a table names it. */
export interface BlockRow extends RunSummary {
  /** The method, and what else tells it from the block's other runs. */
  readonly label: string;
}

/** A block of comparable runs as `merit report --json` prints it. Fractions are in [0, 1]. */
export interface BlockReport {
  /** Its name. */
  readonly benchmark: string;
  /** Seed of the stream order. */
  readonly order: number;
  /** Length of the stream. */
  readonly questions: number;
  /** How answers are compared. */
  readonly mode: string;
  /** Version of that comparison. */
  readonly judgeVersion: string;
  /** As the server names it. */
  readonly model: string;
  /** Program that served the model. */
  readonly server: string;
  /** K. */
  readonly budget: number;
  /** What the oracle told the loop: its whole answer, or errors and timeouts. */
  readonly oracleFeedback: LoopConfiguration["feedback"];
  /** In the order in which tables show the methods. */
  readonly runs: readonly BlockRow[];
  /** What a reader must know before comparing the rows. */
  readonly notes: readonly string[];
}

/**
 * Summarises a block of runs, in the order in which tables show the methods.
 *
 * @param block runs that may be compared
 * @returns numbers and notes
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { describeBlock } from "./describe_block.ts";
 * const run = await exampleRun();
 * const report = describeBlock({ runs: [run], variants: [""] });
 * assert.deepEqual(report.runs.map(({ label }) => label), ["merit"]);
 * ```
 */
export function describeBlock({ runs, variants }: RunBlock): BlockReport {
  const place = (run: StoredRun) => methods.findIndex(({ name }) => name === run.manifest.method);
  const named = runs.map((run, at) => ({ run, label: nameRow(run, variants[at]!) }))
    .sort((a, b) => place(a.run) - place(b.run));
  const rows = named.map(({ run, label }): BlockRow => {
    const alike = named.filter((other) => other.label === label).map(({ run }) => run);
    const ending = shortestEndings(alike.map(({ path }) => path))[alike.indexOf(run)]!;
    return { label: alike.length > 1 ? `${label} (${ending})` : label, ...summarizeRun(run) };
  });
  const { benchmark, order, stream, judge, model, configuration } = runs[0]!.manifest;
  return {
    benchmark: benchmark.name,
    order,
    questions: stream.length,
    mode: judge.mode,
    judgeVersion: judge.version,
    model: model.name,
    server: model.server,
    budget: configuration.budget,
    oracleFeedback: configuration.feedback,
    runs: rows,
    notes: [
      ...noteFirstAttempts(named.map(({ run }) => run), rows),
      ...rows.flatMap(noteUnscored),
      ...noteReplays(rows),
    ],
  };
}

function nameRow({ manifest }: StoredRun, variant: string): string {
  return variant === "" ? manifest.method : `${manifest.method} ${variant}`;
}

function noteFirstAttempts(
  runs: readonly StoredRun[],
  rows: readonly BlockRow[],
): readonly string[] {
  return runs.slice(1).flatMap((run, at) => {
    const { shared, differing } = compareFirstAttempts(runs[0]!, run);
    if (differing === 0) return [];
    return [
      `Attempt 0 differs between ${rows[0]!.label} and ${rows[at + 1]!.label} on ${differing} of ` +
      `${shared} questions: methods must share it, so these rows compare more than repairs`,
    ];
  });
}

function noteUnscored({ label, unscoredNotes }: BlockRow): readonly string[] {
  return unscoredNotes.map(({ note, count }) =>
    `${label}: ${count} unscored, ${toLine(note, 200)}`
  );
}

function noteReplays(rows: readonly BlockRow[]): readonly string[] {
  const calls = rows.reduce((sum, { costs }) => sum + costs.calls, 0);
  const replayed = rows.reduce((sum, { costs }) => sum + costs.replayedCalls, 0);
  if (replayed === 0) return [];
  return [
    `${formatNumber(replayed)} of ${formatNumber(calls)} calls were answered from a recording; ` +
    "their tokens are those of the calls recorded",
  ];
}

/**
 * Writes a block as Markdown: a heading, the table of methods, notes, breakdowns.
 *
 * @param report a block's numbers
 * @param shown the breakdowns to write
 * @returns lines
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { describeBlock, writeBlock } from "./describe_block.ts";
 * const block = { runs: [await exampleRun()], variants: [""] };
 * assert.match(writeBlock(describeBlock(block), []).join("\n"), /oracle feedback, K = 7/);
 * ```
 */
export function writeBlock(
  report: BlockReport,
  shown: readonly Breakdown[],
): readonly string[] {
  const { benchmark, order, mode, budget, oracleFeedback, runs, notes } = report;
  const limited = oracleFeedback === "full" ? "" : " of errors and timeouts only";
  return [
    `## ${toLine(benchmark)}, order ${order}, judged by ${mode}`,
    "",
    `oracle feedback${limited}, K = ${budget}, model ${toLine(report.model)} on ` +
    `${toLine(report.server)}, ${report.questions} questions, judge version ${report.judgeVersion}`,
    "",
    ...alignTable(
      [
        "method",
        "n",
        "attempt 0",
        `at ${budget}`,
        "fixed",
        "unscored",
        "timeouts",
        "truncated",
        "empty",
        "calls/question",
        "calls/solved",
        "tokens/question",
        "tokens/solved",
      ],
      runs.map(writeRow),
    ),
    "",
    "n: scored questions, the denominator of both percentages. fixed: wrong at attempt 0, right",
    `at ${budget}. timeouts, truncated, empty: attempts whose query ran out of time, whose answer the`,
    "token limit cut, whose answer was thinking only. Calls and tokens include attempt 0.",
    ...notes.flatMap((note) => ["", `Note: ${note}.`]),
    ...shown.flatMap((by) => writeBreakdown(runs, by)),
  ];
}

function nameCompleteness({ label, complete, n, total }: BlockRow): string {
  return complete ? label : `${label} (incomplete: ${n} of ${total})`;
}

function writeRow(row: BlockRow): readonly string[] {
  const { costs } = row;
  return [
    nameCompleteness(row),
    formatNumber(row.scored),
    formatPercent(row.accuracyFirst),
    formatPercent(row.accuracyLast),
    `${row.fixed} of ${row.scored - row.correctFirst}`,
    formatNumber(row.unscored),
    formatNumber(row.timeouts),
    formatNumber(row.truncated),
    formatNumber(row.empty),
    formatNumber(costs.callsPerQuestion, 2),
    formatNumber(costs.callsPerSolved, 2),
    formatNumber(costs.tokensPerQuestion),
    formatNumber(costs.tokensPerSolved),
  ];
}

function partsOf(row: BlockRow, by: Breakdown): readonly PartTally[] {
  switch (by) {
    case "database":
      return row.byDatabase;
    case "difficulty":
      return row.byDifficulty;
    case "failure":
      return row.byFailure;
  }
}

function writeBreakdown(rows: readonly BlockRow[], by: Breakdown): readonly string[] {
  const parts = [...new Set(rows.flatMap((row) => partsOf(row, by)).map(({ part }) => part))];
  if (parts.length === 0 || (parts.length === 1 && parts[0] === "")) return [];
  const title = by === "failure"
    ? ["By failure type of attempt 0", "fixed of all"]
    : [`By ${by}`, "attempt 0 → end (scored)"];
  const write = (row: BlockRow, part: string) => {
    const tally = partsOf(row, by).find((candidate) => candidate.part === part);
    if (tally === undefined) return "–";
    const { fixed, scored, accuracyFirst, accuracyLast } = tally;
    return by === "failure"
      ? `${fixed} of ${scored}`
      : `${formatPercent(accuracyFirst)} → ${formatPercent(accuracyLast)} (${scored})`;
  };
  return [
    "",
    `### ${title.join(": ")}`,
    "",
    ...alignTable(
      [by, ...rows.map(nameCompleteness)],
      parts.map((part) => [part || "none given", ...rows.map((row) => write(row, part))]),
    ),
  ];
}
