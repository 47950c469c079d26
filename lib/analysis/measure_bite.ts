/**
 * Whether a contrast changes what models are asked at all.
 *
 * @module
 */
import type { StoredRun } from "../runs/run_reader.ts";
import { type PairedArms, pairRuns } from "./pair_outcomes.ts";

/** How many repair prompts that both arms made differ. */
export interface PromptCount {
  /** Prompts that both arms made. */
  readonly prompts: number;
  /** Those of them that differ. */
  readonly differing: number;
  /** Their share, in [0, 1]; null where the arms made no prompt in common. */
  readonly share: number | null;
}

/** The bite of a contrast. */
export interface Bite extends PromptCount {
  /**
   * First repairs alone: all before them is shared, so these prompts differ by what is shown and not
   * by what earlier answers came to.
   */
  readonly firstRepairs: PromptCount;
}

/**
 * Measures the bite: the share of repair prompts that differ from the base's. Prompts are joined by
 * stream order, question id and attempt number and compared by digest; those that only one arm made
 * count in neither part, and episodes that are unscored make none.
 *
 * @param arms one run an order in each
 * @returns counts and shares
 * @throws {InputError} where the arms must not be compared
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { measureBite } from "./measure_bite.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * assert.equal(measureBite({ base: arm, variant: arm }).share, 0);
 * ```
 */
export function measureBite(arms: PairedArms): Bite {
  const compared = pairRuns(arms).flatMap(({ base, variant }) => {
    const ofBase = indexPrompts(base);
    return [...indexPrompts(variant).values()].flatMap(({ key, number, digest }) => {
      const other = ofBase.get(key);
      return other === undefined ? [] : [{ number, differs: other.digest !== digest }];
    });
  });
  return {
    ...countPrompts(compared),
    firstRepairs: countPrompts(compared.filter(({ number }) => number === 1)),
  };
}

interface Prompt {
  readonly key: string;
  readonly number: number;
  readonly digest: string;
}

function indexPrompts({ episodes }: StoredRun): ReadonlyMap<string, Prompt> {
  const prompts = episodes.filter(({ outcome }) => outcome !== "unscored").flatMap((episode) =>
    episode.steps.flatMap(({ attempt: { number }, calls }) =>
      calls.filter(({ purpose }) => purpose === "repair").map(({ promptDigest }): Prompt => ({
        key: JSON.stringify([episode.task.id, number]),
        number,
        digest: promptDigest,
      }))
    )
  );
  return new Map(prompts.map((prompt) => [prompt.key, prompt]));
}

function countPrompts(compared: readonly { readonly differs: boolean }[]): PromptCount {
  const differing = compared.filter(({ differs }) => differs).length;
  const prompts = compared.length;
  return { prompts, differing, share: prompts === 0 ? null : differing / prompts };
}
