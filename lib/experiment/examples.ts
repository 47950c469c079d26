/**
 * A cell of fakes, for examples and tests.
 *
 * @module
 */
import { exampleSetting } from "../loop/example_setting.ts";
import { exampleTask } from "../memory/examples.ts";
import { exampleManifest } from "../runs/examples.ts";
import { createHashingEmbedder } from "../scorer/hashing_embedder.ts";
import type { CellSetting } from "./run_cell.ts";

/**
 * A cell of one task that the scripted model repairs at its first try.
 *
 * @param path the run file; in memory where left out
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleCell } from "./examples.ts";
 * assert.equal(exampleCell().stream.length, 1);
 * ```
 */
export function exampleCell(path = ":memory:"): CellSetting {
  const { model, observe } = exampleSetting(exampleManifest.method);
  return {
    path,
    manifest: exampleManifest,
    stream: [exampleTask],
    initialMemory: [],
    resume: false,
    request: null,
    model,
    embedder: createHashingEmbedder(),
    observe,
  };
}
