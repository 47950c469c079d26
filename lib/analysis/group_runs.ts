/**
 * Which runs may stand in one table.
 *
 * @module
 */
import type { RunManifest } from "../runs/manifest.ts";
import type { StoredRun } from "../runs/run_reader.ts";

/** Runs of equal questions, order, model, judge and budget, which differ in what they were shown. */
export interface RunBlock {
  /** In the order given. */
  readonly runs: readonly StoredRun[];
  /**
   * What tells the runs apart beside the method, a text a run such as `memory.twins=block`; empty
   * where the block holds one kind only.
   */
  readonly variants: readonly string[];
}

/** What all runs of a block share. */
function sharedPart(manifest: RunManifest) {
  const { benchmark, stream, order, judge, model, initialPredictions } = manifest;
  const { budget, feedback } = manifest.configuration;
  return { benchmark, stream, order, judge, model, initialPredictions, budget, feedback };
}

/**
 * What one run may differ by from others of its block, beside the method.
 *
 * @param manifest of the run
 * @returns values as text, by path such as `memory.twins`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleManifest } from "../runs/examples.ts";
 * import { ownPart } from "./group_runs.ts";
 * assert.equal(ownPart(exampleManifest).get("memory.twins"), "allow");
 * ```
 */
export function ownPart(
  { configuration, embedder, memoryFrom }: RunManifest,
): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>();
  const walk = (value: unknown, path: string) => {
    if (typeof value !== "object" || value === null) leaves.set(path, String(value));
    else for (const [key, part] of Object.entries(value)) walk(part, path ? `${path}.${key}` : key);
  };
  walk({ ...configuration, embedder, memoryFrom: memoryFrom?.digest ?? null }, "");
  return leaves;
}

function nameVariants(runs: readonly StoredRun[]): readonly string[] {
  const parts = runs.map(({ manifest }) => ownPart(manifest));
  const paths = [...new Set(parts.flatMap((part) => [...part.keys()]))];
  const varying = paths.filter((path) => new Set(parts.map((part) => part.get(path))).size > 1);
  return parts.map((part) => varying.map((path) => `${path}=${part.get(path)}`).join(" "));
}

/**
 * Puts runs into blocks: in one block all share the benchmark's files, the stream, its order, the
 * judge, the model, K, the feedback and the source of attempt 0. Nothing else may be compared.
 *
 * @param runs runs in any order
 * @returns blocks in the order of their first run; runs in a block in the order given
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { groupRuns } from "./group_runs.ts";
 * const run = await exampleRun();
 * const other = { ...run, manifest: { ...run.manifest, order: 2 } };
 * assert.deepEqual(groupRuns([run, other, run]).map((block) => block.runs.length), [2, 1]);
 * ```
 */
export function groupRuns(runs: readonly StoredRun[]): readonly RunBlock[] {
  const blocks = Map.groupBy(runs, ({ manifest }) => JSON.stringify(sharedPart(manifest)));
  return [...blocks.values()].map((members) => ({
    runs: members,
    variants: nameVariants(members),
  }));
}
