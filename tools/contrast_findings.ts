/**
 * What is said of contrasts, whatever they were measured on: what was found, and what this n leaves open.
 *
 * @module
 */
import { experiments } from "../experiments/all.ts";
import type { ContrastEstimate } from "../lib/analysis/contrast_estimate.ts";
import { alignTable } from "../lib/commands/align_table.ts";
import type { ExperimentReport } from "../lib/commands/describe_experiment.ts";
import {
  formatNumber,
  formatPercent,
  formatPlainP,
  formatPoints,
} from "../lib/commands/format_numbers.ts";
import { explainMarks, markInterval } from "../lib/commands/mark_intervals.ts";
import { writeCount, writeNames } from "../lib/figures/write_words.ts";
import type { Interval } from "../lib/stats/interval.ts";

/** What is said of experiments alone. */
export interface Reports {
  /** One an experiment that is recorded in part at least, the main comparison first. */
  readonly reports: readonly ExperimentReport[];
}

interface Found {
  readonly report: ExperimentReport;
  readonly contrast: ContrastEstimate;
}

/** All contrasts; without those of a search that the main comparison tests over the same databases. */
function contrastsOf({ reports }: Reports): readonly Found[] {
  const [main] = reports;
  const isTested = (report: ExperimentReport, { name }: ContrastEstimate) =>
    main!.contrasts.some((one) => one.name === name) &&
    report.databases.join() === main!.databases.join();
  return reports.flatMap((report) =>
    report.contrasts
      .filter((contrast) => !(report.exploratory && isTested(report, contrast)))
      .map((contrast) => ({ report, contrast }))
  );
}

/** Those with a hypothesis: a search without one separates nothing. */
const declaredOf = (input: Reports) =>
  contrastsOf(input).filter(({ report }) => !report.exploratory);

/** Where a report stands: nothing is said of the main comparison and its databases. */
export function placeOf(report: ExperimentReport, { reports: [main] }: Reports): string {
  if (report === main) return "";
  const databases = writeNames(report.databases);
  const where = databases === writeNames(main!.databases) ? "" : ` on ${databases}`;
  return ` in \`${report.experiment}\`${where}`;
}

/** A difference with its unit. */
export const points = (value: number | null) => `${formatPoints(value)} points`;
const writeRange = ({ low, high }: Interval) =>
  `${formatPoints(low)} to ${formatPoints(high)} points`;
/** Which contrasts are separated, of those whose prompts differ enough to be tested. */
export function writeSeparated(input: Reports): string {
  const found = declaredOf(input);
  const tested = found.filter(({ contrast }) => contrast.verdict !== "not tested");
  const separated = tested.filter(({ contrast }) => contrast.verdict === "separated");
  const untested = found.length - tested.length, isOne = tested.length === 1;
  const all = `Of ${writeCount(found.length, "recorded contrast")}`;
  if (tested.length === 0) return `${all} none is tested.`;
  const subject = untested === 0
    ? isOne ? "The one recorded contrast" : all
    : `${all} ${untested} ${untested === 1 ? "is" : "are"} not tested; ${
      isOne ? "the other" : `of the other ${tested.length},`
    }`;
  if (separated.length === 0) {
    return `${subject} ${
      isOne ? "is not" : "none is"
    } separated: no method is seen to be better than another.`;
  }
  const count = isOne ? "is" : separated.length === 1 ? "1 is" : `${separated.length} are`;
  const names = separated.map(({ report, contrast }) =>
    `${contrast.name}${placeOf(report, input)} (${points(contrast.difference)})`
  );
  return `${subject} ${count} separated: ${writeNames(names)}.`;
}

/** Which contrasts stand in the table and are not counted. */
function writeUncounted(input: Reports): string {
  const count = contrastsOf(input).length - declaredOf(input).length;
  if (count === 0) return "";
  return ` ${count} more ${
    count === 1 ? "is" : "are"
  } of a search without a hypothesis, and not counted.`;
}

/** Accuracies and contrasts; with the links to figures of both, where there are any. */
export function writeFound(
  input: Reports,
  [accuracy, forest]: readonly string[] = [],
): readonly string[] {
  const found = contrastsOf(input);
  const [main] = input.reports;
  return [
    ...["", "## What was found", ""],
    writeSeparated(input) + writeUncounted(input),
    "",
    ...alignTable(
      [
        "method",
        "n",
        "attempt 0",
        `at ${main!.budget}`,
        "95 % interval",
        "calls/question",
        "tokens/question",
      ],
      main!.arms.map(({ label, n, first, accuracy, low, high, calls, tokens }) => [
        ...[label, formatNumber(n), formatPercent(first), formatPercent(accuracy)],
        `${formatPercent(low)} to ${formatPercent(high)}`,
        ...[formatNumber(calls, 2), formatNumber(tokens)],
      ]),
    ),
    ...(accuracy === undefined ? [] : ["", accuracy]),
    "",
    ...alignTable(
      [
        ...["contrast", "n", "difference", "95 % interval", "p", "Holm p", "bite"],
        ...["power: shows from", "verdict"],
      ],
      found.map(({ report, contrast }) => [
        `${contrast.name}${placeOf(report, input)}`,
        ...[formatNumber(contrast.n), points(contrast.difference), markInterval(contrast)],
        ...[
          formatPlainP(contrast.p),
          formatPlainP(contrast.pHolm),
          formatPercent(contrast.bite, 0),
        ],
        contrast.detectable === null ? "–" : `${formatPoints(contrast.detectable).slice(1)} points`,
        report.exploratory && contrast.verdict !== "not tested" ? "exploratory" : contrast.verdict,
      ]),
    ),
    "",
    "Bite: share of repair prompts that differ at all. Power: the smallest true difference that this many",
    "questions show four times in five, at the family's level, if as many go against it as here. Intervals are",
    "over questions and not corrected for the family; Holm p is. All is given these streams, one run each.",
    ...writeGroups(found),
    ...explainMarks(found.map(({ contrast }) => contrast)),
    ...(forest === undefined ? [] : ["", forest]),
  ];
}

/** What is said of p where questions share their answer. */
function writeGroups(found: readonly Found[]): readonly string[] {
  const few = found.find(({ contrast: { n, clusterByTwinGroup } }) =>
    clusterByTwinGroup.clusters < n
  );
  if (few === undefined) return [];
  const { n, clusterByTwinGroup } = few.contrast;
  return [
    `Signs are flipped by twin group, all questions with the same answer together: ${n} questions are ${clusterByTwinGroup.clusters} groups.`,
    "Power takes questions to be independent; where twins are answered alike, it takes a larger difference.",
  ];
}

/** What a separated contrast is worth where whole databases, not questions, are drawn. */
function describeAcross(
  { clusterByDatabase: { clusters, t, bootstrap } }: ContrastEstimate,
): string {
  if (clusters < 2) return "Its questions are of one database.";
  if (t === null) {
    return `Its ${clusters} databases differ alike, so there is no interval over them.`;
  }
  const resampled = bootstrap === null ? "" : `, resampling them gives ${writeRange(bootstrap)}`;
  const reach = `its ${clusters} databases, each counting alike, have a t interval of ${
    writeRange(t)
  }${resampled}`;
  return t.low <= 0 && t.high >= 0
    ? `Over questions it is separated; ${reach}: 0 is not excluded.`
    : `Over questions it is separated; ${reach}: without 0, of few databases.`;
}

/** What all contrasts that are not separated leave open; the table has it of each. */
function writeOpen(open: readonly ContrastEstimate[]): readonly string[] {
  const shown = open.flatMap(({ detectable }) => detectable ?? []);
  if (open.length === 0) return [];
  const least = Math.min(...shown), most = Math.max(...shown);
  const power = shown.length === 0
    ? "shows no difference reliably"
    : `misses a true difference below ${
      (least === most ? [most] : [least, most]).map((one) => formatPoints(one).slice(1)).join(
        " to ",
      )
    } points (see its power) more than one time in five`;
  return [
    `- Of ${
      writeCount(open.length, "contrast")
    } not separated: not that there is no difference. Each leaves open all of its interval (a dash: it is not defined), and at its n and bite ${power}.`,
  ];
}

/** What the recorded contrasts leave open, and what is not recorded. */
export function writeLimits(input: Reports): readonly string[] {
  const found = declaredOf(input);
  const open = found.filter(({ contrast }) => contrast.verdict === "not separated");
  const untested = found.filter(({ contrast }) => contrast.verdict === "not tested");
  const separated = found.filter(({ contrast }) => contrast.verdict === "separated");
  const orders = input.reports[0]!.orders.length;
  const missing = input.reports.flatMap((report) =>
    report.notEstimated.map(({ variant, against }) =>
      `${variant} − ${against}${placeOf(report, input)}`
    )
  );
  const absent = experiments.map(({ name }) => name)
    .filter((name) => !input.reports.some(({ experiment }) => experiment === name));
  return [
    ...["", "## What cannot be said at this n", ""],
    ...separated.map(({ report, contrast }) =>
      `- ${contrast.name}${placeOf(report, input)}: not that it holds for other databases. ${
        describeAcross(contrast)
      }`
    ),
    ...writeOpen(open.map(({ contrast }) => contrast)),
    ...(untested.length === 0 ? [] : [
      `- Not tested, for want of bite (below 10 %), of questions or of twin groups: ${
        writeNames(
          untested.map(({ report, contrast }) => `${contrast.name}${placeOf(report, input)}`),
        )
      }.`,
    ]),
    ...(missing.length === 0 ? [] : [`- Not recorded to the end: ${writeNames(missing)}.`]),
    ...(absent.length === 0
      ? []
      : [`- Not recorded: ${writeNames(absent.map((name) => `\`${name}\``))}.`]),
    `- ${
      orders === 1
        ? "One of the stream orders that are declared: what another order of the same questions would give is not known."
        : `${orders} stream orders: intervals are over questions, given these orders.`
    }`,
  ];
}
