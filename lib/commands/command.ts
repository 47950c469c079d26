/**
 * What a command of the program is.
 *
 * @module
 */

/** Where a command writes: the results to stdout, everything else to stderr. */
export interface Terminal {
  /** Writes a line of results. */
  print(line: string): void;
  /** Writes a line of progress, notes or errors. */
  printError(line: string): void;
  /** Whether a person watches stderr, so that a line may be rewritten. */
  readonly isInteractive: boolean;
  /** Width of stderr in characters. */
  readonly columns: number;
}

/** A command such as `merit audit`. */
export interface Command {
  /** What the user types. */
  readonly name: string;
  /** One line: what the command does. */
  readonly summary: string;
  /** The whole `--help` text: what, options, examples, exit codes. */
  readonly usage: string;
  /**
   * Runs the command.
   *
   * @param args what follows the command's name
   * @param terminal where to write
   * @returns an exit code of {@linkcode exitCodes}
   * @throws {InputError} for arguments or files that the user can mend
   * @throws {InfrastructureError} for broken machinery
   */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** What the program's exit code says. */
export interface ExitCodes {
  /** All went well. */
  readonly done: 0;
  /** A check came out badly: a violation, an unscored item where none is allowed. */
  readonly checkFailed: 1;
  /** The user can mend it. */
  readonly badInput: 2;
  /** A server is gone, a process cannot start, a recording lacks a call. */
  readonly brokenMachinery: 3;
  /** A fault of this program. */
  readonly internalError: 70;
  /** The user stopped it. */
  readonly interrupted: 130;
}

/**
 * The exit codes.
 *
 * @example
 * ```ts
 * import { exitCodes } from "./command.ts";
 * if (exitCodes.badInput !== 2) throw new Error("Expected the documented code");
 * ```
 */
export const exitCodes: ExitCodes = Object.freeze({
  done: 0,
  checkFailed: 1,
  badInput: 2,
  brokenMachinery: 3,
  internalError: 70,
  interrupted: 130,
});
