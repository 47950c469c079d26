/**
 * A classifier's answers, type by type, as tables.
 *
 * @module
 */
import type { Confusion } from "../analysis/confusion.ts";
import { failureTypes } from "../domain.ts";
import { alignTable } from "./align_table.ts";
import { formatNumber, formatPercent } from "./format_numbers.ts";

/**
 * Lays out precision, recall and F1 of each type, and the confusion matrix.
 *
 * @param confusion the answers compared with the causes
 * @returns lines of Markdown; – where a share is undefined
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { measureConfusion } from "../analysis/confusion.ts";
 * import { describeConfusion } from "./describe_confusion.ts";
 * const confusion = measureConfusion([{ actual: "syntax", predicted: "execution" }]);
 * const syntax = describeConfusion(confusion).find((line) => line.startsWith("| syntax"));
 * assert.equal(syntax, "| syntax          |  1 |         – |  0.0 % |  – |");
 * ```
 */
export function describeConfusion({ types, matrix }: Confusion): readonly string[] {
  const scores = types.map(({ type, support, precision, recall, f1 }) => [
    ...[type, formatNumber(support), formatPercent(precision), formatPercent(recall)],
    formatPercent(f1),
  ]);
  const rows = matrix.map((row, at) => [failureTypes[at]!, ...row.map(String)]);
  return [
    ...alignTable(["type", "n", "precision", "recall", "F1"], scores),
    ...["", "Cause a row, answer a column:", ""],
    ...alignTable(["cause", ...failureTypes], rows),
  ];
}
