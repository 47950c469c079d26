/**
 * From what a user names to a benchmark.
 *
 * @module
 */
import type { Benchmark } from "../benchmark/benchmark.ts";
import { loadBundled } from "../benchmark/bundled.ts";
import { loadBenchmark } from "../benchmark/load_benchmark.ts";
import { InputError } from "../errors.ts";
import type { RunRequest } from "./run_request.ts";

/** The part of a request that says which questions to ask. */
export type BenchmarkChoice =
  & Pick<RunRequest, "benchmark" | "format" | "questions" | "golds" | "databases" | "twins">
  & {
    /** Whether schemas carry BIRD's column descriptions as comments; false by default. */
    readonly withDescriptions?: boolean;
  };

/**
 * Opens the bundled benchmark or a folder in Spider's or BIRD's layout.
 *
 * @param choice `bundled` or a folder, and what to take of it; null leaves a choice to the loader
 * @returns the benchmark, its golds closed
 * @throws {InputError} for files that are missing or malformed, and for a choice that the benchmark
 * does not leave
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { openBenchmark } from "./open_benchmark.ts";
 * import { defaultRequest } from "./run_request.ts";
 * const { tasks } = await openBenchmark({ ...defaultRequest, databases: ["bike_share"] });
 * assert.ok(tasks.every((task) => task.databaseId === "bike_share"));
 * ```
 */
export async function openBenchmark(choice: BenchmarkChoice): Promise<Benchmark> {
  const { benchmark, format, questions, golds, twins, withDescriptions = false } = choice;
  const databases = choice.databases === null ? {} : { databases: choice.databases };
  if (benchmark === "bundled") {
    const [unfit] = Object.entries({ format, questions, golds }).filter(([, value]) =>
      value !== null
    );
    if (unfit !== undefined) {
      throw new InputError(
        `Cannot open the bundled benchmark with ${unfit[0]} "${unfit[1]}": need a folder for that`,
      );
    }
    if (withDescriptions) {
      throw new InputError(
        "Cannot add column descriptions to the bundled benchmark: only BIRD's folders have them",
      );
    }
    return await loadBundled({ twins, ...databases });
  }
  if (twins) throw new InputError(`Cannot add twins to "${benchmark}": only bundled has them`);
  return await loadBenchmark({
    directory: benchmark,
    ...(format === null ? {} : { format }),
    ...(questions === null ? {} : { questions }),
    ...(golds === null ? {} : { golds }),
    ...databases,
    withDescriptions,
  });
}
