/**
 * The options that say what is asked and how answers are judged: `merit run` and `merit judge` share
 * them.
 *
 * @module
 */
import type { BenchmarkChoice } from "../experiment/open_benchmark.ts";
import { defaultRequest } from "../experiment/run_request.ts";
import { longestTimeoutMs } from "../sql/limits.ts";
import type { FlagTable, FlagValues } from "./parse_flags.ts";

/**
 * Which questions to ask of a benchmark.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { questionFlags } from "./benchmark_flags.ts";
 * assert.equal(questionFlags.databases.kind, "list");
 * ```
 */
export const questionFlags = {
  format: {
    kind: "choice",
    choices: ["spider", "bird"],
    help: "layout of DIR; found out by default",
  },
  questions: { kind: "text", value: "FILE", help: "questions file in DIR" },
  golds: { kind: "text", value: "FILE", help: "gold file that replaces the golds" },
  databases: {
    kind: "list",
    value: "A,B",
    unique: true,
    help: "only the questions of these databases",
  },
  twins: { kind: "boolean", help: "bundled: with its paraphrases" },
} as const satisfies FlagTable;

/**
 * How answers are judged.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { judgeFlags } from "./benchmark_flags.ts";
 * assert.equal(judgeFlags["timeout-ms"].default, 30_000);
 * ```
 */
export const judgeFlags = {
  mode: {
    kind: "choice",
    choices: ["spider-ts", "bird-ex", "denotation"],
    help: "how results are compared; the benchmark's own by default",
  },
  "timeout-ms": {
    kind: "integer",
    value: "MS",
    least: 1,
    most: longestTimeoutMs,
    default: defaultRequest.timeoutMs,
    help: "deadline of a predicted query, at most a day",
  },
  "allow-bad-gold": { kind: "boolean", help: "leave questions with a failing gold unscored" },
} as const satisfies FlagTable;

/**
 * The benchmark that the options name.
 *
 * @param flags the options as parsed
 * @returns a choice, not yet checked against files; null where an option was left out
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { benchmarkChoice, questionFlags } from "./benchmark_flags.ts";
 * import { parseFlags } from "./parse_flags.ts";
 * const { flags } = parseFlags(["--twins"], { command: "run", table: questionFlags });
 * const { databases, twins } = benchmarkChoice({ benchmark: "bundled", ...flags });
 * assert.deepEqual([databases, twins], [null, true]);
 * ```
 */
export function benchmarkChoice(
  flags: { readonly benchmark: string } & FlagValues<typeof questionFlags>,
): BenchmarkChoice {
  const { benchmark, format, questions, golds, databases, twins } = flags;
  return {
    benchmark,
    format: format ?? null,
    questions: questions ?? null,
    golds: golds ?? null,
    databases: databases.length > 0 ? databases : null,
    twins,
  };
}
