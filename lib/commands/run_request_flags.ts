/**
 * From the options of `merit run` to a request.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { overrideConfiguration } from "../experiment/override_configuration.ts";
import { readOutsideData, requireFolder } from "../experiment/outside_data.ts";
import { defaultRequest, type RunRequest } from "../experiment/run_request.ts";
import { bundledRecording } from "../experiment/bundled_recording.ts";
import { openRecording } from "../llm/open_recording.ts";
import type { Variant } from "../experiment/variant.ts";
import { defaultConfiguration, type LoopConfiguration } from "../loop/configuration.ts";
import { benchmarkChoice, judgeFlags, questionFlags } from "./benchmark_flags.ts";
import type { FlagTable, FlagValues } from "./parse_flags.ts";

/**
 * The options that `merit run` and `merit experiment` share.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { requestFlags } from "./run_request_flags.ts";
 * assert.equal(requestFlags.orders.kind, "list");
 * ```
 */
export const requestFlags = {
  benchmark: {
    kind: "text",
    value: "bundled|DIR",
    help: "what to run on (default bundled, or the data that --recording was made over)",
  },
  ...questionFlags,
  limit: {
    kind: "integer",
    value: "N",
    least: 1,
    most: 1_000_000,
    help: "only the first N questions of the stream (of the first order's)",
  },
  orders: {
    kind: "list",
    value: "1,2,3",
    unique: true,
    help: "seeds of the stream order (default 1; of an experiment those it declares)",
  },
  model: {
    kind: "text",
    value: "SPEC",
    help: "ollama:NAME[@URL], openai:NAME@URL[,URL2] (shared out by load) or scripted:NAME",
  },
  embedder: {
    kind: "text",
    value: "SPEC",
    help:
      `transformers:NAME@FOLDER, ollama:NAME/DIMENSIONS[@URL] or hashing (default ${defaultRequest.embedder})`,
  },
  "run-seed": { kind: "integer", value: "N", least: 0, help: "seed of the sampler (default 1)" },
  budget: {
    kind: "integer",
    value: "K",
    least: 0,
    most: 100,
    help: "most repairs of a question (default 7)",
  },
  feedback: {
    kind: "choice",
    choices: ["full", "execution-only"],
    help: "what the oracle tells (default full)",
  },
  descriptions: {
    kind: "boolean",
    help: "BIRD: column descriptions in the schema that prompts show",
  },
  set: { kind: "list", value: "PATH=VALUE", help: "any parameter, as memory.limit.positive=5" },
  ...judgeFlags,
  recording: {
    kind: "text",
    value: "FILE",
    help: "recording of calls (default OUT/calls.sqlite; under replay the bundled one)",
  },
  replay: { kind: "boolean", help: "ask no model: answer from the recording alone" },
  "memory-from": { kind: "text", value: "RUN", help: "start with another run's memory" },
  "initial-predictions": { kind: "text", value: "FILE", help: "repair these instead of attempt 0" },
  parallel: { kind: "integer", value: "N", least: 1, most: 64, default: 1, help: "runs at once" },
  quiet: { kind: "boolean", help: "no progress" },
} as const satisfies FlagTable;

/**
 * The benchmark of a run: as named, else what lies beside the recording says, else the bundled one.
 *
 * @param flags the options as parsed
 * @returns the same options with benchmark and databases
 * @throws {InputError} where a recording was made over data that is not there: what, where to put it
 * and where to get it; where it is to be replayed and is itself not there
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { chooseBenchmark } from "./run_request_flags.ts";
 * const flags = { benchmark: undefined, databases: [], recording: undefined, replay: false };
 * assert.equal(chooseBenchmark(flags).benchmark, "bundled");
 * ```
 */
export function chooseBenchmark<
  Flags extends Pick<
    FlagValues<typeof requestFlags>,
    "benchmark" | "databases" | "recording" | "replay"
  >,
>(flags: Flags): Omit<Flags, "benchmark"> & { readonly benchmark: string } {
  const { benchmark, databases, recording, replay } = flags;
  if (benchmark !== undefined) return { ...flags, benchmark };
  const data = recording === undefined ? null : readOutsideData(recording);
  if (data === null) return { ...flags, benchmark: "bundled" };
  // Nobody should fetch data for a recording that is not there.
  if (replay) openRecording(data.recording, { readOnly: true }).close();
  const names = databases.length > 0 ? databases : data.databases.map(({ name }) => name);
  return { ...flags, benchmark: requireFolder(data), databases: names };
}

/**
 * Makes a request of options.
 *
 * @param flags the options as parsed
 * @param choice what the options do not say: the variants over the configuration that they give,
 * what a request starts from, and the folder of the run files
 * @returns a request, not yet checked against files and servers
 * @throws {InputError} for options that contradict each other or values that do not fit
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { requestFlags, requestFrom } from "./run_request_flags.ts";
 * import { methodVariants } from "../experiment/variant.ts";
 * import type { LoopConfiguration } from "../loop/configuration.ts";
 * import { parseFlags } from "./parse_flags.ts";
 * const { flags } = parseFlags(["--replay", "--budget", "3"], { command: "run", table: requestFlags });
 * const variants = (configuration: LoopConfiguration) => methodVariants(["merit"], configuration);
 * const request = requestFrom(flags, { variants, out: "runs" });
 * assert.equal(request.variants[0]!.configuration.budget, 3);
 * ```
 */
export function requestFrom(
  flags: FlagValues<typeof requestFlags>,
  choice: {
    readonly variants: (configuration: LoopConfiguration) => readonly Variant[];
    readonly start?: Partial<RunRequest>;
    readonly out: string;
  },
): RunRequest {
  const configuration = overrideConfiguration(defaultConfiguration, settingsOf(flags));
  const request: RunRequest = {
    ...defaultRequest,
    ...choice.start,
    ...(flags.orders.length > 0 && { orders: flags.orders.map(parseOrder) }),
    ...(flags.model !== undefined && { model: flags.model }),
    ...benchmarkChoice(chooseBenchmark(flags)),
    limit: flags.limit ?? null,
    mode: flags.mode ?? null,
    timeoutMs: flags["timeout-ms"],
    allowBadGold: flags["allow-bad-gold"],
    variants: choice.variants(configuration),
    embedder: flags.embedder ?? (flags.replay ? "recorded" : defaultRequest.embedder),
    withDescriptions: flags.descriptions,
    recording: flags.recording ?? null,
    replay: flags.replay,
    out: choice.out,
    memoryFrom: flags["memory-from"] ?? null,
    initialPredictions: flags["initial-predictions"] ?? null,
    parallel: flags.parallel,
  };
  if (!request.replay && request.model === "") {
    throw new InputError("Cannot run: need --model SPEC, or --replay");
  }
  if (!request.replay || request.recording !== null) return request;
  if (request.benchmark !== "bundled") {
    throw new InputError("Cannot replay: need --recording FILE beside --replay");
  }
  return { ...request, recording: bundledRecording };
}

/** Parameters as `--set` takes them, those with options of their own first. */
function settingsOf(
  flags: Pick<FlagValues<typeof requestFlags>, "run-seed" | "budget" | "feedback" | "set">,
) {
  return [
    ...(flags["run-seed"] === undefined ? [] : [`runSeed=${flags["run-seed"]}`]),
    ...(flags.budget === undefined ? [] : [`budget=${flags.budget}`]),
    ...(flags.feedback === undefined ? [] : [`feedback=${flags.feedback}`]),
    ...flags.set,
  ];
}

function parseOrder(text: string): number {
  const order = Number(text);
  if (text === "" || !Number.isSafeInteger(order)) {
    throw new InputError(
      `Cannot order the stream by "${text}": need whole numbers, as --orders 1,2,3`,
    );
  }
  return order;
}
