/**
 * The digest of memory entries.
 *
 * @module
 */
import type { MemoryEntry } from "../domain.ts";
import { sha256 } from "../sha256.ts";

/**
 * SHA-256 over entries, every field in order: what a warm start's manifest names.
 *
 * @returns 64 hexadecimal digits
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { digestEntries } from "./digest_entries.ts";
 * import { exampleEntry } from "../memory/examples.ts";
 * assert.notEqual(digestEntries([exampleEntry]), digestEntries([]));
 * ```
 */
export function digestEntries(entries: readonly MemoryEntry[]): string {
  const canonical = entries.map((entry) => Object.entries(entry).toSorted());
  return sha256(JSON.stringify(canonical));
}
