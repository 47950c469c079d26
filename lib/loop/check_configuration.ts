/**
 * Whether a configuration can run.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import {
  defaultConfiguration,
  type LoopConfiguration,
  parameterChoices,
  type ParameterRange,
  parameterRanges,
} from "./configuration.ts";

type Tree = { readonly [key: string]: unknown };

function listLeaves(tree: Tree, prefix = ""): (readonly [path: string, value: unknown])[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "object" && value !== null
      ? listLeaves(value as Tree, `${prefix}${key}.`)
      : [[`${prefix}${key}`, value] as const]
  );
}

function describeRange({ least, most, isWhole, isOpen }: ParameterRange): string {
  const kind = isWhole ? "a whole number" : "a number";
  if (isOpen) return `${kind} above ${least} and at most ${most}`;
  return most === Number.MAX_SAFE_INTEGER
    ? `${kind}, at least ${least}`
    : `${kind} from ${least} to ${most}`;
}

function isWithin(value: unknown, { least, most, isWhole, isOpen }: ParameterRange): boolean {
  if (typeof value !== "number" || !(value >= least && value <= most)) return false;
  return !(isOpen && value === least) && (!isWhole || Number.isSafeInteger(value));
}

/**
 * The parameters of a configuration and their values.
 *
 * @param configuration any
 * @returns paths such as `memory.limit.positive` with their values, in the order of the fields
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { listParameters } from "./check_configuration.ts";
 * import { defaultConfiguration } from "./configuration.ts";
 * assert.deepEqual(listParameters(defaultConfiguration)[0], ["budget", 7]);
 * ```
 */
export function listParameters(
  configuration: LoopConfiguration,
): readonly (readonly [path: string, value: unknown])[] {
  return listLeaves(configuration as unknown as Tree);
}

/**
 * Says what a parameter needs where a value does not fit it.
 *
 * @param path the parameter, such as `memory.limit.positive`
 * @param value any
 * @returns such as `a whole number from 0 to 100`; null where the value fits
 * @throws {RangeError} for a path that is no parameter
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { needOf } from "./check_configuration.ts";
 * assert.equal(needOf("sampling.topP", 0.95), null);
 * assert.equal(needOf("sampling.topP", 0), "a number above 0 and at most 1");
 * ```
 */
export function needOf(path: string, value: unknown): string | null {
  if (Object.hasOwn(parameterRanges, path)) {
    const range = parameterRanges[path]!;
    return isWithin(value, range) ? null : describeRange(range);
  }
  if (Object.hasOwn(parameterChoices, path)) {
    const choices = parameterChoices[path]!;
    return choices.includes(value as string) ? null : `one of ${choices.join(", ")}`;
  }
  const known = new Map(listParameters(defaultConfiguration));
  if (typeof known.get(path) !== "boolean") {
    throw new RangeError(`Cannot check "${path}": it is no parameter with a range or choices`);
  }
  return typeof value === "boolean" ? null : "true or false";
}

/**
 * Checks a configuration, wherever it came from: options, an experiment, a run file, a notebook.
 *
 * @param configuration as it would run
 * @returns the same configuration
 * @throws {InputError} for a parameter that is missing, unknown or out of its range, and weights that
 * are all 0
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { checkConfiguration } from "./check_configuration.ts";
 * import { defaultConfiguration } from "./configuration.ts";
 * assert.equal(checkConfiguration(defaultConfiguration), defaultConfiguration);
 * assert.throws(() => checkConfiguration({ ...defaultConfiguration, budget: 1e6 }), /from 0 to 100/);
 * ```
 */
export function checkConfiguration(configuration: LoopConfiguration): LoopConfiguration {
  const given = new Map(listParameters(configuration));
  const known = listParameters(defaultConfiguration).map(([path]) => path);
  const missing = known.find((path) => !given.has(path));
  if (missing !== undefined) {
    throw new InputError(`Cannot run a configuration without ${missing}: need every parameter`);
  }
  for (const [path, value] of given) {
    if (!known.includes(path)) {
      throw new InputError(`Cannot run a configuration with ${path}: there is no such parameter`);
    }
    const need = needOf(path, value);
    if (need !== null) {
      throw new InputError(`Cannot set ${path} to ${String(value)}: need ${need}`);
    }
  }
  const { dense, lexical } = configuration.memory.weights;
  if (dense === 0 && lexical === 0) {
    throw new InputError(
      "Cannot set memory.weights.dense and memory.weights.lexical to 0: need one above 0",
    );
  }
  return configuration;
}
