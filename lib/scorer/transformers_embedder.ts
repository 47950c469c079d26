import { resolve } from "node:path";
import { InfrastructureError } from "../errors.ts";
import { sha256 } from "../sha256.ts";
import type { Embedder } from "./embedder.ts";

/**
 * The pinned library. It is no literal where it is imported, so that Deno neither fetches nor locks
 * it before a live embedder sees its first text.
 */
export const transformersSpecifier = "npm:@huggingface/transformers@4.3.1";

/** A number format of the weights. */
export type WeightsDtype = "fp32" | "fp16" | "int8" | "uint8" | "q8" | "q4";

/** As transformers.js names the files. */
const weightsFiles: Readonly<Record<WeightsDtype, string>> = {
  fp32: "model.onnx",
  fp16: "model_fp16.onnx",
  int8: "model_int8.onnx",
  uint8: "model_uint8.onnx",
  q8: "model_quantized.onnx",
  q4: "model_q4.onnx",
};

/** The part of `@huggingface/transformers` that the embedder uses. */
export interface TransformersModule {
  /** Loads a model; the answer embeds one text. */
  pipeline(
    task: "feature-extraction",
    model: string,
    options: Readonly<Record<string, unknown>>,
  ): Promise<Extract>;
}

/** A loaded model: one text in, its vector out. */
export type Extract = (
  text: string,
  options: { readonly pooling: "mean"; readonly normalize: true },
) => Promise<{ readonly data: Float32Array }>;

/** What {@link createTransformersEmbedder} needs. */
export interface TransformersEmbedderOptions {
  /** The folder that holds the model's folder. */
  readonly folder: string;
  /** Folder of the model within `folder`; with `allowRemoteModels` also its name on the hub. */
  readonly model?: string;
  /** `int8` by default; there is no automatic choice. */
  readonly dtype?: WeightsDtype;
  /** Length of the model's vectors; 384 by default. */
  readonly dimensions?: number;
  /** SHA-256 of the weights file in hexadecimal: made part of the identity, checked on loading. */
  readonly digest?: string;
  /** Whether a model that is not in `folder` may be downloaded into it; false by default. */
  readonly allowRemoteModels?: boolean;
  /** Imports the library; the pinned package from npm by default. */
  readonly importLibrary?: () => Promise<TransformersModule>;
}

/**
 * Makes an embedder that runs a sentence model (all-MiniLM-L6-v2 by default) in this process.
 *
 * Token vectors are averaged over the real tokens and brought to length 1. Texts are embedded one by
 * one, so that a vector never depends on its batch, on one thread, which is what was fastest. A text
 * beyond the model's limit (512 tokens for MiniLM) is cut there. Library and weights are loaded at
 * the first text, not before.
 *
 * @param options folder, model, number format, dimensions, digest and the library's import
 * @returns an embedder whose identity names the model, its number format, the pooling and, where
 * given, the digest
 *
 * @example
 * ```ts
 * import { createTransformersEmbedder } from "./transformers_embedder.ts";
 * const embedder = createTransformersEmbedder({ folder: "models" });
 * if (embedder.identity !== "transformers:all-MiniLM-L6-v2:int8:mean") {
 *   throw new Error("Expected model, number format and pooling");
 * }
 * ```
 */
export function createTransformersEmbedder(options: TransformersEmbedderOptions): Embedder {
  const { model = "all-MiniLM-L6-v2", dtype = "int8", dimensions = 384, digest } = options;
  let loading: Promise<Extract> | undefined;
  return {
    identity: ["transformers", model, dtype, "mean", ...(digest ? [digest] : [])].join(":"),
    dimensions,
    async embed(texts) {
      if (texts.length === 0) return [];
      loading ??= loadModel({ ...options, model, dtype });
      const extract = await loading.catch((error) => {
        loading = undefined;
        throw error;
      });
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        const vector = await embedText(extract, text);
        if (vector.length !== dimensions || !vector.every(Number.isFinite)) {
          throw new InfrastructureError(
            `Cannot embed with ${model}: it gave ${vector.length} numbers, need ${dimensions} finite`,
          );
        }
        vectors.push(vector);
      }
      return vectors;
    },
  };
}

async function embedText(extract: Extract, text: string): Promise<Float32Array> {
  try {
    const { data } = await extract(text, { pooling: "mean", normalize: true });
    return Float32Array.from(data);
  } catch (cause) {
    throw new InfrastructureError(
      `Cannot embed ${JSON.stringify(text.slice(0, 60))}: the model failed on it`,
      { cause },
    );
  }
}

async function loadModel(
  options: TransformersEmbedderOptions & { readonly model: string; readonly dtype: WeightsDtype },
): Promise<Extract> {
  const { folder, model, dtype, digest, allowRemoteModels = false } = options;
  const importLibrary = options.importLibrary ?? (() => import(transformersSpecifier));
  const modelFolder = resolve(folder, model);
  const weights = resolve(modelFolder, "onnx", weightsFiles[dtype]);
  const missing = await findMissing([
    resolve(modelFolder, "config.json"),
    resolve(modelFolder, "tokenizer.json"),
    weights,
  ]);
  if (missing !== null && !allowRemoteModels) {
    throw new InfrastructureError(
      `Cannot load the embedding model ${model} (${dtype}): no file ${missing}, ` +
        `need a folder that holds ${model}/, or allowRemoteModels`,
    );
  }
  try {
    const { pipeline } = await importLibrary();
    const source = missing === null ? { local_files_only: true } : { cache_dir: resolve(folder) };
    const extract = await pipeline("feature-extraction", missing === null ? modelFolder : model, {
      ...source,
      dtype,
      session_options: { intraOpNumThreads: 1 },
    });
    if (digest !== undefined) await checkDigest(weights, digest);
    return extract;
  } catch (cause) {
    if (cause instanceof InfrastructureError) throw cause;
    throw new InfrastructureError(
      missing === null
        ? `Cannot load the embedding model ${model} (${dtype}) from ${modelFolder}: ${cause}`
        : `Cannot download the embedding model ${model} (${dtype}) into ${resolve(folder)}: ` +
          `${cause}; need the hub within reach, or a folder that holds ${model}/`,
      { cause },
    );
  }
}

async function findMissing(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    try {
      await Deno.stat(path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return path;
      throw new InfrastructureError(`Cannot read ${path}: ${error}`, { cause: error });
    }
  }
  return null;
}

async function checkDigest(path: string, digest: string): Promise<void> {
  const found = sha256(await Deno.readFile(path));
  if (found !== digest) {
    throw new InfrastructureError(
      `Cannot use the weights ${path}: their SHA-256 is ${found}, need ${digest}`,
    );
  }
}
