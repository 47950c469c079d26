/**
 * Whether an embedder works, found out before anything costs time.
 *
 * @module
 */
import { InfrastructureError } from "../errors.ts";
import type { Embedder } from "../scorer/embedder.ts";

/**
 * Embeds one text. An embedder loads nothing before its first text, and retrieval needs it only once
 * memory holds something: without a probe a broken one shows up in the middle of a run.
 *
 * @param embedder a live one; under replay there is nothing to probe
 * @throws {InfrastructureError} where it gives no vector of its length, with what to do about it
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { probeEmbedder } from "./probe_embedder.ts";
 * import { createHashingEmbedder } from "../scorer/hashing_embedder.ts";
 * await probeEmbedder(createHashingEmbedder());
 * const silent = { ...createHashingEmbedder(), embed: () => Promise.resolve([]) };
 * await assert.rejects(() => probeEmbedder(silent), /it gave no vector, need one of 64 numbers/);
 * ```
 */
export async function probeEmbedder(embedder: Embedder): Promise<void> {
  const { identity, dimensions } = embedder;
  const refuse = (reason: string, cause?: unknown) =>
    new InfrastructureError(
      `Cannot embed with ${identity}: ${reason}; see merit doctor --embedder SPEC, name another ` +
        "--embedder, or run methods without memory",
      { cause },
    );
  let vectors: readonly Float32Array[];
  try {
    vectors = await embedder.embed(["How many singers are there?"]);
  } catch (cause) {
    if (!(cause instanceof InfrastructureError)) throw cause;
    throw refuse(cause.message, cause.cause);
  }
  const [vector] = vectors;
  if (vector?.length !== dimensions || !vector.every(Number.isFinite)) {
    const seen = vector === undefined ? "no vector" : `[${vector.slice(0, 3).join(", ")}, …]`;
    throw refuse(`it gave ${seen}, need one of ${dimensions} numbers`);
  }
}
