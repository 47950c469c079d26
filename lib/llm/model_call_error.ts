/**
 * The error of one call to a model server, with what a retry needs to know.
 *
 * @module
 */
import { InfrastructureError } from "../errors.ts";
import type { FailedTry } from "./language_model.ts";

/**
 * How a call failed. `unreachable`: no connection; `busy`: status 429 or 5xx; `broken`: the answer
 * broke off or makes no sense; `timeout`: no answer in time; `refused`: asking again is no use.
 */
export type CallFailure = "unreachable" | "busy" | "broken" | "timeout" | "refused";

/** What a {@linkcode ModelCallError} holds besides its message. */
export interface CallFailureDetails extends ErrorOptions {
  /** How the call failed. */
  readonly failure: CallFailure;
  /** HTTP status, or 0 where there was none; 0 by default. */
  readonly status?: number;
  /** The `Retry-After` header as it came; null where there was none. */
  readonly retryAfter?: string | null;
  /** Failed tries of this call, the last one included; empty by default. */
  readonly tries?: readonly FailedTry[];
}

/**
 * A call to a model server that gave no answer. The episode it hit is *unscored*.
 *
 * @example
 * ```ts
 * import { ModelCallError } from "./model_call_error.ts";
 * const error = new ModelCallError("Cannot reach Ollama", { failure: "unreachable" });
 * if (error.status !== 0) throw new Error("Expected no HTTP status");
 * ```
 */
export class ModelCallError extends InfrastructureError {
  /** The class's name. */
  override readonly name = "ModelCallError";
  /** How the call failed. */
  readonly failure: CallFailure;
  /** HTTP status, or 0 where there was none. */
  readonly status: number;
  /** The `Retry-After` header as it came; null where there was none. */
  readonly retryAfter: string | null;
  /** Failed tries of this call, the last one included; empty for an error of a single try. */
  readonly tries: readonly FailedTry[];

  /**
   * Makes the error of one call.
   *
   * @param message what was attempted, then what came
   * @param details what a retry needs to know
   */
  constructor(message: string, details: CallFailureDetails) {
    super(message, details);
    this.failure = details.failure;
    this.status = details.status ?? 0;
    this.retryAfter = details.retryAfter ?? null;
    this.tries = details.tries ?? [];
  }
}
