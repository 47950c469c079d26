/**
 * Reports as Markdown.
 *
 * @module
 */
import { alignTable } from "../lib/commands/align_table.ts";
import type { Machine } from "./environment.ts";
import { type Goal, isMet, type Line, type Row, type RowReport, type Spread } from "./row.ts";

/** Three significant digits, with separators from 1,000 on. */
export function formatValue(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(3)));
}

function formatSpread({ median, low, high, rounds }: Spread): string {
  if (rounds === 1) return formatValue(median);
  return `${formatValue(median)} (${formatValue(low)}–${formatValue(high)})`;
}

function formatGoal(goal: Goal | null): string {
  if (goal === null) return "";
  return "ratioAtLeast" in goal
    ? `≥ ${formatValue(goal.ratioAtLeast)} ×`
    : `≤ ${formatValue(goal.valueAtMost)}`;
}

function formatMet(line: Line): string {
  const met = isMet(line);
  return met === null ? "" : met ? "met" : "MISSED";
}

/** What it ran on, and how busy that was. */
export function renderMachine(
  machine: Machine,
  { load, quick }: { readonly load: number; readonly quick: boolean },
): string {
  const { processor, cores, memoryGiB, system, deno, v8, peers } = machine;
  return [
    `${processor}, ${cores} cores, ${memoryGiB} GiB; ${system}; load at the start ${
      load.toFixed(1)
    }`,
    `Deno ${deno} (V8 ${v8})${peers.length > 0 ? `; ${peers.join(", ")}` : ""}`,
    ...(quick ? ["Quick: small inputs, two rounds. These are no measurements."] : []),
    "",
    "Values and ratios are medians with the least and the most of all rounds; a ratio is the peer's time",
    "over ours, round by round.",
    "",
  ].join("\n");
}

/** One row as a heading, a table and notes. */
export function renderReport(row: Row, report: RowReport | null): string {
  const heading = `## ${row.name}: ${row.title}\n`;
  if (report === null) return `${heading}\nFAILED, see above\n`;
  if (report.skipped !== "") return `${heading}\nskipped: ${report.skipped}\n`;
  const table = alignTable(
    ["work", "unit", "ours", "peer", "its value", "ratio", "goal", "", "results"],
    report.lines.map((line) => [
      line.work,
      line.unit,
      formatSpread(line.ours),
      line.against?.name ?? "",
      line.against === null ? "" : formatSpread(line.against.value),
      line.against === null ? "" : `${formatSpread(line.against.ratio)} ×`,
      formatGoal(line.goal),
      formatMet(line),
      line.note,
    ]),
  );
  const rounds = Math.max(...report.lines.map(({ ours }) => ours.rounds));
  const notes = [`${rounds} rounds`, ...report.notes].map((note) => `- ${note}`);
  return [heading, ...table, "", ...notes, ""].join("\n");
}
