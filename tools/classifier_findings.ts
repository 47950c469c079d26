/**
 * The part of `docs/findings.md` about failure classifiers.
 *
 * @module
 */
import type { Confusion } from "../lib/analysis/confusion.ts";
import { alignTable } from "../lib/commands/align_table.ts";
import type { BiteForecast } from "../lib/commands/forecast_bites.ts";
import { formatNumber, formatPercent } from "../lib/commands/format_numbers.ts";

/** What `merit classify --json` says of one classifier on one part. */
export interface ClassifierResult {
  readonly set: string;
  readonly split: string;
  readonly classifier: string;
  readonly confusion: Pick<Confusion, "n" | "accuracy" | "interval">;
}

/** What the paper says of its classifier, in its summary; it gives no interval. */
const paperClassifier = 0.48;

/** Names as a sentence has them. */
export const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** The section on classifiers: how good they are, and whether that can matter. */
export function writeClassifiers(
  { classifiers, bites }: {
    readonly classifiers: readonly ClassifierResult[];
    readonly bites: readonly BiteForecast[];
  },
): readonly string[] {
  const heldOut = classifiers.filter(({ split }) => split === "held_out");
  const ofRules = heldOut.filter(({ classifier }) => classifier === "paper");
  const relation = ofRules.map(({ set, confusion: { interval } }) => {
    const isInside = interval !== null && interval.low <= paperClassifier &&
      paperClassifier <= interval.high;
    return `${isInside ? "inside" : "outside"} the interval of \`paper\` on ${set}`;
  });
  return [
    ...["", "## How good the classifier is, and how good it must be", ""],
    "On failures whose causes are known (`data/failures`), the part that no rule was written with:",
    "",
    ...alignTable(
      ["failures", "classifier", "n", "accuracy", "95 % interval"],
      heldOut.map(({ set, classifier, confusion: { n, accuracy, interval } }) => [
        ...[set, classifier, formatNumber(n), formatPercent(accuracy)],
        interval === null
          ? "–"
          : `${formatPercent(interval.low)} to ${formatPercent(interval.high)}`,
      ]),
    ),
    "",
    `The paper says that its classifier is right about ${
      formatPercent(paperClassifier, 0)
    } of the time, on failures of its own: ${
      joinNames(relation)
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
