/**
 * What README says of results, as functions of what is recorded: the caption of its figure, the table of
 * the paper's claims, and the words on Spider. Each stands between two comments that name it.
 *
 * @module
 */
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
import { InputError } from "../lib/errors.ts";
import { exactChanceDifference } from "../lib/stats/chance_difference.ts";
import { writeNames } from "../lib/figures/write_words.ts";
import { answerMostFrequent, fairResults, writeInterval } from "./classifier_findings.ts";
import { type Reports, writeSeparated } from "./contrast_findings.ts";
import type { FindingsInput } from "./findings.ts";
import { type Claim, listClaims } from "./paper_claims.ts";

/** The recorded model as prose names it. */
const recordedModel = "Qwen2.5-Coder-1.5B-Instruct (Q4_K_M)";

/**
 * Replaces what stands between two comments.
 *
 * @throws {InputError} for a text that has not each of them once, in that order
 */
export function replaceBlock(text: string, name: string, lines: readonly string[]): string {
  const first = `<!-- ${name}, made by deno task paper -->`, last = `<!-- end of ${name} -->`;
  const [before, inside, ...more] = text.split(first);
  const [, after, ...rest] = inside?.split(last) ?? [];
  if (after === undefined || before!.includes(last) || more.length + rest.length > 0) {
    const [starts, ends] = [first, last].map((one) => text.split(one).length - 1);
    throw new InputError(
      `Cannot write ${name} into README.md: it has "${first}" ${starts} times and "${last}" ${ends} times, ` +
        "need each once and in that order",
    );
  }
  return `${before}${first}\n\n${lines.join("\n")}\n\n${last}${after}`;
}

/** Words in lines of at most 118 characters. */
function wrap(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > 118) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** A contrast in one cell. */
function writeClaim(contrast: ContrastEstimate): string {
  const {
    base,
    variant,
    variantAccuracy,
    baseAccuracy,
    difference,
    interval,
    pHolm,
    bite,
    verdict,
  } = contrast;
  const range = interval === null ? "no interval" : `95 % interval ${markInterval(contrast)}`;
  return `${variant} ${formatPercent(variantAccuracy)} against ${base} ${
    formatPercent(baseAccuracy)
  }: ${formatPoints(difference)} points (${range}, Holm p ${formatP(pHolm)}, ` +
    `bite ${formatPercent(bite, 0)}), ${verdict}`;
}

/** The caption of the figure at the top. */
export function writeCaption({ reports: [main] }: Reports): readonly string[] {
  const { databases, questions, budget, arms } = main!;
  const most = Math.max(...arms.map(({ accuracy }) => accuracy));
  const best = arms.filter(({ accuracy }) => accuracy === most).map(({ label }) => `\`${label}\``);
  return wrap(
    `_Recorded of the bundled benchmark: ${
      writeNames(databases)
    }, ${questions} questions, one order, K = ${budget}, ` +
      `${recordedModel}, oracle feedback. Most questions are right with ${writeNames(best)} (${
        formatPercent(most)
      }). ${
        writeSeparated({ reports: [main!] })
      } ([findings](docs/findings.md), [results](docs/results.md), [a part of Spider dev](docs/spider.md), made by \`deno task paper\`)_`,
  );
}

/** What is said beside the contrasts of a row. */
function writeBeside(
  { experiment }: Claim,
  contrast: ContrastEstimate,
  { reports: [main, ...others], besideChance }: FindingsInput,
): string {
  if (experiment === "main_comparison" && contrast.name === "merit − stateless") {
    const more = others.find((one) => one.exploratory && one.questions > main!.questions);
    const wider = more?.contrasts.find(({ name }) => name === contrast.name);
    return wider === undefined
      ? ""
      : `; exploratory, with ${writeNames(more!.databases)}: ${
        formatPoints(wider.difference)
      } points on ${wider.n} questions, p ${formatP(wider.p)}`;
  }
  if (contrast.name === "merit − reflexion") {
    const [reflexion, merit] = ["reflexion", "merit"].map((arm) =>
      main!.arms.find(({ label }) => label === arm)?.tokens ?? 0
    );
    if (!reflexion || !merit) return "";
    return `; Reflexion at ${formatNumber(reflexion / merit, 1)} times the tokens`;
  }
  if (experiment !== "control_seed") return "";
  const memory = besideChance.find(({ variant }) => variant.startsWith("merit "));
  const beside = memory === undefined || !contrast.name.startsWith("stateless")
    ? ""
    : `, ${memory.flips.flips} of ${memory.flips.n} between MERIT and stateless`;
  return `; ${contrast.discordant} of ${contrast.n} questions flip between two seeds${beside}`;
}

/** What was measured of a claim. */
function measure(claim: Claim, input: FindingsInput): string {
  const report = input.reports.find(({ experiment }) => experiment === claim.experiment);
  const found = claim.contrasts.flatMap((name) => {
    const contrast = report?.contrasts.find((one) => one.name === name);
    return contrast === undefined
      ? []
      : [`${writeClaim(contrast)}${writeBeside(claim, contrast, input)}`];
  });
  if (found.length === 0) return "not recorded yet";
  const isAlone = claim.experiment === "ablate_schema_locality" && report!.databases.length === 1;
  const where = isAlone ? "on one database, where memory of others is none: " : "";
  return where + found.join("; ");
}

/** The table of the paper's claims, and how to read it. */
export async function writeClaims(input: FindingsInput): Promise<readonly string[]> {
  const paper = await readPaperResults();
  const claims = listClaims(paper);
  const [main] = input.reports;
  const partOf = ({ experiment }: Claim): ExperimentReport =>
    input.reports.find((report) => report.experiment === experiment) ?? main!;
  // One command a set of databases, the main comparison's first.
  const parts = [...new Map(claims.map(partOf).map((one) => [one.databases.join(), one])).values()];
  const letterOf = (databases: string) =>
    "ABCDEFGH"[parts.findIndex((one) => one.databases.join() === databases)]!;
  const letterOfClassifier = "ABCDEFGH"[parts.length]!;
  const chanceOf = (n: number) => exactChanceDifference({ n, discordantShare: 0.1 });
  const rows = claims.map((claim) => {
    const { databases, questions } = partOf(claim);
    const range = [-1, 1].map((sign) =>
      formatPoints(claim.points! / 100 + sign * chanceOf(questions))
    );
    return [
      ...[claim.claim, `\`${claim.experiment}\``, claim.notebook, letterOf(databases.join())],
      claim.time,
      claim.points === null ? "no expectation stated" : `${range.join(" to ")} points`,
      measure(claim, input),
    ];
  });
  const shown = claims.flatMap((claim) =>
    partOf(claim).contrasts.filter(({ name }) => claim.contrasts.includes(name))
  );
  const fair = fairResults(input.classifiers);
  const resultOf = (classifier: string, set: string) =>
    fair.find((one) => one.classifier === classifier && one.set === set)!;
  const confusionOf = (classifier: string, set: string) => resultOf(classifier, set).confusion;
  const mutations = confusionOf("paper", "mutations"), real = confusionOf("paper", "real");
  const [frequent, frequentHeldOut] = ["paper", "structural"].map((classifier) =>
    formatPercent(answerMostFrequent(resultOf(classifier, "real")).confusion.accuracy)
  );
  const classifier = [
    ...["the classifier is right about half the time (about 48 %)", "`merit classify`", "–"],
    ...[letterOfClassifier, "3 s", "no expectation stated: other failures"],
    `rules \`paper\`: ${formatPercent(real.accuracy)} of ${real.n} real failures (95 % interval ${
      writeInterval(real)
    }), always the most frequent type: ${frequent}; \`paper\` on ${
      formatNumber(mutations.n)
    } mutations, their mix chosen here: ${formatPercent(mutations.accuracy)}`,
  ];
  const powers = main!.contrasts.flatMap(({ detectable }) => detectable ?? []);
  const reach = [...new Set([Math.min(...powers), Math.max(...powers)])].map((one) =>
    formatPoints(one).slice(1)
  );
  const parsed = ["mutations", "real"].map((set) =>
    formatPercent(confusionOf("structural", set).accuracy)
  );
  const chances = parts.map(({ questions }) =>
    `${formatPoints(chanceOf(questions)).slice(1)} points at ${questions} questions`
  );
  return [
    ...wrap(
      `The paper's model is ${paper.model} on Spider and BIRD. The recording here is of ${recordedModel} on ` +
        `${writeNames(main!.databases)} of the bundled benchmark: ${
          main!.questions
        } questions, order 1, run seed 1, ` +
        `K = ${
          main!.budget
        }, oracle feedback; other runs are named. Nothing here is a replication: with 80 % power these ` +
        `${main!.questions} questions show ${
          powers.length === 0 ? "no difference" : `differences from ${reach.join(" to ")} points on`
        }.`,
    ),
    "",
    ...alignTable(
      [
        ...["claim of the paper", "experiment", "notebook", "command", "time"],
        ...["expected here", "measured here"],
      ],
      [...rows, classifier],
      { left: Infinity },
    ),
    "",
    ...explainMarks(shown).flatMap((line) => [line, ""]),
    "Commands, with the experiment of the row as `NAME`; times are of two idle cores. _To its end_: the recording lacks",
    "arms of the experiment, which the command names and then exits with 1.",
    "",
    ...parts.map(({ databases }) => {
      const names = databases.join(",");
      return `- ${
        letterOf(names)
      }: \`deno task merit experiment NAME --databases ${names} --orders 1\``;
    }),
    `- ${letterOfClassifier}: \`deno task merit classify\`, the parts apart; [docs/classifiers.md](docs/classifiers.md) has both together, type by type,`,
    "  and a classifier that parses the query (`structural`, beyond the paper: " +
    `${parsed.join(" of mutations and ")} of real failures held out,`,
    `  where always the most frequent type: ${frequentHeldOut})`,
    "",
    ...wrap(
      "_Expected here_ would hold about 95 of 100 streams of this size if the paper's difference (Spider's where it gives " +
        "one) were true here and a tenth of the questions discordant: that difference ± what equal arms differ by chance, " +
        `${
          writeNames(chances)
        } (\`04_statistics\`). It is wide because the stream is short. The model is another one and smaller, so that a ` +
        "value outside would not contradict the paper, nor does one inside support it.",
    ),
  ];
}

/** Where whole databases are the unit. */
function writeReach({ name, clusterByDatabase: { t } }: ContrastEstimate): string {
  if (t === null) return `${name} has no interval`;
  const holds = t.low <= 0 && t.high >= 0 ? "holds 0" : "does not hold 0";
  return `the t interval of ${name} ${holds} (${formatPoints(t.low)} to ${formatPoints(t.high)})`;
}

/** The words on the recorded part of Spider. */
export function writeSpiderClaims({ reports: [main] }: Reports): readonly string[] {
  const { questions, databases, contrasts } = main!;
  const wanted = ["merit − stateless", "merit − resample", "stateless − resample"];
  const found = wanted.flatMap((name) => contrasts.find((one) => one.name === name) ?? []);
  const separated = found.filter(({ verdict }) => verdict === "separated");
  return wrap(
    `On ${questions} questions of Spider dev, of ${databases.length} databases whose data you bring: ` +
      `${found.map(writeClaim).join("; ")}.${
        separated.length === 0
          ? ""
          : ` With the databases as the unit ${
            writeNames(separated.map(writeReach))
          }: little can be said of other databases.`
      } All of it, and what is left without questions whose right answer has no rows, is in [docs/spider.md](docs/spider.md).`,
  );
}
