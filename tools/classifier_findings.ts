/**
 * The part of `docs/findings.md` about failure classifiers.
 *
 * @module
 */
import { type Confusion, type Judged, measureConfusion } from "../lib/analysis/confusion.ts";
import { alignTable } from "../lib/commands/align_table.ts";
import type { ClassifierResult } from "../lib/commands/classify.ts";
import type { ExperimentReport } from "../lib/commands/describe_experiment.ts";
import type { BiteForecast } from "../lib/commands/forecast_bites.ts";
import { formatNumber, formatP, formatPercent } from "../lib/commands/format_numbers.ts";
import { failureTypes } from "../lib/domain.ts";
import { writeNames } from "../lib/figures/write_words.ts";
import { mcnemarExact } from "../lib/stats/mcnemar.ts";

/** What the paper says of its classifier, in its summary; it gives no interval. */
const paperClassifier = 0.48;

/** The causes and answers that a matrix counts. */
function listJudged({ matrix }: Confusion): readonly Judged[] {
  return matrix.flatMap((row, cause) =>
    row.flatMap((count, answer) =>
      Array<Judged>(count).fill({
        actual: failureTypes[cause]!,
        predicted: failureTypes[answer]!,
      })
    )
  );
}

/**
 * What each classifier may be judged by, the failures of a set that several share side by side. With the
 * development part the rules of `structural` were written, so for it the held-out part alone; no rule of
 * another was written with either, so both.
 */
export function fairResults(results: readonly ClassifierResult[]): readonly ClassifierResult[] {
  const groups = Map.groupBy(results, ({ set, classifier }) => `${set} ${classifier}`);
  return [...groups.values()].flatMap((parts) => {
    const { set, classifier } = parts[0]!;
    if (classifier === "structural") return parts.filter(({ split }) => split === "held_out");
    // A question is in one part.
    const questions = parts.reduce((sum, part) => sum + part.questions, 0);
    const confusion = measureConfusion(parts.flatMap((part) => listJudged(part.confusion)));
    return [{ set, split: "all", classifier, questions, confusion }];
  });
}

/** The answer without a look at a failure: always the type that most failures of the part have. */
export function answerMostFrequent(result: ClassifierResult): ClassifierResult {
  const { type } = result.confusion.types.reduce((a, b) => b.support > a.support ? b : a);
  const judged = listJudged(result.confusion).map(({ actual }) => ({ actual, predicted: type }));
  return {
    ...result,
    classifier: `always ${type}, the most frequent`,
    confusion: measureConfusion(judged),
  };
}

/** The results on the same failures together. */
const groupByPart = (results: readonly ClassifierResult[]) => [
  ...Map.groupBy(results, ({ set, split }) => `${set} ${split}`).values(),
];

/** The words of a part. */
export const namePart = (split: string) => split === "held_out" ? "held out" : split;

/** An accuracy's interval. */
export const writeInterval = ({ interval }: Confusion) =>
  interval === null ? "–" : `${formatPercent(interval.low)} to ${formatPercent(interval.high)}`;

/** A result beside the most frequent type's. */
function writeBeside({ classifier, confusion }: ClassifierResult, frequent: Confusion): string {
  // That answer is right about all failures of its type and no others.
  const at = frequent.types.findIndex(({ recall }) => recall === 1);
  const both = confusion.matrix[at]![at]!;
  const alone = confusion.correct - both, frequentAlone = frequent.correct - both;
  const words = alone === frequentAlone ? "as" : alone < frequentAlone ? "less" : "more";
  return `\`${classifier}\` is right ${words} often (${
    formatPercent(confusion.accuracy)
  }; alone on ${alone} failures, that answer alone on ${frequentAlone}, p ${
    formatP(mcnemarExact(alone, frequentAlone))
  })`;
}

/** The accuracies, after those of a part that of its most frequent type. */
export function tabulateAccuracies(fair: readonly ClassifierResult[]): readonly string[] {
  const rows = groupByPart(fair).flatMap((part) => [...part, answerMostFrequent(part[0]!)]);
  return [
    ...alignTable(
      ["failures", "part", "classifier", "n", "accuracy", "95 % interval"],
      rows.map(({ set, split, classifier, confusion }) => [
        ...[set, namePart(split), classifier, formatNumber(confusion.n)],
        ...[formatPercent(confusion.accuracy), writeInterval(confusion)],
      ]),
      { left: 3 },
    ),
    "",
    "The last row of each part is no classifier: it gives every failure the type that is the most frequent there,",
    "without a look at it.",
  ];
}

/** In words how the accuracies on real failures stand beside that of the most frequent type. */
export function writeBesideFrequent(fair: readonly ClassifierResult[]): readonly string[] {
  const parts = groupByPart(fair).filter(([one]) => one!.set === "real");
  return [
    "Beside the answer that is always the most frequent type, p of McNemar's exact test:",
    "",
    ...parts.map((part) => {
      const { split, confusion } = answerMostFrequent(part[0]!);
      return `- Real failures, ${namePart(split)} (${
        formatPercent(confusion.accuracy)
      } with that answer): ${writeNames(part.map((one) => writeBeside(one, confusion)))}.`;
    }),
    "",
    ...fair.filter(({ set, split }) => set === "real" && split === "all").slice(0, 1).map((
      { questions, confusion: { n } },
    ) =>
      `Intervals and p take failures for independent, and those of one question are not: the ${n} real ones are of ${questions} questions.`
    ),
  ];
}

/** The accuracies of each part, in words. */
function listAccuracies(fair: readonly ClassifierResult[]): readonly string[] {
  return groupByPart(fair).map((part) => {
    const { set, split, confusion: { n } } = part[0]!;
    const accuracies = part.map(({ classifier, confusion }) =>
      `\`${classifier}\` ${formatPercent(confusion.accuracy)} (${writeInterval(confusion)})`
    );
    const name = set === "real" ? "Real failures" : "Mutations";
    return `- ${name}, ${namePart(split)} (${formatNumber(n)}): ${writeNames(accuracies)}.`;
  });
}

/** Failures of an arm that is told causes, and those of them whose cause is known. */
export interface Labelled {
  /** Failed attempts. */
  readonly failures: number;
  /** Those with a label. */
  readonly labelled: number;
}

/** What came of the recorded arms, in words. */
function writeMeasured(
  reports: readonly ExperimentReport[],
  { failures, labelled }: Labelled,
): readonly string[] {
  const report = reports.find(({ experiment }) => experiment === "ablate_classifier");
  if (report === undefined) return ["", "None of its contrasts is recorded."];
  const { databases, questions, arms } = report;
  const accuracies = arms.map(({ label, accuracy }) => `${label} ${formatPercent(accuracy)}`);
  return [
    "",
    `Measured on ${writeNames(databases)}, ${questions} questions: ${
      writeNames(accuracies)
    }. The contrasts stand above; ${
      report.contrasts.map(({ discordant }) => discordant).join(", ")
    } questions are discordant in them.`,
    ...(failures === 0 ? [] : [
      `Of the ${
        formatNumber(failures)
      } failed attempts of \`known-causes\` ${labelled} have a label, the others the rules' type: one run shows what labels give as far as they go, and is no bound.`,
    ]),
  ];
}

/** The section on classifiers: how good they are, and whether that can matter. */
export function writeClassifiers(
  { classifiers, bites, labelled, reports }: {
    readonly classifiers: readonly ClassifierResult[];
    readonly bites: readonly BiteForecast[];
    readonly labelled: Labelled;
    readonly reports: readonly ExperimentReport[];
  },
): readonly string[] {
  const fair = fairResults(classifiers);
  const relation = fair.filter(({ set, classifier }) => set === "real" && classifier === "paper")
    .map(({ confusion: { interval } }) => {
      const isInside = interval !== null && interval.low <= paperClassifier &&
        paperClassifier <= interval.high;
      return `${isInside ? "inside" : "outside"} the interval of \`paper\` on real failures here`;
    });
  return [
    ...["", "## How good the classifier is, and how good it must be", ""],
    "Measured on failures whose causes are known (`data/failures`). With some of them the rules of `structural` were",
    "written, so that those held out measure it; no rule of `paper` or `shape` was written with any. Right, with 95 %",
    "intervals (all of it, type by type: [classifiers](classifiers.md)):",
    "",
    ...listAccuracies(fair),
    "",
    ...writeBesideFrequent(fair),
    "",
    `The paper says that its classifier is right about ${
      formatPercent(paperClassifier, 0)
    } of the time, on failures of its own: ${
      writeNames(relation)
    }. How many mutations there are of each kind was chosen here, so that those say nothing about the paper. \`structural\` is beyond the paper.`,
    "",
    "How good it must be is `ablate_classifier`. Whether its arms can differ at all was known before they were asked:",
    "with the answers of the rules' arm in all arms, over all databases, this share of repair prompts differs:",
    "",
    ...alignTable(
      ["contrast", "order", "repair prompts", "bite", "from"],
      bites.map(({ variant, against, order, prompts, share, source }) => [
        ...[
          `${variant} − ${against}`,
          String(order),
          formatNumber(prompts),
          formatPercent(share, 0),
        ],
        source === null ? "–" : source === "measured" ? "both arms" : `answers of ${against}`,
      ]),
    ),
    ...writeMeasured(reports, labelled),
  ];
}
