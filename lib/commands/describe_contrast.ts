/**
 * Contrasts in words.
 *
 * @module
 */
import type { ContrastEstimate } from "../analysis/contrast_estimate.ts";
import type { ClusterEstimate } from "../analysis/estimate_clusters.ts";
import type { Interval } from "../stats/interval.ts";
import { formatNumber, formatP, formatPercent, formatPoints } from "./format_numbers.ts";
import { overstatesInterval } from "./mark_intervals.ts";

/** How contrasts are written. */
export interface ContrastWording {
  /** True: a search without a hypothesis, in which nothing is called separated. */
  readonly exploratory?: boolean;
}

/**
 * What the test of a contrast came to, in a phrase. A tie is named with what could have been seen; a
 * contrast without bite is no tie.
 *
 * @param estimate of the contrast
 * @param wording whether the contrast is exploratory
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { estimateContrast } from "../analysis/estimate_contrast.ts";
 * import { exampleRun } from "../runs/examples.ts";
 * import { describeVerdict } from "./describe_contrast.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * const estimate = estimateContrast({ name: "same", base: arm, variant: arm });
 * assert.equal(describeVerdict(estimate), "not tested here (1 question)");
 * ```
 */
export function describeVerdict(
  { verdict, bite, p, pHolm, detectable, n }: ContrastEstimate,
  { exploratory = false }: ContrastWording = {},
): string {
  switch (verdict) {
    case "separated":
      return exploratory
        ? "exploratory, to be tested anew"
        : `separated (Holm p ${formatP(pHolm)})`;
    case "not separated":
      return `not separated at this n; ${writeDetectable(detectable)}`;
    case "not tested": {
      const reason = n < 2
        ? `${n} ${n === 1 ? "question" : "questions"}`
        : p === null
        ? "1 twin group"
        : bite === null
        ? "no repair prompt in common"
        : `bite ${formatPercent(bite, 0)}`;
      return `not tested here (${reason})`;
    }
  }
}

/**
 * Writes a contrast as text: verdict and interval, then n, p values, orders, clusters and draws.
 *
 * @param estimate of the contrast
 * @param wording whether the contrast is exploratory
 * @returns lines; the first is the result
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { estimateContrast } from "../analysis/estimate_contrast.ts";
 * import { exampleRun } from "../runs/examples.ts";
 * import { describeContrast } from "./describe_contrast.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * const lines = describeContrast(estimateContrast({ name: "same", base: arm, variant: arm }));
 * assert.match(lines[0]!, /^merit − merit: 0.0 points .*; not tested here \(1 question\)$/);
 * ```
 */
export function describeContrast(
  estimate: ContrastEstimate,
  wording: ContrastWording = {},
): readonly string[] {
  const { base, variant, difference, byOrder, draws, seed } = estimate;
  return [
    `${variant} − ${base}: ${writePoints(difference)}${describeInterval(estimate)}; ` +
    describeVerdict(estimate, wording),
    describeQuestions(estimate),
    describeTests(estimate),
    ...byOrder.map(({ order, difference, onlyBase, onlyVariant, mcnemar }) =>
      `order ${order}: ${writePoints(difference)}, ${onlyVariant} only ${variant}, ` +
      `${onlyBase} only ${base}, McNemar p ${formatP(mcnemar)}`
    ),
    describeClusters(estimate, { unit: "database", by: estimate.clusterByDatabase }),
    describeClusters(estimate, { unit: "twin group", by: estimate.clusterByTwinGroup }),
    `paired bootstrap over questions, ${formatNumber(draws)} draws, seed ${seed}`,
  ];
}

/**
 * Writes a family of contrasts as a Markdown list.
 *
 * @param estimates of the family
 * @param wording whether the contrasts are exploratory
 * @returns lines; none for an empty family
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { estimateContrasts } from "../analysis/estimate_contrast.ts";
 * import { exampleRun } from "../runs/examples.ts";
 * import { writeContrasts } from "./describe_contrast.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * const lines = writeContrasts(estimateContrasts([{ name: "same", base: arm, variant: arm }]));
 * assert.equal(lines[0], "### Contrasts, declared before the runs");
 * ```
 */
export function writeContrasts(
  estimates: readonly ContrastEstimate[],
  wording: ContrastWording = {},
): readonly string[] {
  if (estimates.length === 0) return [];
  return [
    `### Contrasts, ${wording.exploratory ? "exploratory" : "declared before the runs"}`,
    "",
    ...estimates.flatMap((estimate) => {
      const [result, ...details] = describeContrast(estimate, wording);
      return [`- ${result}`, ...details.map((line) => `  - ${line}`)];
    }),
    "",
    "Differences are in percentage points of execution accuracy under oracle feedback, averaged over",
    "the stream orders question by question. Intervals are over questions; signs are flipped by twin",
    "group, all questions with the same answer together. Only Holm p is corrected for the family. All is",
    "conditional on the realised streams.",
  ];
}

function writePoints(difference: number | null): string {
  return difference === null ? "no scored question" : `${formatPoints(difference)} points`;
}

function writeInterval(interval: Interval | null): string {
  if (interval === null) return "not defined";
  return `${formatPoints(interval.low)} to ${formatPoints(interval.high)}`;
}

function writeDetectable(detectable: number | null): string {
  if (detectable === null) return "no detectable difference";
  return `detectable difference ${formatPoints(detectable).slice(1)} points`;
}

/** Of an interval that {@linkcode overstatesInterval} finds. */
const caution = "too few differ for it, read p";

function describeInterval(estimate: ContrastEstimate): string {
  const { interval, intervalMethod, level, why } = estimate;
  if (interval === null) return ` (interval not defined: ${why})`;
  const method = intervalMethod === "bca" ? "BCa" : `percentile; ${why}`;
  const warning = overstatesInterval(estimate) ? `; ${caution}` : "";
  return ` (${formatPercent(level, 0)} interval ${writeInterval(interval)}, ${method}${warning})`;
}

function describeQuestions(estimate: ContrastEstimate): string {
  const { n, unscored, discordant, discordantShare, baseAccuracy, variantAccuracy } = estimate;
  const left = unscored === 0 ? "" : `, ${formatNumber(unscored)} unscored and left out`;
  return `n = ${formatNumber(n)}${left}, ${formatNumber(discordant)} discordant ` +
    `(${formatPercent(discordantShare)}), accuracy ${formatPercent(baseAccuracy)} → ` +
    formatPercent(variantAccuracy);
}

function describeTests(estimate: ContrastEstimate): string {
  const { p, pMethod, pHolm, family, detectable, bite, biteFirst, discordant, draws } = estimate;
  const method = pMethod === "exact" ? "all counted" : `${formatNumber(draws)} patterns drawn`;
  const assumed = discordant === 0 ? " (none is discordant: upper limit of their share)" : "";
  return `sign-flip p ${formatP(p)} (${method}), Holm p ${
    formatP(pHolm)
  } in a family of ${family}; ` +
    `${writeDetectable(detectable)}${assumed} at 80 % power and this family; ` +
    `bite ${formatPercent(bite, 0)}, of first repairs ${formatPercent(biteFirst, 0)}`;
}

function describeClusters(
  { p, level }: ContrastEstimate,
  { unit, by: { clusters, t, bootstrap, leaveOneOut, why } }: {
    readonly unit: string;
    readonly by: ClusterEstimate;
  },
): string {
  if (leaveOneOut === null) return `by ${unit}: ${why}`;
  const { low, high } = leaveOneOut;
  const write = (interval: Interval | null) =>
    `${writeInterval(interval)}${
      overstatesInterval({ interval, p, level }) ? ` (${caution})` : ""
    }`;
  return `by ${unit}: ${formatNumber(clusters)} ${unit}s, cluster bootstrap ` +
    `${write(bootstrap)}, t interval ${write(t)}, leaving one out ` +
    `${formatPoints(low.mean)} to ${formatPoints(high.mean)} points${
      why === "" ? "" : ` (${why})`
    }`;
}
