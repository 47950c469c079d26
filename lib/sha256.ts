/**
 * The digest that names contents throughout the kit.
 *
 * @module
 */
import { createHash } from "node:crypto";

/**
 * SHA-256 of a text's UTF-8 or of bytes.
 *
 * @returns 64 hexadecimal digits
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { sha256 } from "./sha256.ts";
 * assert.equal(sha256("abc"), sha256(Uint8Array.of(97, 98, 99)));
 * ```
 */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
