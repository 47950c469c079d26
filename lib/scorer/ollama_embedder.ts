import { InfrastructureError } from "../errors.ts";
import type { Embedder } from "./embedder.ts";

/** What {@link createOllamaEmbedder} needs. */
export interface OllamaEmbedderOptions {
  /** As Ollama names it, with its tag. */
  readonly model: string;
  /** Length of the model's vectors. */
  readonly dimensions: number;
  /** Address of the server; `http://127.0.0.1:11434` by default. */
  readonly baseUrl?: string;
  /** Most time for one call, in milliseconds, in (0, 2³¹); 60,000 by default. */
  readonly timeoutMs?: number;
}

/**
 * Makes an embedder that asks an Ollama server (`POST /api/embed`), one call for all texts.
 *
 * The vectors are brought to length 1. A text longer than the model's context is refused by the
 * server rather than cut (`truncate: false`). Nothing is retried; nothing is called before the first
 * text.
 *
 * @param options model, dimensions, address and time limit
 * @returns an embedder whose identity is `ollama:` and the model's name
 * @throws {RangeError} when the time limit is not in (0, 2³¹)
 *
 * @example
 * ```ts
 * import { createOllamaEmbedder } from "./ollama_embedder.ts";
 * const embedder = createOllamaEmbedder({ model: "all-minilm:22m", dimensions: 384 });
 * if (embedder.identity !== "ollama:all-minilm:22m") throw new Error("Expected model and server");
 * ```
 */
export function createOllamaEmbedder(options: OllamaEmbedderOptions): Embedder {
  const { model, dimensions, baseUrl = "http://127.0.0.1:11434", timeoutMs = 60_000 } = options;
  if (!(timeoutMs > 0 && timeoutMs < 2 ** 31)) {
    throw new RangeError(
      `Cannot set a timeout: milliseconds are ${timeoutMs}, need more than 0 and less than 2^31`,
    );
  }
  const url = `${baseUrl.replace(/\/+$/, "")}/api/embed`;
  return {
    identity: `ollama:${model}`,
    dimensions,
    async embed(texts) {
      if (texts.length === 0) return [];
      const reply = await post({ url, timeoutMs, body: { model, input: texts, truncate: false } });
      const vectors = readVectors(reply, dimensions);
      if (vectors === null || vectors.length !== texts.length) {
        throw new InfrastructureError(
          `Cannot embed with ${model} at ${url}: the reply is ${
            JSON.stringify(reply).slice(0, 200)
          }` +
            `, need ${texts.length} vectors of ${dimensions} finite numbers, not all 0`,
        );
      }
      return vectors;
    },
  };
}

async function post(
  request: { readonly url: string; readonly timeoutMs: number; readonly body: unknown },
): Promise<unknown> {
  const { url, timeoutMs, body } = request;
  let status: number, text: string;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    text = await response.text();
  } catch (cause) {
    throw new InfrastructureError(
      `Cannot embed: no answer from ${url} within ${timeoutMs} ms, need a running Ollama server`,
      { cause },
    );
  }
  if (status !== 200) {
    throw new InfrastructureError(
      `Cannot embed: ${url} answered with status ${status} (${text.slice(0, 200)}), need 200`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InfrastructureError(
      `Cannot embed: ${url} answered ${JSON.stringify(text.slice(0, 200))}, need JSON`,
      { cause },
    );
  }
}

/** Unit vectors of a reply, or null where it holds anything else. */
function readVectors(reply: unknown, dimensions: number): Float32Array[] | null {
  const rows = (reply as { readonly embeddings?: unknown } | null)?.embeddings;
  if (!Array.isArray(rows)) return null;
  const vectors: Float32Array[] = [];
  for (const row of rows) {
    if (!Array.isArray(row) || row.length !== dimensions) return null;
    if (!row.every((value) => typeof value === "number")) return null;
    const norm = Math.hypot(...row);
    if (!Number.isFinite(norm) || norm === 0) return null;
    vectors.push(Float32Array.from(row, (value) => value / norm));
  }
  return vectors;
}
