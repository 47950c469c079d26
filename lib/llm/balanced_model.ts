/**
 * Several servers of one model as one model.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { FailedTry, LanguageModel, ModelIdentity } from "./language_model.ts";
import { ModelCallError } from "./model_call_error.ts";

const describe = ({ name, digest, server }: ModelIdentity): string =>
  `${name} (digest ${digest || "unknown"}, ${server})`;

/**
 * Refuses servers of different models.
 *
 * @throws {InputError} naming both
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { requireSameIdentity } from "./balanced_model.ts";
 * const identity = { name: "qwen", digest: "1", server: "vllm" };
 * assert.throws(() => requireSameIdentity(identity, { ...identity, digest: "2" }), /same model/);
 * ```
 */
export function requireSameIdentity(one: ModelIdentity, another: ModelIdentity): void {
  if (describe(one) === describe(another)) return;
  throw new InputError(
    `Cannot balance calls: one server has ${describe(one)}, another ${describe(another)}; ` +
      "need the same model on every server",
  );
}

/**
 * Spreads calls over servers of the same model: each goes to the server with the fewest calls in
 * flight, of equals to the one that has had the fewest so far, so that processes with one call at a
 * time spread too. A server that cannot be reached is asked last until a pause is over, and its call
 * goes to the next one.
 *
 * @param options.models one or more, all of one identity
 * @param options.pauseMs how long an unreachable server is passed over; 30000 by default
 * @param options.now clock in milliseconds that is never set back
 * @returns the model; calls that moved on list the servers they missed in `retries`
 * @throws {InputError} when there is no model or the identities differ
 * @throws {ModelCallError} from `complete`, when no server can be reached or the one reached fails
 *
 * @example
 * ```ts
 * import { createBalancedModel } from "./balanced_model.ts";
 * import { createScriptedModel } from "./scripted_model.ts";
 * const one = createScriptedModel({ answer: () => "SELECT 1" });
 * const model = createBalancedModel({ models: [one, one] });
 * if (model.identity.name !== "scripted") throw new Error("Expected the shared identity");
 * ```
 */
export function createBalancedModel(options: {
  readonly models: readonly LanguageModel[];
  readonly pauseMs?: number;
  readonly now?: () => number;
}): LanguageModel {
  const { models, pauseMs = 30_000, now = () => performance.now() } = options;
  const identity = models[0]?.identity;
  if (identity === undefined) throw new InputError("Cannot balance calls: need one server or more");
  for (const model of models) {
    requireSameIdentity(identity, model.identity);
  }
  const servers = models.map((model) => ({ model, inFlight: 0, asked: 0, downUntil: -Infinity }));
  return {
    identity,
    async complete(request, signal) {
      const missed: FailedTry[] = [];
      const untried = new Set(servers);
      while (true) {
        const time = now();
        const isDown = (server: typeof servers[number]) => Number(server.downUntil > time);
        const server = [...untried].reduce((best, next) => {
          const order = isDown(next) - isDown(best) || next.inFlight - best.inFlight ||
            next.asked - best.asked;
          return order < 0 ? next : best;
        });
        untried.delete(server);
        server.inFlight++;
        server.asked++;
        try {
          const response = await server.model.complete(request, signal);
          return { ...response, retries: [...missed, ...response.retries] };
        } catch (error) {
          if (!(error instanceof ModelCallError)) throw error;
          const { failure, status, message } = error;
          missed.push({ status, message, waitedMs: 0 });
          if (failure === "unreachable") server.downUntil = now() + pauseMs;
          if (failure === "unreachable" && untried.size > 0) continue;
          const { retryAfter } = error;
          throw new ModelCallError(message, {
            failure,
            status,
            retryAfter,
            tries: missed,
            cause: error,
          });
        } finally {
          server.inFlight--;
        }
      }
    },
  };
}
