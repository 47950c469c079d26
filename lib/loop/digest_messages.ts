/**
 * The digest of a prompt.
 *
 * @module
 */
import { createHash } from "node:crypto";
import type { Message } from "../llm/language_model.ts";

/**
 * SHA-256 of messages, role and content in order, as 64 hexadecimal digits.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { digestMessages } from "./digest_messages.ts";
 * const hello = digestMessages([{ role: "user", content: "hello" }]);
 * assert.equal(hello.length, 64);
 * assert.notEqual(hello, digestMessages([{ role: "system", content: "hello" }]));
 * ```
 */
export function digestMessages(messages: readonly Message[]): string {
  const canonical = JSON.stringify(messages.map(({ role, content }) => [role, content]));
  return createHash("sha256").update(canonical).digest("hex");
}
