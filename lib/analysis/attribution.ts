/**
 * What stood in the prompts of the questions that memory seems to have fixed or broken.
 *
 * @module
 */
import type { FailureType, Polarity } from "../domain.ts";
import type { Interval } from "../stats/interval.ts";
import { wilsonInterval } from "../stats/wilson_interval.ts";
import type { Arm } from "./group_arms.ts";
import { type PairedArms, pairRuns } from "./pair_outcomes.ts";
import { type RetrievalRow, retrievalRows } from "./retrieval_rows.ts";

/** An entry that a prompt showed, in short. */
export interface ShownEntry {
  /** Its id. */
  readonly id: string;
  /** Confirmed or observed to fail. */
  readonly polarity: Polarity;
  /** Its type; null for one that starts from no failure. */
  readonly failureType: FailureType | null;
  /** The question that it was learnt from. */
  readonly question: string;
}

/** A question that one arm solves and the other does not. */
export interface FlippedQuestion {
  /** Seed of the stream order. */
  readonly order: number;
  /** Id of the question. */
  readonly taskId: string;
  /** In natural language. */
  readonly question: string;
  /** Number of the attempt that is right, in the arm that solves it. */
  readonly solvedAt: number;
  /**
   * Entries in the variant's prompts, each once, in order of first showing: of a fixed question those of
   * the prompt that the right answer came from, of a broken one those of all its prompts.
   */
  readonly shown: readonly ShownEntry[];
}

/** Questions that flip between two arms, over all orders. */
export interface Flips {
  /** Questions scored in both, an order each. */
  readonly n: number;
  /** Of them, those that one arm alone solves. */
  readonly flips: number;
  /** Their share, in [0, 1]; null where n is 0. */
  readonly rate: number | null;
  /** Wilson's 95 % interval of the share; null where n is 0. */
  readonly interval: Interval | null;
}

/** What memory is associated with. Nothing here says that an entry caused an outcome. */
export interface Attribution {
  /** Label of the arm with a memory. */
  readonly variant: string;
  /** Label of the arm without. */
  readonly base: string;
  /** Solved by the variant alone. */
  readonly fixed: readonly FlippedQuestion[];
  /** Solved by the base alone. */
  readonly broken: readonly FlippedQuestion[];
  /** How many questions flip between the two. */
  readonly flips: Flips;
  /** How many flip between the base and itself under another run seed; null without such runs. */
  readonly chance: Flips | null;
  /** The ten entries shown to the most questions that only the variant solves. */
  readonly helped: readonly RetrievalRow[];
  /** The ten entries shown to the most questions that only the base solves. */
  readonly harmed: readonly RetrievalRow[];
}

/**
 * The label of an arm without its run seed, which it names where another arm differs by that.
 *
 * @param label of an arm
 * @returns as much as tells it from arms of the same seed
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { withoutSeed } from "./attribution.ts";
 * assert.equal(withoutSeed("stateless runSeed=1"), "stateless");
 * ```
 */
export function withoutSeed(label: string): string {
  return label.replace(/ runSeed=\d+/, "");
}

const mostEntries = 10;

/**
 * Lists the questions that a memory method fixed and the base did not, and the reverse, with what their
 * prompts showed, and how many flip when the base itself is run again with another seed: flips that are
 * no more than those need no memory to explain them.
 *
 * @param arms the method with a memory as `variant`, one without as `base`
 * @param again the base under another run seed; null where there is none
 * @returns the flips, what was shown, and the entries shown most
 * @throws {InputError} where arms must not be compared
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { attribute } from "./attribution.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * const { fixed, flips, chance } = attribute({ base: arm, variant: arm }, null);
 * assert.deepEqual([fixed, flips.n, flips.flips, chance], [[], 1, 0, null]);
 * ```
 */
export function attribute(arms: PairedArms, again: Arm | null): Attribution {
  const rows = retrievalRows(arms);
  const top = (count: "helped" | "harmed") =>
    rows.filter((row) => row[count] > 0)
      .toSorted((a, b) => b[count] - a[count] || b.shown - a.shown)
      .slice(0, mostEntries);
  const pairs = pairQuestions(arms);
  const flipped = pairs.flatMap(({ order, base, variant }) => {
    const isFixed = variant.solvedAt !== null;
    if (isFixed === (base.solvedAt !== null)) return [];
    const { task, steps } = variant;
    const prompts = isFixed ? steps.slice(-1) : steps;
    const solvedAt = variant.solvedAt ?? base.solvedAt!;
    const shown = new Map(
      prompts.flatMap(({ retrieved }) => retrieved).map(({ entry }) => [entry.id, entry]),
    );
    return [{
      isFixed,
      ...{ order, taskId: task.id, question: task.question, solvedAt },
      shown: [...shown.values()].map(({ id, polarity, failureType, question }) => ({
        ...{ id, polarity, failureType, question },
      })),
    }];
  });
  const part = (wanted: boolean) =>
    flipped.filter(({ isFixed }) => isFixed === wanted).map(({ isFixed: _, ...rest }) => rest);
  return {
    variant: arms.variant.label,
    base: arms.base.label,
    fixed: part(true),
    broken: part(false),
    flips: countFlips(arms),
    chance: again === null ? null : countFlips({ base: arms.base, variant: again }),
    helped: top("helped"),
    harmed: top("harmed"),
  };
}

/** The scored questions of both arms, order by order. */
function pairQuestions(arms: PairedArms) {
  return pairRuns(arms).flatMap(({ order, base, variant }) => {
    const others = new Map(base.episodes.map((episode) => [episode.task.id, episode]));
    return variant.episodes.flatMap((episode) => {
      const other = others.get(episode.task.id);
      const isScored = [episode, other].every((one) => one && one.outcome !== "unscored");
      return isScored ? [{ order, base: other!, variant: episode }] : [];
    });
  });
}

function countFlips(arms: PairedArms): Flips {
  const pairs = pairQuestions(arms);
  const n = pairs.length;
  const flips =
    pairs.filter(({ base, variant }) => (base.solvedAt === null) !== (variant.solvedAt === null))
      .length;
  return { n, flips, rate: n === 0 ? null : flips / n, interval: wilsonInterval(flips, n) };
}
