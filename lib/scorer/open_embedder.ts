/**
 * From an embedder's text to an embedder.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { Embedder } from "./embedder.ts";
import { createHashingEmbedder } from "./hashing_embedder.ts";
import { createOllamaEmbedder } from "./ollama_embedder.ts";
import { createTransformersEmbedder } from "./transformers_embedder.ts";

/**
 * Opens the embedder that a text names: `transformers:NAME@FOLDER` (a local model; with the folder
 * `hub` it is downloaded), `ollama:NAME/DIMENSIONS[@URL]`, or `hashing` (a deterministic fake that
 * ships with the kit). Nothing is loaded before the first text.
 *
 * @throws {InputError} for any other text
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { openEmbedder } from "./open_embedder.ts";
 * assert.equal(openEmbedder("hashing").dimensions, 64);
 * assert.throws(() => openEmbedder("hasing"), /need transformers:/);
 * ```
 */
export function openEmbedder(spec: string): Embedder {
  if (spec === "hashing") return createHashingEmbedder();
  const transformers = /^transformers:([^@]+)@(.+)$/.exec(spec);
  if (transformers !== null) {
    const [, model, folder] = transformers;
    return folder === "hub"
      ? createTransformersEmbedder({
        model: model!,
        folder: ".cache/models",
        allowRemoteModels: true,
      })
      : createTransformersEmbedder({ model: model!, folder: folder! });
  }
  const ollama = /^ollama:([^@]+)\/(\d+)(?:@(.+))?$/.exec(spec);
  if (ollama !== null) {
    const [, model, dimensions, baseUrl] = ollama;
    return createOllamaEmbedder({
      model: model!,
      dimensions: Number(dimensions),
      ...(baseUrl ? { baseUrl } : {}),
    });
  }
  throw new InputError(
    `Cannot open embedder "${spec}": need transformers:NAME@FOLDER, ollama:NAME/DIMENSIONS[@URL] or hashing`,
  );
}
