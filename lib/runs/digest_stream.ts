/**
 * The digest of a stream.
 *
 * @module
 */
import type { Task } from "../domain.ts";
import { sha256 } from "../sha256.ts";

/**
 * SHA-256 over all that a stream's tasks say, in order; schemas enter by their own digests.
 *
 * @returns 64 hexadecimal digits
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { digestStream } from "./digest_stream.ts";
 * import { exampleTask } from "../memory/examples.ts";
 * assert.notEqual(digestStream([exampleTask]), digestStream([{ ...exampleTask, evidence: "x" }]));
 * ```
 */
export function digestStream(stream: readonly Task[]): string {
  const canonical = stream.map((task) => [
    task.id,
    task.index,
    task.databaseId,
    task.question,
    task.evidence,
    task.difficulty,
    task.twinGroup,
    task.schemaDigest,
  ]);
  return sha256(JSON.stringify(canonical));
}
