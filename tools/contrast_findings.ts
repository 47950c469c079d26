/**
 * What is said of contrasts, whatever they were measured on: what was found, what this n leaves open, how
 * it stands beside the paper, what twins and resampling explain.
 *
 * @module
 */
import { experiments } from "../experiments/all.ts";
import type { ContrastEstimate } from "../lib/analysis/contrast_estimate.ts";
import { readPaperResults } from "../lib/analysis/paper_results.ts";
import { alignTable } from "../lib/commands/align_table.ts";
import type { ExperimentReport } from "../lib/commands/describe_experiment.ts";
import {
  formatNumber,
  formatP,
  formatPercent,
  formatPoints,
} from "../lib/commands/format_numbers.ts";
import { explainMarks, markInterval } from "../lib/commands/mark_intervals.ts";
import { writeCount, writeNames } from "../lib/figures/write_words.ts";

/** What is said of experiments alone. */
export interface Reports {
  /** One an experiment that is recorded in part at least, the main comparison first. */
  readonly reports: readonly ExperimentReport[];
}

const contrastsOf = ({ reports }: Reports) =>
  reports.flatMap((report) => report.contrasts.map((contrast) => ({ report, contrast })));

/** Where a report stands: nothing is said of the main comparison and its databases. */
export function placeOf(report: ExperimentReport, { reports: [main] }: Reports): string {
  if (report === main) return "";
  const databases = writeNames(report.databases);
  const where = databases === writeNames(main!.databases) ? "" : ` on ${databases}`;
  return ` in \`${report.experiment}\`${where}`;
}

const points = (value: number | null) => `${formatPoints(value)} points`;
const plainP = (p: number | null) => formatP(p).replace(/^= /, "");
/** Which contrasts are separated, of those whose prompts differ enough to be tested. */
export function writeSeparated(input: Reports): string {
  const found = contrastsOf(input);
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

/** Accuracies and contrasts; with the links to figures of both, where there are any. */
export function writeFound(
  input: Reports,
  [accuracy, forest]: readonly string[] = [],
): readonly string[] {
  const found = contrastsOf(input);
  const [main] = input.reports;
  return [
    ...["", "## What was found", ""],
    writeSeparated(input),
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
        ...["contrast", "n", "difference", "95 % interval", "Holm p", "bite"],
        ...["power: shows from", "verdict"],
      ],
      found.map(({ report, contrast }) => [
        `${contrast.name}${placeOf(report, input)}`,
        ...[formatNumber(contrast.n), points(contrast.difference), markInterval(contrast)],
        ...[plainP(contrast.pHolm), formatPercent(contrast.bite, 0)],
        contrast.detectable === null ? "–" : `${formatPoints(contrast.detectable).slice(1)} points`,
        contrast.verdict,
      ]),
    ),
    "",
    "Bite: share of repair prompts that differ at all. Power: the smallest true difference that this many",
    "questions show four times in five, at the family's level.",
    ...explainMarks(found.map(({ contrast }) => contrast)),
    ...(forest === undefined ? [] : ["", forest]),
  ];
}

/** What a separated contrast is worth where whole databases, not questions, are drawn. */
function describeAcross({ clusterByDatabase: { clusters, t } }: ContrastEstimate): string {
  if (t === null) return "Its questions are of one database.";
  const reach = `from ${formatPoints(t.low)} to ${formatPoints(t.high)} points`;
  return t.low <= 0 && t.high >= 0
    ? `Over questions it is separated; with its ${clusters} databases as the unit the interval reaches ${reach} and holds 0.`
    : `With its ${clusters} databases as the unit the interval reaches ${reach}: without 0, of few databases.`;
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
    } not separated: not that there is no difference. Each leaves open all of its interval (a dash: no question differs), and at its n and bite ${power}.`,
  ];
}

/** What the recorded contrasts leave open, and what is not recorded. */
export function writeLimits(input: Reports): readonly string[] {
  const found = contrastsOf(input);
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
      `- Not tested, their prompts being nearly or wholly the same: ${
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
        ? "One stream order: what another order of the same questions would give is not known."
        : `${orders} stream orders: intervals are over questions, given these orders.`
    }`,
  ];
}

/** The paper's claims that are differences between methods, by the kit's names. */
const claims = [["merit", "stateless"], ["merit", "dynamic-rag"], ["merit", "reflexion"]] as const;

/** The paper's differences beside those measured. */
export async function writePaper(input: Reports): Promise<readonly string[]> {
  const { accuracy, model } = await readPaperResults();
  const found = contrastsOf(input).map(({ contrast }) => contrast);
  const rows = claims.map(([variant, against]) => {
    const reported = ["spider", "bird"].map((benchmark) => {
      const of = (method: string) =>
        accuracy.find((row) => row.benchmark === benchmark && row.method === method)!.percent;
      return (of(variant) - of(against)) / 100;
    });
    const contrast = found.find(({ name }) => name === `${variant} − ${against}`);
    return [
      `${variant} − ${against}`,
      ...reported.map(points),
      contrast === undefined ? "not recorded to the end" : points(contrast.difference),
      contrast === undefined ? "–" : relate(contrast, reported),
    ];
  });
  return [
    ...["", "## Beside the paper", ""],
    `The paper's model is ${model}, its benchmarks are Spider and BIRD; it reports no interval.`,
    "",
    ...alignTable(["difference", "paper, Spider", "paper, BIRD", "here", "relation"], rows),
  ];
}

/** Only a separated difference agrees or differs. */
function relate(
  { verdict, difference }: Pick<ContrastEstimate, "verdict" | "difference">,
  reported: readonly number[],
): string {
  if (verdict !== "separated") return `${verdict} here: neither agrees nor differs`;
  const signs = new Set(reported.map(Math.sign));
  if (signs.size > 1) return "separated; the paper's benchmarks disagree";
  return signs.has(Math.sign(difference!)) ? "the same sign" : "the opposite sign";
}

/** What the contrasts with resampling, and the twins, say. */
export function writeExplanations(input: Reports): readonly string[] {
  const found = contrastsOf(input).map(({ contrast }) => contrast);
  const resampling = ["merit − resample", "stateless − resample"].map((name) => {
    const contrast = found.find((one) => one.name === name);
    if (contrast === undefined) return `- ${name}: not recorded to the end.`;
    const { difference, verdict } = contrast;
    const said = verdict !== "separated"
      ? "blind resampling may repair as much"
      : difference! > 0
      ? "more than more tries alone"
      : "less than more tries alone";
    return `- ${name}: ${points(difference)} (${markInterval(contrast)}), ${verdict}: ${said}.`;
  });
  const twins = input.reports.flatMap(({ views }) => views.twins ?? []);
  const [any] = found;
  const groups = any === undefined ? null : any.clusterByTwinGroup.clusters;
  return [
    ...["", "## What twins and resampling explain", ""],
    ...resampling,
    ...(twins.length === 0
      ? [
        any !== undefined && groups === any.n
          ? `- Twins: none. The ${any.n} questions of the main comparison are in ${groups} twin groups, so no answer of a paraphrase is there to be retrieved.`
          : "- Twins: the stream has some, and `ablate_twins`, which would block them, is not recorded.",
      ]
      : twins.map(({ name, seen, notSeen }) =>
        `- ${name}: ${
          points(seen.difference)
        } on ${seen.questions} questions that follow a paraphrase, ${
          points(notSeen.difference)
        } on ${notSeen.questions} others.`
      )),
  ];
}
