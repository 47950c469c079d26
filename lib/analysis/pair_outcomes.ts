/**
 * Two arms side by side, question by question.
 *
 * @module
 */
import type { Task } from "../domain.ts";
import { InputError } from "../errors.ts";
import { manifestDifferences } from "../runs/manifest.ts";
import type { StoredEpisode, StoredRun } from "../runs/run_reader.ts";
import type { Arm } from "./group_arms.ts";

/** Two arms to be compared; a difference is the variant's value minus the base's. */
export interface PairedArms {
  /** What is compared with. */
  readonly base: Arm;
  /** What is looked at. */
  readonly variant: Arm;
}

/** How a question ended in both arms. */
export interface PairedQuestion {
  /** The question. */
  readonly task: Task;
  /** Whether the base is right at the end, one an order. */
  readonly base: readonly boolean[];
  /** Whether the variant is right at the end, one an order. */
  readonly variant: readonly boolean[];
}

/** Two arms, joined by question id. */
export interface PairedOutcomes {
  /** Seeds of the stream orders, ascending. */
  readonly orders: readonly number[];
  /** Scored questions in order of the questions file, whatever the order of the runs. */
  readonly questions: readonly PairedQuestion[];
  /** Ids of the questions left out: unscored under at least one order in at least one arm. */
  readonly unscored: readonly string[];
}

/** What the two runs of an order must share. */
function sharedPart({ manifest }: StoredRun) {
  const { benchmark, judge, model, initialPredictions, stream, configuration } = manifest;
  const { budget, feedback } = configuration;
  return { benchmark, judge, model, initialPredictions, budget, feedback, stream };
}

/**
 * Joins two arms by question id, never by position.
 *
 * A question enters the comparison where it is scored under every order in both arms. One that is
 * unscored anywhere (a bad gold, broken machinery) leaves it as a whole and is named in `unscored`, so
 * that both arms and all orders speak of the same questions.
 *
 * @param arms one finished run an order in each
 * @returns outcomes of both arms
 * @throws {InputError} where the arms have other orders, where benchmark, judge, model, K, feedback,
 * source of attempt 0 or stream differ, and where a run lacks a question that another has
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { pairOutcomes } from "./pair_outcomes.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * const { questions } = pairOutcomes({ base: arm, variant: arm });
 * assert.deepEqual([questions[0]!.base, questions[0]!.variant], [[true], [true]]);
 * ```
 */
export function pairOutcomes(arms: PairedArms): PairedOutcomes {
  const pairs = pairRuns(arms);
  const runs = pairs.flatMap(({ base, variant }) => [base, variant]);
  const byRun = new Map(runs.map((run) => [run, indexEpisodes(run)]));
  const tasks = new Map(runs.flatMap(({ stream }) => stream).map((task) => [task.id, task]));
  for (const run of runs) requireQuestions(run, byRun.get(run)!, tasks);
  const isUnscored = ({ id }: Task) =>
    runs.some((run) => byRun.get(run)!.get(id)!.outcome === "unscored");
  const isRight = (run: StoredRun, { id }: Task) => byRun.get(run)!.get(id)!.outcome === "solved";
  const sorted = [...tasks.values()].sort((a, b) => a.index - b.index || (a.id < b.id ? -1 : 1));
  return {
    orders: pairs.map(({ order }) => order),
    questions: sorted.filter((task) => !isUnscored(task)).map((task) => ({
      task,
      base: pairs.map(({ base }) => isRight(base, task)),
      variant: pairs.map(({ variant }) => isRight(variant, task)),
    })),
    unscored: sorted.filter(isUnscored).map(({ id }) => id),
  };
}

/** The two runs of one stream order. */
export interface RunPair {
  /** Seed of the order. */
  readonly order: number;
  /** The base's run. */
  readonly base: StoredRun;
  /** The variant's run. */
  readonly variant: StoredRun;
}

/**
 * Puts the runs of two arms side by side, order by order, and refuses what must not be compared.
 *
 * @param arms one run an order in each
 * @returns pairs in ascending order of their seeds
 * @throws {InputError} as {@link pairOutcomes} does, but for the questions
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { pairRuns } from "./pair_outcomes.ts";
 * const arm = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * assert.deepEqual(pairRuns({ base: arm, variant: arm }).map(({ order }) => order), [1]);
 * ```
 */
export function pairRuns({ base, variant }: PairedArms): readonly RunPair[] {
  const ofBase = indexOrders(base), ofVariant = indexOrders(variant);
  const orders = [...ofBase.keys()].sort((a, b) => a - b);
  const others = [...ofVariant.keys()].sort((a, b) => a - b);
  if (orders.join() !== others.join()) {
    throw new InputError(
      `Cannot compare ${variant.label} with ${base.label}: stream orders are ` +
        `${others.join(", ") || "none"} and ${orders.join(", ") || "none"}, need the same`,
    );
  }
  const pairs = orders.map((order) => ({
    order,
    base: ofBase.get(order)!,
    variant: ofVariant.get(order)!,
  }));
  const [first] = pairs;
  if (first === undefined) {
    throw new InputError(`Cannot compare ${variant.label} with ${base.label}: there is no run`);
  }
  for (const pair of pairs) {
    requireAlike(pair.base, pair.variant, sharedPart);
    // Streams of two orders differ; their questions are compared one by one.
    requireAlike(first.base, pair.base, (run) => ({ ...sharedPart(run), stream: null }));
  }
  return pairs;
}

function indexOrders({ label, runs }: Arm): ReadonlyMap<number, StoredRun> {
  const byOrder = new Map<number, StoredRun>();
  for (const run of runs) {
    const before = byOrder.get(run.manifest.order);
    if (before !== undefined) {
      throw new InputError(
        `Cannot compare ${label}: "${before.path}" and "${run.path}" have order ` +
          `${run.manifest.order}, need one run an order`,
      );
    }
    byOrder.set(run.manifest.order, run);
  }
  return byOrder;
}

function requireAlike(
  base: StoredRun,
  variant: StoredRun,
  partOf: (run: StoredRun) => unknown,
): void {
  const differences = manifestDifferences(partOf(base), partOf(variant));
  if (differences.length === 0) return;
  const shown = differences.slice(0, 8).map((line) => `\n  ${line}`).join("");
  throw new InputError(
    `Cannot compare "${base.path}" and "${variant.path}": they were made from something else:${shown}`,
  );
}

function indexEpisodes({ path, episodes }: StoredRun): ReadonlyMap<string, StoredEpisode> {
  const byId = new Map(episodes.map((episode) => [episode.task.id, episode]));
  if (byId.size === episodes.length) return byId;
  const ids = episodes.map(({ task }) => task.id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  throw new InputError(`Cannot compare "${path}": it holds question "${twice}" twice`);
}

function requireQuestions(
  { path }: StoredRun,
  episodes: ReadonlyMap<string, StoredEpisode>,
  tasks: ReadonlyMap<string, Task>,
): void {
  const missing = [...tasks.keys()].filter((id) => !episodes.has(id));
  if (missing.length === 0) return;
  const shown = missing.slice(0, 10).map((id) => `"${id}"`).join(", ");
  const more = missing.length > 10 ? ` and ${missing.length - 10} more` : "";
  throw new InputError(
    `Cannot compare "${path}": of ${tasks.size} questions it lacks ${missing.length}: ` +
      `${shown}${more}; merit resume goes on with a run that was stopped`,
  );
}
