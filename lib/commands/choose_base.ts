/**
 * Which arm the others are compared with.
 *
 * @module
 */
import type { Arm } from "../analysis/group_arms.ts";
import { ownPart } from "../analysis/group_runs.ts";
import { InputError } from "../errors.ts";
import { defaultConfiguration } from "../loop/configuration.ts";
import { nearestName } from "../nearest_name.ts";

/**
 * Chooses the base of a set of arms: the one named; else `stateless`, of several the one with default
 * values in all that varies between them; else, where all arms are of one method, the one of these.
 *
 * @param arms of one set
 * @param label of the base, where the user names one
 * @returns one of the arms
 * @throws {InputError} for a label that is no arm's, and where no rule gives a base; both name the arms
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { chooseBase } from "./choose_base.ts";
 * const arm = (label: string) => ({ label, method: "merit", runs: [] });
 * assert.equal(chooseBase([arm("merit"), arm("stateless")]).label, "stateless");
 * assert.throws(() => chooseBase([arm("merit")], "merti"), /the nearest is "merit"/);
 * ```
 */
export function chooseBase(arms: readonly Arm[], label?: string): Arm {
  const labels = arms.map((arm) => arm.label);
  const named = arms.find((arm) => arm.label === (label ?? "stateless"));
  if (named !== undefined) return named;
  const listed = labels.map((name) => `"${name}"`).join(", ");
  if (label !== undefined) {
    throw new InputError(
      `Cannot compare with "${label}": the arms are ${listed}; the nearest is ` +
        `"${nearestName(label, labels)}"`,
    );
  }
  const plain = arms.filter(({ method }) => method === "stateless");
  const ofOne = plain.length > 0 || new Set(arms.map(({ method }) => method)).size > 1
    ? plain
    : arms;
  const [base, ...others] = ofOne.filter((arm) => ofOne.every((other) => hasDefaults(arm, other)));
  if (base !== undefined && others.length === 0) return base;
  throw new InputError(
    `Cannot choose the arm that others are compared with: ${
      plain.length > 0 ? "none that is stateless" : "none is stateless and none"
    } has the default parameters${
      plain.length > 0 ? "" : " of the one method"
    }, need --base with one of ${listed}`,
  );
}

/** Whether an arm has the default value wherever it differs from another one. */
function hasDefaults(arm: Arm, other: Arm): boolean {
  const { manifest } = arm.runs[0]!;
  // No embedder is the default one.
  const plain = { configuration: defaultConfiguration, embedder: "", memoryFrom: null };
  const own = partOf(arm), defaults = ownPart({ ...manifest, ...plain });
  return differingPaths(own, partOf(other)).every((path) => own.get(path) === defaults.get(path));
}

const partOf = ({ runs }: Arm) => ownPart(runs[0]!.manifest);

function differingPaths(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((path) => one.get(path) !== other.get(path));
}

/**
 * Says which arms differ from the base in more than one thing, so that a difference is not the effect
 * of either. Parameters with a common beginning, such as both limits of memory, count as one.
 *
 * @param arms of one set
 * @param base one of them
 * @returns a sentence an arm; none where all differ in one thing
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { describeMixing } from "./choose_base.ts";
 * const base = { label: "merit", method: "merit", runs: [await exampleRun()] };
 * const other = { ...base, label: "stateless", method: "stateless" };
 * assert.deepEqual(describeMixing([base, other], base), []);
 * ```
 */
export function describeMixing(arms: readonly Arm[], base: Arm): readonly string[] {
  return arms.filter((arm) => arm !== base).flatMap((arm) => {
    const paths = differingPaths(partOf(arm), partOf(base));
    const factors = new Set([
      ...(arm.method === base.method ? [] : ["method"]),
      ...paths.map((path) => path.split(".").slice(0, 2).join(".")),
    ]);
    if (factors.size < 2) return [];
    return [
      `${arm.label} differs from ${base.label} in ${[...factors].join(" and ")}: the difference ` +
      "is not the effect of one of them.",
    ];
  });
}
