/**
 * How much an arm that is not recorded yet would differ from one that is, without asking a model.
 *
 * @module
 */
import { measureBite } from "../analysis/measure_bite.ts";
import { ReplayMissError } from "../errors.ts";
import type { ExperimentDeclaration } from "../experiment/define_experiment.ts";
import { repeatAnswers } from "../experiment/repeat_answers.ts";
import type { CellSetting } from "../experiment/run_cell.ts";
import { readRun } from "../runs/run_reader.ts";
import { alignTable } from "./align_table.ts";
import { formatNumber, formatPercent } from "./format_numbers.ts";

/** The bite of a contrast, measured or to be expected. */
export interface BiteForecast {
  /** Name of the arm. */
  readonly variant: string;
  /** Name of the arm that it is compared with. */
  readonly against: string;
  /** Seed of the stream order. */
  readonly order: number;
  /** `measured`: both arms are recorded. `expected`: with the base's answers in both. */
  readonly source: "measured" | "expected" | null;
  /** Repair prompts that were compared; null where nothing could be. */
  readonly prompts: number | null;
  /** Share of them that differ, in [0, 1]; null likewise, and where there is no prompt. */
  readonly share: number | null;
  /** Why nothing could be compared; empty where it could. */
  readonly why: string;
}

/** Bite below which a contrast is not worth recording: it would not be tested. */
const leastBite = 0.1;

/**
 * The bite of each declared contrast. Where only its base is recorded, the base's answers are given to
 * the other arm too, so that its prompts differ by its parameters alone.
 *
 * @param experiment the declaration
 * @param cells replayed cells whose run files are there
 * @returns one item a contrast and order
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { forecastBites } from "./forecast_bites.ts";
 * assert.deepEqual(await forecastBites({ contrasts: [] }, []), []);
 * ```
 */
export async function forecastBites(
  { contrasts }: Pick<ExperimentDeclaration, "contrasts">,
  cells: readonly CellSetting[],
): Promise<readonly BiteForecast[]> {
  const forecasts: BiteForecast[] = [];
  for (const { variant, against } of contrasts) {
    const named = (name: string) =>
      cells.filter(({ request }) => request?.variants[0]?.name === name);
    for (const base of named(against)) {
      const { order } = base.manifest;
      const cell = named(variant).find(({ manifest }) => manifest.order === order);
      if (cell === undefined) continue;
      forecasts.push({ variant, against, order, ...await compareCells(base, cell) });
    }
  }
  return forecasts;
}

async function compareCells(base: CellSetting, variant: CellSetting) {
  const nothing = { source: null, prompts: null, share: null };
  const [ofBase, ofVariant] = [base, variant].map(({ path }) => readRun(path));
  const isDone = (run: typeof ofBase) => run!.episodes.length === run!.stream.length;
  if (!isDone(ofBase)) return { ...nothing, why: "the base is not recorded to its end" };
  const { method, configuration } = variant.manifest;
  const { embedder } = base;
  try {
    const other = isDone(ofVariant)
      ? ofVariant!
      : await repeatAnswers({ run: ofBase!, method, configuration, embedder });
    const { prompts, share } = measureBite({
      base: { label: "base", method: ofBase!.manifest.method, runs: [ofBase!] },
      variant: { label: "variant", method, runs: [other] },
    });
    const source = other === ofVariant ? "measured" as const : "expected" as const;
    return { source, prompts, share, why: "" };
  } catch (error) {
    if (!(error instanceof ReplayMissError)) throw error;
    return { ...nothing, why: "it asks more than the base has answers or vectors for" };
  }
}

/**
 * Writes the bites as Markdown.
 *
 * @param bites one item a contrast and order
 * @returns lines; none where there is no contrast
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { writeBites } from "./forecast_bites.ts";
 * const bite = {
 *   variant: "untyped", against: "typed", order: 1, source: "expected", prompts: 100, share: 0.05, why: "",
 * } as const;
 * assert.match(writeBites([bite]).join("\n"), /5 % .* not worth recording/);
 * ```
 */
export function writeBites(bites: readonly BiteForecast[]): readonly string[] {
  if (bites.length === 0) return [];
  return [
    "",
    "### Bite of the contrasts",
    "",
    ...alignTable(
      ["contrast", "order", "repair prompts", "bite", "from"],
      bites.map(({ variant, against, order, source, prompts, share, why }) => [
        `${variant} − ${against}`,
        String(order),
        formatNumber(prompts),
        formatPercent(share, 0),
        source === null
          ? why
          : `${source === "measured" ? "both arms" : `answers of ${against}`}${
            share !== null && share < leastBite ? ": not worth recording" : ""
          }`,
      ]),
    ),
    "",
    "Share of repair prompts that differ. Where only the base is recorded, its answers stand in for those",
    "of the other arm: what parts the two is then what is shown, not what earlier answers came to.",
  ];
}
