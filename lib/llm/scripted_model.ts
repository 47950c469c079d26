/**
 * The model that answers by a function: for tests, smoke runs and examples without a server.
 *
 * @module
 */
import type { Usage } from "../domain.ts";
import { estimateTokens } from "./estimate_tokens.ts";
import type { FinishReason, LanguageModel, ModelIdentity, ModelRequest } from "./language_model.ts";

/** An answer of a script: a text, or a text with the fields that a server would send along. */
export type ScriptedAnswer = string | {
  readonly text: string;
  /** Defaults to `stop`, or `empty` where the text is blank. */
  readonly finish?: FinishReason;
  /** Defaults to an estimate from the number of characters. */
  readonly usage?: Usage;
};

/**
 * Makes a model whose answers a function decides. It takes no time, fails only where the function
 * throws, and gives equal answers to equal requests as long as the function does.
 *
 * @param options.identity as which model it answers; by default name and server `scripted`
 * @param options.answer gets the request and the call's number, counted from 0 in order of asking
 * @returns a model; its token counts are {@linkcode estimateTokens} of each message and the answer
 *
 * @example
 * ```ts
 * import { createScriptedModel } from "./scripted_model.ts";
 * const model = createScriptedModel({ answer: (_request, call) => `SELECT ${call}` });
 * const sampling = { temperature: 0, topP: 1, maxTokens: 64, seed: 1, contextTokens: 4096 };
 * const messages = [{ role: "user", content: "How many singers?" }] as const;
 * const { text } = await model.complete({ messages, sampling });
 * if (text !== "SELECT 0") throw new Error("Expected the first call's answer");
 * ```
 */
export function createScriptedModel(options: {
  readonly identity?: ModelIdentity;
  readonly answer: (request: ModelRequest, callNumber: number) => ScriptedAnswer;
}): LanguageModel {
  let calls = 0;
  return {
    identity: options.identity ?? { name: "scripted", digest: "", server: "scripted" },
    // deno-lint-ignore require-await -- what the function throws must reject, not throw
    async complete(request, signal) {
      signal?.throwIfAborted();
      const answer = options.answer(request, calls++);
      const { text, finish, usage } = typeof answer === "string"
        ? { text: answer, finish: undefined, usage: undefined }
        : answer;
      return {
        text,
        usage: usage ?? {
          promptTokens: request.messages.reduce(
            (sum, { content }) => sum + estimateTokens(content),
            0,
          ),
          completionTokens: estimateTokens(text),
          cachedTokens: null,
        },
        durationMs: 0,
        finish: finish ?? (text.trim() === "" ? "empty" : "stop"),
        source: "live",
        retries: [],
      };
    },
  };
}
