/**
 * The named ways to compare results.
 *
 * @module
 */

/**
 * How results are compared: `spider-ts` is Spider's test-suite execution accuracy, `bird-ex` BIRD's
 * execution accuracy, `denotation` the kit's own rule.
 */
export type ComparisonMode = "spider-ts" | "bird-ex" | "denotation";

/** Version of each mode's rules, for run records: rules that change verdicts change it. */
export const comparisonVersions: Readonly<Record<ComparisonMode, string>> = {
  "spider-ts": "spider-ts/1 (test-suite-sql-eval e97acc5, values not plugged, DISTINCT not kept)",
  "bird-ex": "bird-ex/1 (DAMO-ConvAI 483554e, mini_dev 4d970a9)",
  "denotation": "denotation/1 (10 significant digits)",
};
