/**
 * `docs/classifiers.md` as a function of what `merit classify` measures.
 *
 * @module
 */
import type { ClassifierResult } from "../lib/commands/classify.ts";
import { describeConfusion } from "../lib/commands/describe_confusion.ts";
import { formatNumber, formatPercent } from "../lib/commands/format_numbers.ts";
import {
  fairResults,
  namePart,
  tabulateAccuracies,
  writeBesideFrequent,
  writeInterval,
} from "./classifier_findings.ts";

/** The text. */
export function renderClassifiers(results: readonly ClassifierResult[]): string {
  const fair = fairResults(results);
  const lines = [
    "# Failure classifiers, type by type",
    "",
    "Made by `deno task paper` from `data/failures`, whose [README](../data/failures/README.md) says what each type means, how",
    "the failures were made and labelled, and what is held out. `paper` and `shape` are measured with all failures, because no",
    "rule of theirs was written with any; `structural`, which is beyond the paper, with those held out.",
    "`deno task merit classify --classifier NAME` prints the same of each part.",
    "",
    "## Accuracy",
    "",
    ...tabulateAccuracies(fair),
    "",
    ...writeBesideFrequent(fair),
    "",
    "## How to read the tables",
    "",
    "The truth, the type of a failure's cause, is a row of the matrix, the classifier's answer a column; on the diagonal it is",
    "right. n: failures of the type (a row's sum). Precision: the share of the answers of this type that are right (of a",
    "column). Recall: the share of the failures of this type that are found (of a row). F1: the harmonic mean of both. –: not",
    "defined, because no answer or no failure is of the type.",
    ...fair.toSorted((a, b) => a.classifier.localeCompare(b.classifier)).flatMap(
      ({ set, split, classifier, confusion }) => [
        "",
        `## ${classifier}: ${set}, ${namePart(split)}`,
        "",
        `Right: ${formatNumber(confusion.correct)} of ${formatNumber(confusion.n)}, ${
          formatPercent(confusion.accuracy)
        } (${writeInterval(confusion)}).`,
        "",
        ...describeConfusion(confusion),
      ],
    ),
  ];
  return lines.join("\n") + "\n";
}
