/**
 * What no server can have meant as an answer is an error of the call, never text or a number.
 *
 * @module
 */
import type { Usage } from "../domain.ts";
import { redact, type ServerAddress } from "./ask_server.ts";
import type { ModelRequest } from "./language_model.ts";
import { ModelCallError } from "./model_call_error.ts";

/** No token of any vocabulary is longer, in characters. */
const longestToken = 1024;

/** More than chat templates add to a prompt, their own instructions included. */
const mostTemplateTokens = 4096;

/** More end marks than servers count with an answer. */
const mostEndTokens = 8;

/** Makes the error of an answer that makes no sense, without the key. */
export function brokenAnswer(
  server: ServerAddress,
  seen: string,
  options: ErrorOptions = {},
): ModelCallError {
  const said = redact(seen, server.apiKey);
  return new ModelCallError(`Cannot use the answer of ${server.label}: ${said}`, {
    failure: "broken",
    ...options,
  });
}

/**
 * Takes the text of a message. Null and none are the empty text, which models send that only think.
 *
 * @throws {ModelCallError} for content of another type, which holds words that would be lost
 */
export function requireText(content: unknown, server: ServerAddress): string {
  if (typeof content === "string") return content;
  if (content === null || content === undefined) return "";
  throw brokenAnswer(server, `content is ${JSON.stringify(content).slice(0, 80)}, need a text`);
}

/**
 * Takes the reason for which a model stopped. Any other than these two says that something took the
 * answer's place: a filter, a tool, a model that was unloaded.
 *
 * @param name what the server calls it
 * @throws {ModelCallError} for another reason, and for none
 */
export function requireFinish(
  reason: unknown,
  { name, server }: { readonly name: string; readonly server: ServerAddress },
): "stop" | "length" {
  if (reason === "stop" || reason === "length") return reason;
  throw brokenAnswer(server, `${name} is ${JSON.stringify(reason)}, need "stop" or "length"`);
}

/**
 * Refuses a text that its token limit cannot have let through: the server answers something else
 * than what it was asked.
 *
 * @throws {ModelCallError} for a text of more than 1,024 characters a token
 */
export function requirePossibleLength(text: string, { maxTokens, server }: {
  readonly maxTokens: number;
  readonly server: ServerAddress;
}): void {
  if (text.length <= maxTokens * longestToken) return;
  throw brokenAnswer(
    server,
    `it has ${text.length} characters, need what ${maxTokens} tokens can hold`,
  );
}

/**
 * Refuses token counts that no tokenizer can give. A token is at least one byte of UTF-8, so a prompt
 * has at most as many as bytes, beside what a template adds; an answer has no more than its limit or,
 * where the server knows no limit, its bytes. An answer has a token for 1,024 characters; of a prompt
 * some servers count only what they had not cached, which is never nothing.
 *
 * @param usage what the server counted
 * @throws {ModelCallError} naming the count, and what it can be
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { requirePossibleUsage } from "./require_possible.ts";
 * const request = {
 *   messages: [{ role: "user", content: "How many singers?" }],
 *   sampling: { temperature: 0, topP: 1, maxTokens: 64, seed: 1, contextTokens: 4096 },
 * } as const;
 * const server = { label: "the server", startHint: "", apiKey: "" };
 * const answer = { text: "SELECT 1", request, server };
 * const usage = { promptTokens: 9, completionTokens: 4, cachedTokens: null };
 * requirePossibleUsage(usage, answer);
 * assert.throws(
 *   () => requirePossibleUsage({ ...usage, promptTokens: 2 ** 52 }, answer),
 *   /prompt tokens are 4503599627370496, need 1 to 4113/,
 * );
 * ```
 */
export function requirePossibleUsage(usage: Usage, { text, request, server }: {
  readonly text: string;
  readonly request: ModelRequest;
  readonly server: ServerAddress;
}): void {
  const { promptTokens, completionTokens, cachedTokens } = usage;
  const prompt = request.messages.map(({ content }) => content).join("");
  const leastAnswered = Math.ceil(text.trim().length / longestToken);
  const mostAnswered = Math.max(request.sampling.maxTokens, countBytes(text)) + mostEndTokens;
  const counts = [
    [
      "prompt",
      promptTokens,
      Math.sign(prompt.trim().length),
      countBytes(prompt) + mostTemplateTokens,
    ],
    ["completion", completionTokens, leastAnswered, mostAnswered],
    ["cached", cachedTokens ?? 0, 0, promptTokens],
  ] as const;
  for (const [name, count, least, most] of counts) {
    if (count >= least && count <= most) continue;
    throw brokenAnswer(server, `${name} tokens are ${count}, need ${least} to ${most}`);
  }
}

const countBytes = (text: string) => new TextEncoder().encode(text).length;
