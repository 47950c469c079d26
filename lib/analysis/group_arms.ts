/**
 * Runs of several stream orders as arms that may be compared.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { RunManifest } from "../runs/manifest.ts";
import type { StoredRun } from "../runs/run_reader.ts";
import { sha256 } from "../sha256.ts";
import { ownPart } from "./group_runs.ts";

/** A method with its parameters, run under one or more stream orders. */
export interface Arm {
  /** The method where that tells it from the set's other arms, else what does. */
  readonly label: string;
  /** Name of the method. */
  readonly method: string;
  /** One finished run an order, in order of their seeds. */
  readonly runs: readonly StoredRun[];
}

/** Arms over the same questions, judge, model, K and feedback, under the same stream orders. */
export interface ArmSet {
  /** In the order of their first run. */
  readonly arms: readonly Arm[];
  /** Seeds of the stream orders, ascending. */
  readonly orders: readonly number[];
  /** Questions of the stream. */
  readonly questions: number;
}

/** What the runs of a set share. Orders are apart, so questions count as a set. */
function sharedPart({ manifest, stream }: StoredRun) {
  const { benchmark, judge, model, initialPredictions, configuration } = manifest;
  const { budget, feedback } = configuration;
  const questions = sha256(JSON.stringify(stream.map(({ id }) => id).sort()));
  return { benchmark, judge, model, initialPredictions, budget, feedback, questions };
}

/**
 * Puts runs into sets of arms. An arm is a method with its parameters; its runs differ by the stream
 * order alone.
 *
 * @param runs finished runs in any order
 * @returns sets in the order of their first run; a run of other questions, or of another judge,
 * model, K or feedback, is in another set
 * @throws {InputError} for an unfinished run, two runs of one arm and order, and arms of one set that
 * were not run under the same orders
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { groupArms } from "./group_arms.ts";
 * const run = await exampleRun();
 * const other = { ...run, manifest: { ...run.manifest, order: 2 } };
 * const [set] = groupArms([other, run]);
 * assert.deepEqual([set!.arms.map(({ label }) => label), set!.orders], [["merit"], [1, 2]]);
 * ```
 */
export function groupArms(runs: readonly StoredRun[]): readonly ArmSet[] {
  for (const run of runs) requireFinished(run);
  const sets = Map.groupBy(runs, (run) => JSON.stringify(sharedPart(run)));
  return [...sets.values()].map(groupSet);
}

function requireFinished({ path, stream, episodes }: StoredRun): void {
  if (episodes.length === stream.length) return;
  throw new InputError(
    `Cannot compare "${path}": ${episodes.length} of ${stream.length} questions are finished, ` +
      "need all; merit resume goes on with it",
  );
}

function groupSet(runs: readonly StoredRun[]): ArmSet {
  const keyOf = ({ manifest }: StoredRun) =>
    JSON.stringify([manifest.method, [...ownPart(manifest)]]);
  const groups = [...Map.groupBy(runs, keyOf).values()].map((members) =>
    members.toSorted((a, b) => a.manifest.order - b.manifest.order)
  );
  const labels = labelGroups(groups.map(([first]) => first!.manifest));
  const arms = groups.map((members, at): Arm => ({
    label: labels[at]!,
    method: members[0]!.manifest.method,
    runs: members,
  }));
  const [first] = arms;
  for (const arm of arms) {
    requireDistinctOrders(arm);
    if (ordersOf(arm).join() !== ordersOf(first!).join()) {
      throw new InputError(
        `Cannot compare ${first!.label} and ${arm.label}: their stream orders are ` +
          `${ordersOf(first!).join(", ")} and ${ordersOf(arm).join(", ")}, need the same`,
      );
    }
  }
  return { arms, orders: ordersOf(first!), questions: runs[0]!.stream.length };
}

function ordersOf({ runs }: Arm): readonly number[] {
  return runs.map(({ manifest }) => manifest.order);
}

function requireDistinctOrders({ label, runs }: Arm): void {
  runs.slice(1).forEach((run, at) => {
    const before = runs[at]!;
    if (before.manifest.order !== run.manifest.order) return;
    throw new InputError(
      `Cannot compare: "${before.path}" and "${run.path}" are both ${label} under order ` +
        `${run.manifest.order}, need one of them`,
    );
  });
}

/** The method, where that is not enough the parameters that vary within it, or these alone. */
function labelGroups(manifests: readonly RunManifest[]): readonly string[] {
  const methods = new Set(manifests.map(({ method }) => method));
  return manifests.map((manifest) => {
    const varying = varyingPaths(manifests.filter(({ method }) => method === manifest.method));
    const own = ownPart(manifest);
    const parts = varying.map((path) => `${shorten(path, varying)}=${own.get(path)}`).join(" ");
    if (parts === "") return manifest.method;
    return methods.size === 1 ? parts : `${manifest.method} ${parts}`;
  });
}

function varyingPaths(manifests: readonly RunManifest[]): readonly string[] {
  const parts = manifests.map(ownPart);
  const paths = [...new Set(parts.flatMap((part) => [...part.keys()]))];
  return paths.filter((path) => new Set(parts.map((part) => part.get(path))).size > 1);
}

/** The last part of a path where no other path ends like it. */
function shorten(path: string, paths: readonly string[]): string {
  const last = (of: string) => of.slice(of.lastIndexOf(".") + 1);
  return paths.filter((other) => last(other) === last(path)).length === 1 ? last(path) : path;
}
