/**
 * The digest of a prompt.
 *
 * @module
 */
import type { Message } from "../llm/language_model.ts";
import { sha256 } from "../sha256.ts";

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
  return sha256(JSON.stringify(messages.map(({ role, content }) => [role, content])));
}
