/**
 * From the name of an experiment and options to a request.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { type ExperimentDeclaration, variantsOf } from "../experiment/define_experiment.ts";
import type { RunRequest } from "../experiment/run_request.ts";
import { nearestName } from "../nearest_name.ts";
import type { FlagValues } from "./parse_flags.ts";
import { chooseBenchmark, type requestFlags, requestFrom } from "./run_request_flags.ts";

/**
 * The experiment of a name.
 *
 * @param experiments all there are
 * @param name as the user typed it
 * @throws {InputError} where there is none, with the nearest
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { experimentNamed } from "./experiment_request.ts";
 * const declared = {
 *   name: "control_seed", question: "?", arms: [], factors: [], orders: [1], contrasts: [],
 * };
 * assert.equal(experimentNamed([declared], "control_seed"), declared);
 * assert.throws(() => experimentNamed([declared], "seed"), /nearest is "control_seed"/);
 * ```
 */
export function experimentNamed(
  experiments: readonly ExperimentDeclaration[],
  name: string,
): ExperimentDeclaration {
  const found = experiments.find((experiment) => experiment.name === name);
  if (found !== undefined) return found;
  const names = experiments.map((experiment) => experiment.name);
  throw new InputError(
    `Cannot find experiment "${name}": the nearest is "${nearestName(name, names)}", of ` +
      names.join(", "),
  );
}

/**
 * The request of an experiment. Without a model the recording answers; paraphrases come where the
 * declaration wants them.
 *
 * @param experiment the declaration
 * @param flags the options as parsed
 * @throws {InputError} for options that contradict each other or values that do not fit
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { requestOfExperiment } from "./experiment_request.ts";
 * import { parseFlags } from "./parse_flags.ts";
 * import { requestFlags } from "./run_request_flags.ts";
 * const declared = {
 *   name: "example", question: "?", arms: [{ name: "merit" }], factors: [], orders: [1, 2], contrasts: [],
 * };
 * const { flags } = parseFlags([], { command: "experiment", table: requestFlags });
 * const request = requestOfExperiment(declared, { ...flags, out: undefined });
 * assert.deepEqual([request.replay, request.out, request.orders], [true, "runs/example", [1, 2]]);
 * ```
 */
export function requestOfExperiment(
  experiment: ExperimentDeclaration,
  flags: FlagValues<typeof requestFlags> & { readonly out: string | undefined },
): RunRequest {
  const replay = flags.replay || flags.model === undefined;
  const chosen = chooseBenchmark({ ...flags, replay });
  const twins = flags.twins || (experiment.twins === true && chosen.benchmark === "bundled");
  return requestFrom({ ...chosen, twins }, {
    variants: (configuration) => variantsOf(experiment, configuration),
    start: { orders: experiment.orders },
    out: flags.out ?? `runs/${experiment.name}`,
  });
}
