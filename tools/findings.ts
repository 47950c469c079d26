/**
 * `docs/findings.md` as a function of what is recorded: every number comes from a run, and every
 * sentence says only what its number bears.
 *
 * @module
 */
import { experiments } from "../experiments/all.ts";
import { type Attribution, withoutSeed } from "../lib/analysis/attribution.ts";
import { alignTable } from "../lib/commands/align_table.ts";
import type { ClassifierResult } from "../lib/commands/classify.ts";
import type { BiteForecast } from "../lib/commands/forecast_bites.ts";
import { formatPercent } from "../lib/commands/format_numbers.ts";
import { writeNames } from "../lib/figures/write_words.ts";
import { type Labelled, writeClassifiers } from "./classifier_findings.ts";
import { writeExplanations, writePaper } from "./contrast_context.ts";
import { placeOf, type Reports, writeFound, writeLimits } from "./contrast_findings.ts";
import { writeTables } from "./table_findings.ts";

/** What the text is made of. */
export interface FindingsInput extends Reports {
  /** Of all classifiers on all parts. */
  readonly classifiers: readonly ClassifierResult[];
  /** Of `ablate_classifier`. */
  readonly bites: readonly BiteForecast[];
  /** Of the recorded arm that is told the causes. */
  readonly labelled: Labelled;
  /** Of the methods with a memory. */
  readonly attributions: readonly Attribution[];
  /** The same over the questions of two run seeds of the base; none where a second is not recorded. */
  readonly besideChance: readonly Attribution[];
}

/** Links to the figures of accuracy and of contrasts. */
const figures = [
  "![Accuracy of each method before and after repair, with its interval](figures/accuracy.svg)",
  "![Each contrast of the main comparison with its interval, and what this n can detect](figures/forest.svg)",
];

/** The text. */
export async function renderFindings(input: FindingsInput): Promise<string> {
  const lines = [
    ...writeIntroduction(input),
    ...writeQuestions(input),
    ...writeFound(input, figures),
    ...writeLimits(input),
    "- One model (no smaller or larger one is recorded) on one small benchmark of the kit's own: nothing about Spider, BIRD or other models.",
    ...await writePaper(input),
    ...writeClassifiers(input),
    ...writeExplanations(input),
    ...writeTables(input),
    ...writeMemory(input),
  ];
  return lines.join("\n") + "\n";
}

function writeIntroduction({ reports: [main] }: Reports): readonly string[] {
  const { model, databases, questions, orders, budget } = main!;
  return [
    "# Findings",
    "",
    "Made by `deno task paper` from what is recorded; changing a number means changing a run. What a part of Spider dev",
    "gives is told apart: [findings on Spider](spider.md).",
    "",
    `Model ${model}; bundled benchmark, ${
      writeNames(databases)
    }, ${questions} questions, stream order ${
      writeNames(orders.map(String))
    }, K = ${budget}; every accuracy is under oracle feedback. The paper used a larger model on other questions: nothing below is a replication of it.`,
  ];
}

function writeQuestions(input: Reports): readonly string[] {
  const rows = experiments.map(({ name, question, contrasts }) => {
    const report = input.reports.find(({ experiment }) => experiment === name);
    const where = report === undefined ? "" : placeOf(report, input).replace(/^ in \S+/, "");
    const recorded = `${report?.contrasts.length ?? 0} of ${contrasts.length}${where}`;
    return [question, `\`${name}\``, recorded];
  });
  return [
    ...["", "## What was asked", ""],
    "Contrasts stand in `experiments/` since before these recordings were complete; three methods on `bike_share` had been",
    "run before. A family is all of an experiment's contrasts, recorded or not. The test was changed once, after a result on",
    "Spider and to be stricter ([0012](decisions/0012-what-a-contrast-is-tested-by.md)).",
    "",
    ...alignTable(["question", "experiment", "contrasts recorded"], rows, { left: Infinity }),
  ];
}

/** How many questions flip by the seed alone, and how many of the same beside memory. */
function writeChance({ besideChance, reports: [main, ...others] }: FindingsInput): string {
  const known = besideChance.find(({ chance }) => chance !== null);
  if (known === undefined) {
    return "A second run seed of the base is not recorded, so it is not known how many flip by chance.";
  }
  const { base, chance } = known;
  const seeds = others.find(({ experiment }) => experiment === "control_seed")?.databases ?? [];
  const apart = seeds.join() === main!.databases.join() ? "" : ` over ${writeNames(seeds)} alone`;
  const beside = besideChance.map(({ variant, flips }) =>
    `${flips.flips} beside ${withoutSeed(variant)}`
  );
  return `A second run seed of ${withoutSeed(base)} is recorded${apart}: of ${
    chance!.n
  } questions ${chance!.flips} flip between its two (${formatPercent(chance!.rate)}), ${
    writeNames(beside)
  }. Flips up to that rate need no memory to explain them, where they go both ways.`;
}

function writeMemory(input: FindingsInput): readonly string[] {
  const { attributions } = input;
  if (attributions.length === 0) return [];
  const rows = attributions.map(({ variant, base, flips, fixed, broken }) => [
    ...[`${variant} beside ${base}`, `${flips.flips} of ${flips.n}`, formatPercent(flips.rate)],
    flips.interval === null
      ? "–"
      : `${formatPercent(flips.interval.low)} to ${formatPercent(flips.interval.high)}`,
    ...[String(fixed.length), String(broken.length)],
  ]);
  return [
    ...["", "## What memory stands beside", ""],
    ...alignTable(
      ["method", "flips", "rate", "95 % interval", "solved by it alone", "by the base alone"],
      rows,
    ),
    "",
    writeChance(input),
    "`merit report RUNS --attribution` names the flipped questions and the entries that they were shown; such",
    "counts are associations.",
  ];
}
