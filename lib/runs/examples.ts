/**
 * A small run for examples and tests.
 *
 * @module
 */
import { repairEpisode } from "../loop/repair_episode.ts";
import { exampleSetting } from "../loop/example_setting.ts";
import { defaultConfiguration } from "../loop/configuration.ts";
import { exampleTask } from "../memory/examples.ts";
import { createHashingEmbedder } from "../scorer/hashing_embedder.ts";
import { digestEpisode } from "./digest_episode.ts";
import { digestManifest } from "./digest_manifest.ts";
import type { RunManifest } from "./manifest.ts";
import type { StoredRun } from "./run_reader.ts";
import { digestStream } from "./digest_stream.ts";

/**
 * The manifest of a run over one task.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleManifest } from "./examples.ts";
 * assert.equal(exampleManifest.method, "merit");
 * ```
 */
export const exampleManifest: RunManifest = Object.freeze({
  method: "merit",
  configuration: defaultConfiguration,
  order: 1,
  benchmark: { name: "example", format: "spider", questionCount: 8, inputs: [] },
  stream: { digest: digestStream([exampleTask]), length: 1 },
  judge: { mode: "denotation", version: "1", timeoutMs: 30_000 },
  model: { name: "scripted", digest: "", server: "scripted" },
  embedder: createHashingEmbedder().identity,
  memoryFrom: null,
  initialPredictions: null,
});

/**
 * A finished run of one repaired question, as read from a file.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "./examples.ts";
 * assert.equal((await exampleRun()).episodes.length, 1);
 * ```
 */
export async function exampleRun(): Promise<StoredRun> {
  const episode = await repairEpisode(exampleTask, 0, exampleSetting());
  const manifestDigest = digestManifest(exampleManifest);
  return {
    path: ":memory:",
    manifest: exampleManifest,
    manifestDigest,
    stream: [exampleTask],
    episodes: [{ ...episode, sequence: 0, digest: digestEpisode(manifestDigest, episode) }],
    superseded: new Map(),
    strays: [],
    initialMemory: [],
    vectors: new Map(),
  };
}
