/**
 * How many tokens a prompt has, where only its characters are known.
 *
 * @module
 */
import type { Message } from "./language_model.ts";

/**
 * Estimates the tokens of a text: one token for every four UTF-16 code units, rounded up.
 *
 * @param text any text; the empty text has no tokens
 * @returns a whole number, at least 0; for English and SQL usually within a third of the truth
 *
 * @example
 * ```ts
 * import { estimateTokens } from "./estimate_tokens.ts";
 * if (estimateTokens("SELECT 1;") !== 3) throw new Error("Expected 9 characters to be 3 tokens");
 * ```
 */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** No tokenizer in use packs text tighter, once runs of one character are counted once. */
const mostCharactersPerToken = 6;

/** English and SQL stay above this, so a prompt below the window by this rate fits for sure. */
const leastBytesPerToken = 2;

/**
 * Whether a server must have cut a prompt: it counted fewer tokens than the text can have, and the
 * text can have been too long for the window. Both must hold, so a server that counts only what it
 * had not cached raises no alarm for short prompts. Servers that cut go down to half of the window,
 * which the first condition sees at any usual ratio; a cut of a few tokens stays unseen.
 *
 * @param options.messages the prompt as sent
 * @param options.promptTokens what the server counted, after its cut
 * @param options.contextTokens the window that was asked for
 * @returns true only where the numbers leave no other reading
 *
 * @example
 * ```ts
 * import { isPromptTruncated } from "./estimate_tokens.ts";
 * const messages = [{ role: "user", content: "SELECT name FROM singer; ".repeat(1200) }] as const;
 * const counted = { messages, contextTokens: 4096 };
 * if (!isPromptTruncated({ ...counted, promptTokens: 2050 })) throw new Error("Expected a cut");
 * if (isPromptTruncated({ ...counted, promptTokens: 7900 })) throw new Error("Expected no cut");
 * ```
 */
export function isPromptTruncated(options: {
  readonly messages: readonly Message[];
  readonly promptTokens: number;
  readonly contextTokens: number;
}): boolean {
  const text = options.messages.map((message) => message.content).join("\n");
  const fewestTokens = text.replace(/(.)\1+/gsu, "$1").length / mostCharactersPerToken;
  const mostTokens = new TextEncoder().encode(text).length / leastBytesPerToken;
  return options.promptTokens < fewestTokens && mostTokens > options.contextTokens;
}
