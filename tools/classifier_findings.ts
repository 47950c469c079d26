/**
 * The part of `docs/findings.md` about failure classifiers.
 *
 * @module
 */
import type { Confusion } from "../lib/analysis/confusion.ts";
import { alignTable } from "../lib/commands/align_table.ts";
import type { BiteForecast } from "../lib/commands/forecast_bites.ts";
import { formatNumber, formatPercent } from "../lib/commands/format_numbers.ts";
import { wilsonInterval } from "../lib/stats/wilson_interval.ts";
import { writeNames } from "../lib/figures/write_words.ts";

/** What `merit classify --json` says of one classifier on one part. */
export interface ClassifierResult {
  readonly set: string;
  readonly split: string;
  readonly classifier: string;
  readonly confusion: Pick<Confusion, "n" | "correct" | "accuracy" | "interval">;
}

/** What the paper says of its classifier, in its summary; it gives no interval. */
const paperClassifier = 0.48;

/**
 * What each classifier may be judged by. With the development part the rules of `structural` were
 * written, so for it the held-out part alone; no rule of another was written with either, so both.
 */
export function fairResults(results: readonly ClassifierResult[]): readonly ClassifierResult[] {
  const groups = Map.groupBy(results, ({ set, classifier }) => `${set} ${classifier}`);
  return [...groups.values()].flatMap((parts) => {
    const { set, classifier } = parts[0]!;
    if (classifier === "structural") return parts.filter(({ split }) => split === "held_out");
    const sum = (of: "n" | "correct") =>
      parts.reduce((total, { confusion }) => total + confusion[of], 0);
    const n = sum("n"), correct = sum("correct");
    const confusion = { n, correct, accuracy: correct / n, interval: wilsonInterval(correct, n) };
    return [{ set, split: "all", classifier, confusion }];
  });
}

/** The section on classifiers: how good they are, and whether that can matter. */
export function writeClassifiers(
  { classifiers, bites }: {
    readonly classifiers: readonly ClassifierResult[];
    readonly bites: readonly BiteForecast[];
  },
): readonly string[] {
  const fair = fairResults(classifiers);
  const ofRules = fair.filter(({ classifier }) => classifier === "paper");
  const relation = ofRules.map(({ set, confusion: { interval } }) => {
    const isInside = interval !== null && interval.low <= paperClassifier &&
      paperClassifier <= interval.high;
    return `${isInside ? "inside" : "outside"} the interval of \`paper\` on ${set}`;
  });
  return [
    ...["", "## How good the classifier is, and how good it must be", ""],
    "Measured on failures whose causes are known (`data/failures`). With some of them the rules of `structural` were",
    "written, so that those held out measure it; no rule of `paper` or `shape` was written with any:",
    "",
    ...alignTable(
      ["failures", "part", "classifier", "n", "accuracy", "95 % interval"],
      fair.map(({ set, split, classifier, confusion: { n, accuracy, interval } }) => [
        ...[
          set,
          split === "held_out" ? "held out" : split,
          classifier,
          formatNumber(n),
          formatPercent(accuracy),
        ],
        interval === null
          ? "–"
          : `${formatPercent(interval.low)} to ${formatPercent(interval.high)}`,
      ]),
    ),
    "",
    `The paper says that its classifier is right about ${
      formatPercent(paperClassifier, 0)
    } of the time, on failures of its own: ${
      writeNames(relation)
    } here. \`structural\` is beyond the paper.`,
    "",
    "How good it must be is `ablate_classifier`. Whether its arms can differ at all is known without a",
    "model: with the answers of the rules' arm in all arms, this share of repair prompts differs:",
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
  ];
}
