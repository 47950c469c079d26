/**
 * What puts the questions of a stream in order.
 *
 * @module
 */
import { sha256 } from "./sha256.ts";

/**
 * The key of a task: a stream holds its tasks in ascending order of their keys.
 *
 * @param order the seed of the stream order
 * @param taskId the task's id
 * @returns 64 hexadecimal digits
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { streamKey } from "./stream_key.ts";
 * assert.notEqual(streamKey(1, "q3"), streamKey(2, "q3"));
 * ```
 */
export function streamKey(order: number, taskId: string): string {
  return sha256(`${order}\u0000${taskId}`);
}
