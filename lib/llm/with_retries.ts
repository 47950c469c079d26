/**
 * Patience: a busy or vanished server is asked again, a refusal is not.
 *
 * @module
 */
import type { FailedTry, LanguageModel, ModelRequest, ModelResponse } from "./language_model.ts";
import { ModelCallError } from "./model_call_error.ts";

/** How long to be patient; every field has a default. */
export interface RetryPolicy {
  /** Most tries of one call, the first included; 8 by default. */
  readonly maxTries?: number;
  /** Wait after the first failure, doubled after each further one; 1000 by default. */
  readonly firstWaitMs?: number;
  /** Longest wait of that schedule; 60000 by default. A server's Retry-After may be longer. */
  readonly longestWaitMs?: number;
  /** Most waiting over all tries of one call, in [0, 2³¹); 600000 by default. */
  readonly totalWaitMs?: number;
  /** Longest one try may take, in (0, 2³¹); 900000 by default. A try that takes it is retried once. */
  readonly timeoutMs?: number;
  /** Wall clock in milliseconds since 1970, for a Retry-After that is a date. */
  readonly now?: () => number;
  /** Waits; rejects with the signal's reason when that aborts. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Wraps a model so that passing failures of its server are waited out: status 429 and 5xx, lost
 * connections, answers that broke off. The waits double without jitter, so that a run can be
 * repeated; where the server says Retry-After (seconds or a date), that is waited instead. Other
 * 4xx answers are never retried, a timeout once.
 *
 * @param model the model to ask
 * @param policy how long to be patient
 * @returns the model; its answers list the failed tries in `retries`
 * @throws {RangeError} when the timeout is not in (0, 2³¹), or all waiting not in [0, 2³¹)
 * @throws {ModelCallError} from `complete`, with every try in `tries`, when it gives up
 *
 * @example
 * ```ts
 * import { createScriptedModel } from "./scripted_model.ts";
 * import { ModelCallError } from "./model_call_error.ts";
 * import { withRetries } from "./with_retries.ts";
 * const flaky = createScriptedModel({
 *   answer(_request, call) {
 *     if (call === 0) throw new ModelCallError("Busy", { failure: "busy", status: 429 });
 *     return "SELECT 1";
 *   },
 * });
 * const sampling = { temperature: 0, topP: 1, maxTokens: 64, seed: 1, contextTokens: 4096 };
 * const model = withRetries(flaky, { sleep: () => Promise.resolve() });
 * const { retries } = await model.complete({ messages: [], sampling });
 * if (retries.length !== 1) throw new Error("Expected one failed try in the trace");
 * ```
 */
export function withRetries(model: LanguageModel, policy: RetryPolicy = {}): LanguageModel {
  const { maxTries = 8, totalWaitMs = 600_000, timeoutMs = 900_000, sleep = wait } = policy;
  if (!(timeoutMs > 0 && timeoutMs < 2 ** 31)) {
    throw new RangeError(
      `Cannot set a timeout: milliseconds are ${timeoutMs}, need more than 0 and less than 2^31`,
    );
  }
  if (!(totalWaitMs >= 0 && totalWaitMs < 2 ** 31)) {
    throw new RangeError(
      `Cannot set all waiting: milliseconds are ${totalWaitMs}, need at least 0 and less than 2^31`,
    );
  }
  return {
    identity: model.identity,
    async complete(request, signal) {
      const tries: FailedTry[] = [];
      let rounds = 0, timeouts = 0, waitedMs = 0;
      while (true) {
        try {
          const response = await completeInTime(model, request, { timeoutMs, signal });
          return { ...response, retries: [...tries, ...response.retries] };
        } catch (error) {
          signal?.throwIfAborted();
          if (!(error instanceof ModelCallError)) throw error;
          rounds++;
          if (error.failure === "timeout") timeouts++;
          const waitMs = nextWait(error, rounds, policy);
          const isHopeless = error.failure === "refused" || timeouts > 1 || rounds >= maxTries ||
            waitedMs + waitMs > totalWaitMs;
          const { status, message } = error;
          tries.push(...error.tries.slice(0, -1), {
            status,
            message,
            waitedMs: isHopeless ? 0 : waitMs,
          });
          if (isHopeless) throw giveUp(error, { tries, rounds, waitedMs, waitMs, totalWaitMs });
          await sleep(waitMs, signal);
          waitedMs += waitMs;
        }
      }
    },
  };
}

/** One try, ended at the timeout; the caller's own signal keeps its own reason. */
async function completeInTime(
  model: LanguageModel,
  request: ModelRequest,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
): Promise<ModelResponse> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    return await model.complete(
      request,
      signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
    );
  } catch (cause) {
    if (!timeout.signal.aborted) throw cause;
    throw new ModelCallError(
      `Cannot get an answer of ${model.identity.name}: timeout after ${timeoutMs} ms`,
      { failure: "timeout", cause },
    );
  } finally {
    clearTimeout(timer);
  }
}

/** What the server told, in milliseconds, else the schedule's wait. */
function nextWait(
  { retryAfter }: ModelCallError,
  rounds: number,
  { firstWaitMs = 1000, longestWaitMs = 60_000, now = Date.now }: RetryPolicy,
): number {
  const told = retryAfter === null
    ? NaN
    : /^\s*\d+\s*$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - now();
  return told > 0 ? told : Math.min(firstWaitMs * 2 ** (rounds - 1), longestWaitMs);
}

function giveUp(error: ModelCallError, trace: {
  readonly tries: readonly FailedTry[];
  readonly rounds: number;
  readonly waitedMs: number;
  readonly waitMs: number;
  readonly totalWaitMs: number;
}): ModelCallError {
  const { tries, rounds, waitedMs, waitMs, totalWaitMs } = trace;
  const tooLong = waitedMs + waitMs > totalWaitMs
    ? `; the next wait would be ${waitMs / 1000} s, of at most ${totalWaitMs / 1000} s in all`
    : "";
  const reason = error.failure === "refused"
    ? ""
    : `; gave up after ${rounds} tries and ${waitedMs / 1000} s of waiting${tooLong}`;
  const { failure, status, retryAfter } = error;
  return new ModelCallError(error.message + reason, {
    failure,
    status,
    retryAfter,
    tries,
    cause: error,
  });
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
