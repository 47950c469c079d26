/**
 * From the options of `merit sweep` to requests.
 *
 * @module
 */
import { join } from "node:path";
import { InputError } from "../errors.ts";
import type { ExperimentDeclaration } from "../experiment/define_experiment.ts";
import { requireDistinctCells, type RunRequest } from "../experiment/run_request.ts";
import { requestOfExperiment } from "./experiment_request.ts";
import type { FlagTable, FlagValues } from "./parse_flags.ts";
import { requestFlags } from "./run_request_flags.ts";

const { model, "run-seed": _runSeed, parallel: _parallel, ...sharedFlags } = requestFlags;

/**
 * The options of `merit sweep`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { sweepFlags } from "./sweep_flags.ts";
 * assert.deepEqual(sweepFlags.engine.choices, ["local", "slurm"]);
 * ```
 */
export const sweepFlags = {
  out: { kind: "text", value: "DIR", required: true, help: "folder of the sweep" },
  engine: {
    kind: "choice",
    choices: ["local", "slurm"],
    default: "local",
    help: "processes of this machine, or a job array",
  },
  workers: {
    kind: "integer",
    value: "N",
    least: 1,
    most: 1000,
    default: 2,
    help: "cells at once; of a job array its throttle",
  },
  model: { kind: "list", value: "SPEC", whole: true, help: `${model.help}; may be repeated` },
  "run-seeds": {
    kind: "list",
    value: "1,2,3",
    unique: true,
    help: "seeds of the sampler, each with cells of its own (default 1)",
  },
  ...sharedFlags,
  time: { kind: "text", value: "HH:MM:SS", help: "slurm: limit of a cell" },
  memory: { kind: "text", value: "2G", help: "slurm: memory of a cell" },
  requeue: { kind: "boolean", help: "slurm: put a preempted cell into the queue again" },
  sbatch: {
    kind: "list",
    value: "OPTION",
    whole: true,
    help: "slurm: one more option of sbatch, as --sbatch=--partition=cpu; may be repeated",
  },
  "prepare-only": { kind: "boolean", help: "make the run files, ask attempt 0, run no cell" },
  "dry-run": { kind: "boolean", help: "print the cells, or the job scripts, and stop" },
} as const satisfies FlagTable;

/**
 * Makes the requests of a sweep: one for each experiment and model, in a folder of its own.
 *
 * @param experiments what to run
 * @param flags the options as parsed
 * @returns requests of one recording, not yet checked against files and servers
 * @throws {InputError} for options that contradict each other or values that do not fit
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { sweepFlags, sweepRequests } from "./sweep_flags.ts";
 * import { parseFlags } from "./parse_flags.ts";
 * const args = ["--out=runs", "--run-seeds=1,2"];
 * const { flags } = parseFlags(args, { command: "sweep", table: sweepFlags });
 * const declared = {
 *   name: "example", question: "Why?", arms: [{ name: "a" }], factors: [], orders: [1], contrasts: [],
 * };
 * const [request] = sweepRequests([declared], flags);
 * assert.deepEqual([request!.variants.length, request!.out], [2, "runs/example/recorded"]);
 * ```
 */
export function sweepRequests(
  experiments: readonly ExperimentDeclaration[],
  flags: FlagValues<typeof sweepFlags>,
): readonly RunRequest[] {
  const models = flags.model.length > 0 ? flags.model : [undefined];
  const seeds = flags["run-seeds"].length > 0 ? flags["run-seeds"].map(parseSeed) : [undefined];
  const requests = experiments.flatMap((experiment) =>
    models.map((spec): RunRequest => {
      const out = join(flags.out, experiment.name, folderName(spec));
      const [first, ...others] = seeds.map((seed) =>
        requestOfExperiment(experiment, {
          ...flags,
          ...{ model: spec, "run-seed": seed, out, parallel: 1 },
        })
      ) as [RunRequest, ...RunRequest[]];
      return {
        ...first,
        variants: [first, ...others].flatMap(({ variants }) => variants),
        recording: first.recording ?? join(flags.out, "calls.sqlite"),
      };
    })
  );
  requests.forEach(requireDistinctCells);
  const outs = requests.map(({ out }) => out);
  const twice = outs.find((out, at) => outs.indexOf(out) !== at);
  if (twice === undefined) return requests;
  throw new InputError(`Cannot sweep into "${twice}" twice: name each experiment and model once`);
}

/** A model's name without its server, as a folder can be named. */
function folderName(spec: string | undefined): string {
  const name = spec?.replace(/^\w+:/, "").replace(/@https?:.*$/, "").replace(/[^\w.-]+/g, "-");
  return name || "recorded";
}

function parseSeed(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InputError(`Cannot seed the sampler by "${text}": need whole numbers from 0`);
}
