/**
 * What model calls cost.
 *
 * @module
 */
import type { ModelResponse } from "./language_model.ts";

/** Tokens of some calls. */
export interface TokenTotals {
  /** Number of calls. */
  readonly calls: number;
  /** Prompt tokens, cached ones included. */
  readonly promptTokens: number;
  /** The cached part of the prompt tokens; null where a call's server did not say. */
  readonly cachedTokens: number | null;
  /** Completion tokens. */
  readonly completionTokens: number;
  /** Prompt and completion tokens together; cached tokens are not counted twice. */
  readonly totalTokens: number;
}

/**
 * Adds up the tokens of calls, what was paid now apart from what was replayed.
 *
 * @param responses answers of any models
 * @returns totals of the live calls and of the replayed ones, in tokens
 *
 * @example
 * ```ts
 * import { tallyCalls } from "./tally_calls.ts";
 * const { live } = tallyCalls([]);
 * if (live.totalTokens !== 0) throw new Error("Expected no call to cost nothing");
 * ```
 */
export function tallyCalls(
  responses: readonly Pick<ModelResponse, "usage" | "source">[],
): { readonly live: TokenTotals; readonly replayed: TokenTotals } {
  const total = (source: ModelResponse["source"]): TokenTotals => {
    const usages = responses.filter((response) => response.source === source)
      .map(({ usage }) => usage);
    const promptTokens = usages.reduce((sum, usage) => sum + usage.promptTokens, 0);
    const completionTokens = usages.reduce((sum, usage) => sum + usage.completionTokens, 0);
    const cachedTokens = usages.reduce<number | null>(
      (sum, usage) => sum === null || usage.cachedTokens === null ? null : sum + usage.cachedTokens,
      0,
    );
    return {
      calls: usages.length,
      promptTokens,
      cachedTokens,
      completionTokens,
      totalTokens: promptTokens + completionTokens,
    };
  };
  return { live: total("live"), replayed: total("replayed") };
}
