/**
 * What an experiment varies: a method with its parameters, under a name.
 *
 * @module
 */
import { defaultConfiguration, type LoopConfiguration } from "../loop/configuration.ts";

/** One arm of an experiment. */
export interface Variant {
  /** Unique within a request; part of the run file's name. */
  readonly name: string;
  /** Name of the method. */
  readonly method: string;
  /** Parameters of the loop. */
  readonly configuration: LoopConfiguration;
}

/**
 * One variant a method, named after it, all with the same parameters.
 *
 * @param methods names of methods
 * @param configuration their parameters; the paper's where left out
 * @returns variants in the order of the names
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { methodVariants } from "./variant.ts";
 * assert.deepEqual(methodVariants(["merit", "stateless"]).map(({ name }) => name), ["merit", "stateless"]);
 * ```
 */
export function methodVariants(
  methods: readonly string[],
  configuration: LoopConfiguration = defaultConfiguration,
): readonly Variant[] {
  return methods.map((method) => ({ name: method, method, configuration }));
}
