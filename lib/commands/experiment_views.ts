/**
 * The tables that an experiment shows beside its contrasts.
 *
 * @module
 */
import { type AttemptRow, attemptsRows } from "../analysis/attempts_rows.ts";
import { compareAtEqualTokens, type EqualTokens } from "../analysis/equal_tokens.ts";
import { type FlipRate, flipRate } from "../analysis/flip_rate.ts";
import type { Arm } from "../analysis/group_arms.ts";
import { type PlaceboMatch, placeboMatch } from "../analysis/placebo_match.ts";
import { splitByTwinSeen, type TwinSplit } from "../analysis/split_by_twin_seen.ts";
import type { ExperimentDeclaration } from "../experiment/define_experiment.ts";
import { alignTable } from "./align_table.ts";
import { formatNumber, formatPercent, formatPoints } from "./format_numbers.ts";

/** The tables; null where the declaration does not want one or no arm is finished. */
export interface ExperimentViews {
  /** Accuracy by attempt within K, by arm. */
  readonly attempts: readonly AttemptRow[] | null;
  /** Each contrast, split into questions that follow a paraphrase and the others. */
  readonly twins: readonly (TwinSplit & { readonly name: string })[] | null;
  /** Share of questions that flip between the arms of a contrast, by order. */
  readonly flips: readonly (FlipRate & { readonly name: string; readonly order: number })[] | null;
  /** Accuracy at the tokens that MERIT takes, and at multiples of them. */
  readonly equalTokens: EqualTokens | null;
  /** How well the placebo's entries match those of MERIT, by order. */
  readonly placebo: readonly (PlaceboMatch & { readonly order: number })[] | null;
}

/**
 * Makes the tables that an experiment declares.
 *
 * @param experiment the declaration
 * @param arms those that are finished
 * @returns the tables
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { makeViews } from "./experiment_views.ts";
 * const views = await makeViews({ contrasts: [], views: ["attempts"] }, []);
 * assert.deepEqual([views.attempts, views.twins], [[], null]);
 * ```
 */
export async function makeViews(
  { contrasts, views = [] }: Pick<ExperimentDeclaration, "contrasts" | "views">,
  arms: readonly Arm[],
): Promise<ExperimentViews> {
  const pairs = contrasts.flatMap(({ variant, against }) => {
    const [one, base] = [variant, against].map((name) => arms.find(({ label }) => label === name));
    return one && base ? [{ name: `${variant} − ${against}`, variant: one, base }] : [];
  });
  const reference = arms.find(({ method }) => method === "merit")?.label;
  const placebos = arms.filter(({ method }) => method === "merit-placebo").flatMap(({ runs }) =>
    runs
  );
  return {
    attempts: views.includes("attempts") ? attemptsRows(arms) : null,
    twins: views.includes("twins")
      ? pairs.map(({ name, ...pair }) => ({ name, ...splitByTwinSeen(pair) }))
      : null,
    flips: views.includes("flips")
      ? pairs.flatMap(({ name, base, variant }) =>
        base.runs.map((run, at) => ({
          name,
          order: run.manifest.order,
          ...flipRate(run, variant.runs[at]!),
        }))
      )
      : null,
    equalTokens: views.includes("equal-tokens") && reference !== undefined
      ? compareAtEqualTokens(arms, { reference })
      : null,
    placebo: views.includes("placebo")
      ? await Promise.all(
        placebos.map(async (run) => ({ order: run.manifest.order, ...await placeboMatch(run) })),
      )
      : null,
  };
}

/**
 * Writes the tables as Markdown.
 *
 * @param views the tables
 * @returns lines; none where there is no table
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { makeViews, writeViews } from "./experiment_views.ts";
 * assert.deepEqual(writeViews(await makeViews({ contrasts: [] }, [])), []);
 * ```
 */
export function writeViews(views: ExperimentViews): readonly string[] {
  const { attempts, twins, flips, equalTokens, placebo } = views;
  return [
    ...(attempts === null ? [] : writeAttempts(attempts)),
    ...(equalTokens === null ? [] : writeEqualTokens(equalTokens)),
    ...(twins === null || twins.length === 0 ? [] : writeTwins(twins)),
    ...(flips === null || flips.length === 0 ? [] : writeFlips(flips)),
    ...(placebo === null || placebo.length === 0 ? [] : writePlacebo(placebo)),
  ];
}

function writeAttempts(rows: readonly AttemptRow[]): readonly string[] {
  if (rows.length === 0) return [];
  const attempts = [...new Set(rows.map(({ attempt }) => attempt))];
  const arms = Map.groupBy(rows, ({ label }) => label);
  return [
    "",
    "### Accuracy by attempt within K",
    "",
    ...alignTable(
      ["arm", ...attempts.map(String)],
      [...arms].map((
        [label, own],
      ) => [label, ...own.map(({ accuracy }) => formatPercent(accuracy))]),
    ),
    "",
    "Read from runs of one K: no sweep over budgets, since memory depends on K.",
  ];
}

function writeEqualTokens(equal: EqualTokens): readonly string[] {
  return ["", "### Accuracy at equal tokens", "", ...tabulateEqualTokens(equal)];
}

/**
 * The table of accuracy at equal tokens, and what its allowances are.
 *
 * @param equal as {@linkcode compareAtEqualTokens} gives it
 * @returns lines of Markdown
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { tabulateEqualTokens } from "./experiment_views.ts";
 * const row = { label: "merit", accuracies: [0.5, 0.55, 0.6, 0.6], accuracyAtEnd: 0.6 };
 * const allowances = [714.5, 1429, 2858, 5716];
 * const [head, , first] = tabulateEqualTokens({ allowances, reference: "merit", n: 80, rows: [row] });
 * assert.match(head!, /714.5 .* 5,716 .* at K/);
 * assert.match(first!, /merit .* 50.0 % .* 60.0 % .* 60.0 %/);
 * ```
 */
export function tabulateEqualTokens(equal: EqualTokens): readonly string[] {
  return [
    ...alignTable(
      ["arm, by tokens a question", ...equal.allowances.map(writeTokens), "at K"],
      equal.rows.map(({ label, accuracies, accuracyAtEnd }) => [
        label,
        ...[...accuracies, accuracyAtEnd].map((accuracy) => formatPercent(accuracy)),
      ]),
    ),
    "",
    `The first allowance is the median of ${equal.reference} over ${
      formatNumber(equal.n)
    } questions, the others are 2, 4 and 8 times it.`,
  ];
}

/** As it is enforced: the median of an even number of questions may be a half. */
function writeTokens(tokens: number): string {
  return formatNumber(tokens, Number.isInteger(tokens) ? 0 : 1);
}

function writeTwins(splits: NonNullable<ExperimentViews["twins"]>): readonly string[] {
  const row = (name: string, where: string, part: TwinSplit["seen"]) => [
    name,
    where,
    formatNumber(part.questions),
    formatPercent(part.baseAccuracy),
    formatPercent(part.variantAccuracy),
    part.difference === null ? "–" : `${formatPoints(part.difference)} points`,
    part.interval === null
      ? "–"
      : `${formatPoints(part.interval.low)} to ${formatPoints(part.interval.high)}`,
  ];
  return [
    "",
    "### By whether a paraphrase came earlier in the stream",
    "",
    ...alignTable(
      ["contrast", "paraphrase", "questions", "base", "variant", "difference", "95 % interval"],
      splits.flatMap(({ name, seen, notSeen }) => [
        row(name, "seen", seen),
        row(name, "not seen", notSeen),
      ]),
    ),
  ];
}

function writeFlips(flips: NonNullable<ExperimentViews["flips"]>): readonly string[] {
  return [
    "",
    "### Share of questions that flip between two run seeds (A/A)",
    "",
    ...alignTable(
      ["contrast", "order", "n", "flips", "rate", "95 % interval"],
      flips.map(({ name, order, n, flips: count, rate, interval }) => [
        name,
        String(order),
        formatNumber(n),
        formatNumber(count),
        formatPercent(rate),
        interval === null
          ? "–"
          : `${formatPercent(interval.low)} to ${formatPercent(interval.high)}`,
      ]),
    ),
  ];
}

function writePlacebo(matches: NonNullable<ExperimentViews["placebo"]>): readonly string[] {
  return [
    "",
    "### How well the placebo matches what MERIT would have shown",
    "",
    ...alignTable(
      [
        "order",
        "repair prompts",
        "matched",
        "share",
        "too few entries",
        "tokens, placebo over MERIT",
      ],
      matches.map(({ order, prompts, matched, share, short, tokenRatio }) => [
        String(order),
        formatNumber(prompts),
        formatNumber(matched),
        formatPercent(share),
        formatNumber(short),
        formatNumber(tokenRatio, 2),
      ]),
    ),
  ];
}
