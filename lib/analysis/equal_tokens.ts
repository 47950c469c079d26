/**
 * Accuracy where every question may cost the same.
 *
 * @module
 */
import type { Episode } from "../domain.ts";
import { InputError } from "../errors.ts";
import { nearestName } from "../nearest_name.ts";
import { quantile } from "../stats/sample_statistics.ts";
import { scoredQuestions } from "./arm_questions.ts";
import type { Arm } from "./group_arms.ts";

/** Accuracy of an arm at equal tokens. */
export interface EqualTokensRow {
  /** The arm. */
  readonly label: string;
  /** Share of questions solved at no more than each allowance, in [0, 1]; null without questions. */
  readonly accuracies: readonly (number | null)[];
  /** Share solved at K, whatever it took. */
  readonly accuracyAtEnd: number | null;
}

/** Arms at equal tokens. */
export interface EqualTokens {
  /** The tokens that a question may take: B, and 2, 4 and 8 times as many. */
  readonly allowances: readonly number[];
  /** Label of the arm whose median it is. */
  readonly reference: string;
  /** Questions that are scored in every arm and order. */
  readonly n: number;
  /** In the order of the arms. */
  readonly rows: readonly EqualTokensRow[];
}

const multiples = [1, 2, 4, 8];

/** Prompt and completion tokens of all calls up to and with the solving attempt, or of all. */
function tokensOf({ steps }: Episode): number {
  return steps.flatMap(({ calls }) => calls)
    .reduce((sum, { usage }) => sum + usage.promptTokens + usage.completionTokens, 0);
}

/**
 * Compares arms at equal tokens: a question counts as solved where its calls up to and with the
 * correct attempt, attempt 0 and reflections included, take at most B tokens. B is the median of what
 * a question of the reference takes in all. Where attempt 0 is right on half of the questions, B hardly
 * pays for one repair, so multiples of it are shown too.
 *
 * @param arms of one set, over the same questions
 * @param options `reference`: label of the arm that gives B
 * @returns accuracy of every arm; correctness is averaged over the orders
 * @throws {InputError} where no arm has that label, or an arm has no scored question
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { compareAtEqualTokens } from "./equal_tokens.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * const { n, rows } = compareAtEqualTokens([arm], { reference: "merit" });
 * assert.deepEqual([n, rows[0]!.accuracies], [1, [1, 1, 1, 1]]);
 * ```
 */
export function compareAtEqualTokens(
  arms: readonly Arm[],
  { reference }: { readonly reference: string },
): EqualTokens {
  const labels = arms.map(({ label }) => label);
  const place = labels.indexOf(reference);
  if (place < 0) {
    throw new InputError(
      `Cannot compare at equal tokens: no arm is "${reference}", the nearest is ` +
        `"${nearestName(reference, labels)}"`,
    );
  }
  const byArm = arms.map(scoredQuestions);
  const shared = [...byArm[place]!.keys()].filter((id) => byArm.every((of) => of.has(id)));
  const episodes = byArm.map((of) => shared.flatMap((id) => of.get(id)!));
  const tokens = episodes[place]!.map(tokensOf).sort((a, b) => a - b);
  const median = quantile(tokens, 0.5) ?? 0;
  const allowances = multiples.map((times) => times * median);
  const shareOf = (of: readonly Episode[], holds: (episode: Episode) => boolean) =>
    of.length === 0 ? null : of.filter(holds).length / of.length;
  const isSolved = ({ outcome }: Episode) => outcome === "solved";
  return {
    allowances,
    reference,
    n: shared.length,
    rows: episodes.map((of, at) => ({
      label: labels[at]!,
      accuracies: allowances.map((allowance) =>
        shareOf(of, (episode) => isSolved(episode) && tokensOf(episode) <= allowance)
      ),
      accuracyAtEnd: shareOf(of, isSolved),
    })),
  };
}
