/**
 * From the options of `merit run` to a request.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { overrideConfiguration } from "../experiment/override_configuration.ts";
import { defaultRequest, type RunRequest } from "../experiment/run_request.ts";
import { methods } from "../loop/methods.ts";
import { benchmarkChoice, judgeFlags, questionFlags } from "./benchmark_flags.ts";
import type { FlagTable, FlagValues } from "./parse_flags.ts";

/**
 * The options of `merit run`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runFlags } from "./run_request_flags.ts";
 * assert.equal(runFlags.methods.kind, "list");
 * ```
 */
export const runFlags = {
  benchmark: { kind: "text", value: "bundled|DIR", default: "bundled", help: "what to run on" },
  ...questionFlags,
  limit: {
    kind: "integer",
    value: "N",
    least: 1,
    help: "only the first N questions of the stream",
  },
  methods: { kind: "list", value: "A,B", help: `of ${methods.map(({ name }) => name).join(", ")}` },
  orders: { kind: "list", value: "1,2,3", help: "seeds of the stream order (default 1)" },
  model: {
    kind: "text",
    value: "SPEC",
    help: "ollama:NAME[@URL], openai:NAME@URL or scripted:NAME",
  },
  embedder: {
    kind: "text",
    value: "SPEC",
    default: defaultRequest.embedder,
    help: "transformers:NAME@FOLDER, ollama:NAME/DIMENSIONS[@URL] or hashing",
  },
  "run-seed": { kind: "integer", value: "N", least: 0, help: "seed of the sampler (default 1)" },
  budget: { kind: "integer", value: "K", least: 0, help: "most repairs of a question (default 7)" },
  feedback: {
    kind: "choice",
    choices: ["full", "execution-only"],
    help: "what the oracle tells (default full)",
  },
  set: { kind: "list", value: "PATH=VALUE", help: "any parameter, as memory.limit.positive=5" },
  preset: {
    kind: "choice",
    choices: ["paper"],
    help: "paper: ollama:qwen2.5:7b-instruct, K = 7, orders 1,2,3, the paper's four methods",
  },
  ...judgeFlags,
  recording: { kind: "text", value: "FILE", help: "recording of calls (default OUT/calls.sqlite)" },
  replay: { kind: "boolean", help: "ask no model: answer from --recording alone" },
  "memory-from": { kind: "text", value: "RUN", help: "start with another run's memory" },
  "initial-predictions": { kind: "text", value: "FILE", help: "repair these instead of attempt 0" },
  parallel: { kind: "integer", value: "N", least: 1, default: 1, help: "runs at once" },
  out: { kind: "text", value: "DIR", default: "runs", help: "folder of the run files" },
  resume: { kind: "boolean", help: "go on with run files that are there already" },
  quiet: { kind: "boolean", help: "no progress" },
  json: { kind: "boolean", help: "print one JSON line a finished run" },
} as const satisfies FlagTable;

/** The paper's model, orders and methods. */
const paperPreset = {
  model: "ollama:qwen2.5:7b-instruct",
  orders: [1, 2, 3],
  methods: ["stateless", "dynamic-rag", "reflexion", "merit"],
};

/**
 * Makes a request of options.
 *
 * @param flags the options as parsed
 * @returns a request, not yet checked against files and servers
 * @throws {InputError} for options that contradict each other or values that do not fit
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { requestFrom, runFlags } from "./run_request_flags.ts";
 * import { parseFlags } from "./parse_flags.ts";
 * const { flags } = parseFlags(["--preset", "paper"], { command: "run", table: runFlags });
 * assert.deepEqual(requestFrom(flags).orders, [1, 2, 3]);
 * ```
 */
export function requestFrom(flags: FlagValues<typeof runFlags>): RunRequest {
  const preset = flags.preset === "paper" ? paperPreset : {};
  const given = {
    ...(flags.methods.length > 0 && { methods: flags.methods }),
    ...(flags.orders.length > 0 && { orders: flags.orders.map(parseOrder) }),
    ...(flags.model !== undefined && { model: flags.model }),
  };
  const request: RunRequest = {
    ...defaultRequest,
    ...preset,
    ...given,
    ...benchmarkChoice(flags),
    limit: flags.limit ?? null,
    mode: flags.mode ?? null,
    timeoutMs: flags["timeout-ms"],
    allowBadGold: flags["allow-bad-gold"],
    configuration: overrideConfiguration(defaultRequest.configuration, [
      ...(flags["run-seed"] === undefined ? [] : [`runSeed=${flags["run-seed"]}`]),
      ...(flags.budget === undefined ? [] : [`budget=${flags.budget}`]),
      ...(flags.feedback === undefined ? [] : [`feedback=${flags.feedback}`]),
      ...flags.set,
    ]),
    embedder: flags.embedder,
    recording: flags.recording ?? null,
    replay: flags.replay,
    out: flags.out,
    memoryFrom: flags["memory-from"] ?? null,
    initialPredictions: flags["initial-predictions"] ?? null,
    parallel: flags.parallel,
  };
  if (request.replay && request.recording === null) {
    throw new InputError("Cannot replay: need --recording FILE beside --replay");
  }
  if (!request.replay && request.model === "") {
    throw new InputError("Cannot run: need --model SPEC, or --replay with --recording FILE");
  }
  return request;
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
