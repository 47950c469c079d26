/**
 * The observed transformation between two queries, as a token difference.
 *
 * @module
 */
import { sqlTokens } from "./sql_tokens.ts";

/**
 * Token difference from one query to the next: runs that left, marked `-`, and came, marked `+`.
 *
 * Computed from a longest common subsequence over tokens compared without case; cost is the
 * product of the two lengths.
 *
 * @param before SQL text
 * @param after SQL text
 * @returns runs in order, joined by ` ; `; empty where the tokens are the same
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { describeTransformation } from "./transformation.ts";
 * assert.equal(
 *   describeTransformation("SELECT nme FROM t", "SELECT name FROM t LIMIT 1"),
 *   "-nme +name ; +LIMIT 1",
 * );
 * ```
 */
export function describeTransformation(before: string, after: string): string {
  const left = sqlTokens(before), right = sqlTokens(after);
  const same = (i: number, j: number) => left[i]!.toLowerCase() === right[j]!.toLowerCase();
  const width = right.length + 1;
  const longest = new Uint32Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      longest[i * width + j] = same(i, j)
        ? longest[(i + 1) * width + j + 1]! + 1
        : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
    }
  }
  const runs: string[] = [];
  let removed: string[] = [], added: string[] = [];
  const flush = () => {
    const parts = [];
    if (removed.length > 0) parts.push(`-${removed.join(" ")}`);
    if (added.length > 0) parts.push(`+${added.join(" ")}`);
    if (parts.length > 0) runs.push(parts.join(" "));
    removed = [];
    added = [];
  };
  let i = 0, j = 0;
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && same(i, j)) {
      flush();
      i++;
      j++;
    } else if (
      j === right.length ||
      (i < left.length && longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!)
    ) {
      removed.push(left[i++]!);
    } else {
      added.push(right[j++]!);
    }
  }
  flush();
  return runs.join(" ; ");
}
