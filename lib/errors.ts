/**
 * The few errors that a caller catches by class. All other mistakes are built-in errors.
 *
 * @module
 */

/**
 * Broken machinery: the model server is gone, a child process cannot start, a gold query fails.
 * The question it hit is *unscored*; it is never counted as wrong.
 *
 * @example
 * ```ts
 * import { InfrastructureError } from "./errors.ts";
 * const error = new InfrastructureError("Cannot reach the model server at http://127.0.0.1:11434");
 * if (!(error instanceof Error)) throw new Error("Expected an Error");
 * ```
 */
export class InfrastructureError extends Error {
  /** Name of the class, for logs. */
  override readonly name: string = "InfrastructureError";
}

/**
 * A replay asked for a call that the recording does not hold.
 *
 * @example
 * ```ts
 * import { InfrastructureError, ReplayMissError } from "./errors.ts";
 * const error = new ReplayMissError("Cannot replay task 3: the prompt differs in message 2");
 * if (!(error instanceof InfrastructureError)) throw new Error("Expected an InfrastructureError");
 * ```
 */
export class ReplayMissError extends InfrastructureError {
  /** Name of the class, for logs. */
  override readonly name = "ReplayMissError";
}

/**
 * Input that a user can mend: a malformed file, an unknown option, a run that does not match.
 *
 * @example
 * ```ts
 * import { InputError } from "./errors.ts";
 * const error = new InputError("Cannot read predictions.jsonl: line 3 is not JSON");
 * if (error.name !== "InputError") throw new Error("Expected the class's name");
 * ```
 */
export class InputError extends Error {
  /** Name of the class, for logs. */
  override readonly name = "InputError";
}
