/**
 * What a user asks for when starting runs. Kept in each run file, so that a resume needs only that.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { ComparisonMode } from "../sql/denotation.ts";
import { methodVariants, type Variant } from "./variant.ts";

/** A request for one run file a variant and order. */
export interface RunRequest {
  /** `bundled`, or the folder of a benchmark in Spider's or BIRD's layout. */
  readonly benchmark: string;
  /** Layout; null finds it out. */
  readonly format: "spider" | "bird" | null;
  /** Questions file in the folder; null takes the standard one. */
  readonly questions: string | null;
  /** Gold file that replaces the golds. */
  readonly golds: string | null;
  /** Databases to keep; null keeps all. */
  readonly databases: readonly string[] | null;
  /** Only the first questions of the stream of the limit's order; null takes all. */
  readonly limit: number | null;
  /** Order whose first questions the limit keeps; left out, the first of `orders`. */
  readonly limitOrder?: number;
  /** Bundled benchmark: with its paraphrases. */
  readonly twins: boolean;
  /** BIRD: with its column descriptions in the schema that prompts show. */
  readonly withDescriptions: boolean;
  /** Comparison mode; null takes the benchmark's own. */
  readonly mode: ComparisonMode | null;
  /** Deadline of a predicted query, in milliseconds. */
  readonly timeoutMs: number;
  /** Questions with a failing gold stay unscored instead of refusing the run. */
  readonly allowBadGold: boolean;
  /** What is run: a method with its parameters each. */
  readonly variants: readonly Variant[];
  /** Seeds of stream orders. */
  readonly orders: readonly number[];
  /** As `openModel` reads it; under replay the recorded model's name, or empty for the only one. */
  readonly model: string;
  /** As `openEmbedder` reads it; under replay `recorded`. */
  readonly embedder: string;
  /** Recording of calls and vectors; null keeps one in the output folder. */
  readonly recording: string | null;
  /** True asks no model: what the recording lacks is an error. */
  readonly replay: boolean;
  /** Folder of the run files. */
  readonly out: string;
  /** Run file whose memory the runs start with. */
  readonly memoryFrom: string | null;
  /** Prediction file that gives attempt 0. */
  readonly initialPredictions: string | null;
  /** Cells run at once. */
  readonly parallel: number;
}

/**
 * The methods that are compared by default: all but controls and what goes beyond the paper.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { comparedMethods } from "./run_request.ts";
 * assert.equal(comparedMethods.includes("merit-placebo"), false);
 * ```
 */
export const comparedMethods: readonly string[] = Object.freeze([
  "resample",
  "stateless",
  "dynamic-rag",
  "dynamic-rag-repairs",
  "reflexion",
  "merit",
]);

/**
 * The request that `merit run` starts from.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { defaultRequest } from "./run_request.ts";
 * assert.equal(defaultRequest.benchmark, "bundled");
 * ```
 */
export const defaultRequest: RunRequest = Object.freeze({
  benchmark: "bundled",
  format: null,
  questions: null,
  golds: null,
  databases: null,
  limit: null,
  twins: false,
  withDescriptions: false,
  mode: null,
  timeoutMs: 30_000,
  allowBadGold: false,
  variants: methodVariants(comparedMethods),
  orders: [1],
  model: "",
  embedder: "transformers:Xenova/all-MiniLM-L6-v2@hub",
  recording: null,
  replay: false,
  out: "runs",
  memoryFrom: null,
  initialPredictions: null,
  parallel: 1,
});

/**
 * Name of a cell's run file within the output folder.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { cellFileName } from "./run_request.ts";
 * import { methodVariants } from "./variant.ts";
 * const [variant] = methodVariants(["merit"]);
 * const name = cellFileName({ benchmark: "bundled", variant: variant!, order: 1 });
 * assert.equal(name, "bundled-merit-order1-seed1.run.sqlite");
 * ```
 */
export function cellFileName(
  cell: { readonly benchmark: string; readonly variant: Variant; readonly order: number },
): string {
  const { benchmark, variant: { name, configuration }, order } = cell;
  return `${benchmark}-${name}-order${order}-seed${configuration.runSeed}.run.sqlite`;
}

/**
 * Refuses a request of two cells that would write one file.
 *
 * @throws {InputError} where an order, or a variant with its seed, is asked for twice
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { defaultRequest, requireDistinctCells } from "./run_request.ts";
 * requireDistinctCells({ ...defaultRequest, orders: [1, 2] });
 * assert.throws(() => requireDistinctCells({ ...defaultRequest, orders: [1, 1] }), /order 1 twice/);
 * ```
 */
export function requireDistinctCells({ variants, orders }: RunRequest): void {
  const names = variants.map(({ name, configuration: { runSeed } }) =>
    `${name} of seed ${runSeed}`
  );
  for (const [noun, values] of [["variant", names], ["order", orders.map(String)]] as const) {
    const twice = values.find((value, at) => values.indexOf(value) !== at);
    if (twice === undefined) continue;
    throw new InputError(`Cannot run ${noun} ${twice} twice: name it once`);
  }
}
