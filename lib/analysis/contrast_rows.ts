/**
 * Estimates as the rows of the forest and of its table.
 *
 * @module
 */
import { accuracyRows } from "./accuracy_rows.ts";
import type { ContrastEstimate } from "./contrast_estimate.ts";
import { estimateContrasts } from "./estimate_contrast.ts";
import type { Arm } from "./group_arms.ts";

/** One contrast as forests and tables show it. Differences are in [−1, 1]. */
export interface ContrastRow {
  /** Name of the contrast. */
  readonly label: string;
  /** Accuracy of the variant minus accuracy of the base. */
  readonly difference: number;
  /** Lower end of its interval; null where it is undefined. */
  readonly low: number | null;
  /** Its upper end. */
  readonly high: number | null;
  /** Smallest difference that this many questions show with a power of 80 %; null if undefined. */
  readonly detectable: number | null;
  /** Contrasts in the family that `detectable` and `pHolm` are for. */
  readonly family: number;
  /** What the test says. */
  readonly verdict: ContrastEstimate["verdict"];
  /** Share of repair prompts that differ from the base's; null where there are none in common. */
  readonly bite: number | null;
  /** Questions compared. */
  readonly n: number;
  /** Of them, those whose averaged correctness differs. */
  readonly discordant: number;
  /** Two-sided; null where it is undefined. */
  readonly p: number | null;
  /** Adjusted by Holm's rule over the family; null where it is undefined. */
  readonly pHolm: number | null;
}

/**
 * Compares each arm with the base; these contrasts are one family.
 *
 * @param arms of one set
 * @param base one of them, or of an equal set
 * @returns one estimate an arm other than the base, in order
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { contrastsToBase } from "./contrast_rows.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * const [estimate] = contrastsToBase([arm, { ...arm, label: "again" }], arm);
 * assert.equal(estimate!.name, "again − merit");
 * ```
 */
export function contrastsToBase(arms: readonly Arm[], base: Arm): readonly ContrastEstimate[] {
  return estimateContrasts(
    arms.filter((arm) => arm !== base)
      .map((variant) => ({ name: `${variant.label} − ${base.label}`, base, variant })),
  );
}

/**
 * Estimates as rows.
 *
 * @param estimates any contrasts; one without a scored question has no row
 * @returns one row an estimate, labelled with its name
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { contrastsToBase, contrastRows } from "./contrast_rows.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * const [row] = contrastRows(contrastsToBase([arm, { ...arm, label: "again" }], arm));
 * assert.deepEqual([row!.verdict, row!.low], ["not tested", null]);
 * ```
 */
export function contrastRows(estimates: readonly ContrastEstimate[]): readonly ContrastRow[] {
  return estimates.flatMap((estimate) => {
    const { name, difference, interval, detectable, verdict, bite, n, discordant } = estimate;
    if (difference === null) return [];
    const { p, pHolm, family } = estimate;
    const low = interval?.low ?? null, high = interval?.high ?? null;
    const tested = { family, verdict, bite, n, discordant, p, pHolm };
    return [{ label: name, difference, low, high, detectable, ...tested }];
  });
}

/**
 * How intervals and p of estimates were computed, in a sentence or two.
 *
 * @param estimates one family
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { contrastsToBase, describeEstimation } from "./contrast_rows.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * const estimates = contrastsToBase([arm, { ...arm, label: "again" }], arm);
 * assert.match(describeEstimation(estimates), /10,000 draws, seed 1/);
 * ```
 */
export function describeEstimation(estimates: readonly ContrastEstimate[]): string {
  const [first] = estimates;
  if (first === undefined) return "";
  return `Intervals: paired bootstrap over questions, BCa or, where that is undefined, percentile, ` +
    `${
      first.draws.toLocaleString("en-US")
    } draws, seed ${first.seed}. p: sign flips; Holm's rule over ` +
    `${nameFamily(estimates.length)}.`;
}

function nameFamily(size: number): string {
  if (size > 2) return `all ${size} contrasts here`;
  return size === 2 ? "both contrasts here" : "the one contrast here";
}

/**
 * The arm that is separated from every other one, with a higher accuracy.
 *
 * @param arms of one set
 * @returns its label; null where no arm is: the contrasts of the best with each other arm are a
 * family of their own, and all must be separated
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { separatedBest } from "./contrast_rows.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * assert.equal(separatedBest([arm, { ...arm, label: "again" }]), null);
 * ```
 */
export function separatedBest(arms: readonly Arm[]): string | null {
  if (arms.length < 2) return null;
  const rows = accuracyRows(arms);
  const most = Math.max(...rows.map(({ accuracy }) => accuracy));
  const best = arms[rows.findIndex(({ accuracy }) => accuracy === most)]!;
  const isSeparated = estimateContrasts(
    arms.filter((arm) => arm !== best)
      .map((base) => ({ name: base.label, base, variant: best })),
  ).every(({ verdict, difference }) => verdict === "separated" && difference! > 0);
  return isSeparated ? best.label : null;
}
