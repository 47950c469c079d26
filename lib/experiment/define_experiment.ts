/**
 * An experiment as data: what is asked, what is varied, what is compared. Declared before it is run.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { defaultConfiguration, type LoopConfiguration } from "../loop/configuration.ts";
import { methodNamed } from "../loop/methods.ts";
import { manifestDifferences } from "../runs/manifest.ts";
import { overrideConfiguration } from "./override_configuration.ts";
import type { Variant } from "./variant.ts";

/** One arm, as a patch over the paper's configuration. */
export interface Arm {
  /** Unique within the experiment; part of the run file's name. */
  readonly name: string;
  /** Name of the method; `merit` where left out. */
  readonly method?: string;
  /** Parameters that differ from the configuration that all arms share, by path as in `--set`. */
  readonly set?: Readonly<Record<string, string | number | boolean>>;
}

/** A difference to be estimated: accuracy of an arm minus accuracy of the one that it is set against. */
export interface DeclaredContrast {
  /** Name of the arm. */
  readonly variant: string;
  /** Name of the arm that it is compared with. */
  readonly against: string;
}

/** A table beside the contrasts. */
export type ExperimentView = "attempts" | "twins" | "flips" | "equal-tokens" | "placebo";

/** What an experiment asks and how. */
export interface ExperimentDeclaration {
  /** As `merit experiment NAME` takes it; the name of its file. */
  readonly name: string;
  /** In one sentence. */
  readonly question: string;
  /** The arms, in the order in which tables show them. */
  readonly arms: readonly Arm[];
  /**
   * What a contrast may vary, `method` or paths of parameters or their beginnings: the two arms of
   * each contrast differ within exactly one of them.
   */
  readonly factors: readonly string[];
  /** Seeds of stream orders. */
  readonly orders: readonly number[];
  /** The family of contrasts: Holm's correction is over all of them. */
  readonly contrasts: readonly DeclaredContrast[];
  /** Whether paraphrases of the bundled benchmark are in the stream; false where left out. */
  readonly twins?: boolean;
  /** True: a search without a hypothesis; its p values are not called separated. */
  readonly exploratory?: boolean;
  /** Tables beside the contrasts; none where left out. */
  readonly views?: readonly ExperimentView[];
}

/** Primary metric of every experiment. */
export const primaryMetric = "execution accuracy at K, oracle feedback";

/**
 * Declares an experiment: checks it where it is written and freezes it.
 *
 * @throws {InputError} for a name used twice, an unknown method or parameter, a contrast of an arm
 * that there is not, or one whose arms differ in nothing or in more than one factor
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { defineExperiment } from "./define_experiment.ts";
 * const declared = defineExperiment({
 *   name: "no_negatives",
 *   question: "Do negatives help?",
 *   arms: [{ name: "both" }, { name: "positives", set: { "memory.limit.negative": 0 } }],
 *   factors: ["memory.limit"],
 *   orders: [1],
 *   contrasts: [{ variant: "positives", against: "both" }],
 * });
 * assert.equal(Object.isFrozen(declared), true);
 * ```
 */
export function defineExperiment(declaration: ExperimentDeclaration): ExperimentDeclaration {
  const { name, arms, contrasts, factors } = declaration;
  const refuse = (why: string) => new InputError(`Cannot declare experiment "${name}": ${why}`);
  const names = arms.map((arm) => arm.name);
  const twice = names.find((arm, at) => names.indexOf(arm) !== at);
  if (twice !== undefined) throw refuse(`two arms are named "${twice}"`);
  const variants = variantsOf(declaration, defaultConfiguration);
  for (const { variant, against } of contrasts) {
    const [one, other] = [variant, against].map((arm) => variants.find((of) => of.name === arm));
    if (!one || !other) throw refuse(`"${one ? against : variant}" in a contrast is no arm`);
    const found = factorsBetween(one, other, factors);
    if (found.length !== 1 || !factors.includes(found[0]!)) {
      const varied = found.length === 0 ? "nothing" : found.join(" and ");
      const need = `need one of ${factors.join(", ")}`;
      throw refuse(`"${variant}" and "${against}" differ in ${varied}, ${need}`);
    }
  }
  return Object.freeze(declaration);
}

/**
 * The arms of an experiment over a configuration.
 *
 * @param declaration its arms
 * @param configuration what all arms start from
 * @returns one variant an arm
 * @throws {InputError} for an unknown method or parameter, or two arms that are the same
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { variantsOf } from "./define_experiment.ts";
 * import { defaultConfiguration } from "../loop/configuration.ts";
 * const arms = [{ name: "dense", set: { "memory.weights.lexical": 0 } }];
 * const [dense] = variantsOf({ name: "example", arms }, defaultConfiguration);
 * assert.equal(dense!.configuration.memory.weights.lexical, 0);
 * ```
 */
export function variantsOf(
  { name, arms }: Pick<ExperimentDeclaration, "name" | "arms">,
  configuration: LoopConfiguration,
): readonly Variant[] {
  const variants = arms.map((arm): Variant => {
    const { method = "merit", set = {} } = arm;
    methodNamed(method);
    const settings = Object.entries(set).map(([path, value]) => `${path}=${value}`);
    return {
      name: arm.name,
      method,
      configuration: overrideConfiguration(configuration, settings),
    };
  });
  const seen = new Map<string, string>();
  for (const { name: arm, ...rest } of variants) {
    const same = seen.get(JSON.stringify(rest));
    if (same !== undefined) {
      throw new InputError(
        `Cannot run experiment "${name}": arms "${same}" and "${arm}" are equal`,
      );
    }
    seen.set(JSON.stringify(rest), arm);
  }
  return variants;
}

/** Names of the factors within which two arms differ, and paths of whatever else differs. */
function factorsBetween(
  { name: _one, ...one }: Variant,
  { name: _other, ...other }: Variant,
  factors: readonly string[],
): readonly string[] {
  const paths = manifestDifferences(one, other).map((line) => line.slice(0, line.indexOf(":")));
  const named = paths.map((path) => {
    const short = path.replace(/^configuration\./, "");
    return factors.find((factor) => short === factor || short.startsWith(`${factor}.`)) ?? short;
  });
  return [...new Set(named)];
}
