/**
 * Reading several files of which some may be broken.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { Terminal } from "./command.ts";
import { toLine } from "./printable.ts";

/** What came of reading several files. */
export interface ReadFiles<Result> {
  /** Of the files that could be read, in their order. */
  readonly results: readonly Result[];
  /** How many could not. */
  readonly unreadable: number;
}

/**
 * Reads files one after the other. One that cannot be read is named on stderr with the reason and
 * keeps no other from being read.
 *
 * @param paths of the files
 * @param terminal where to name those that cannot be read
 * @param read reads one, with an {@linkcode InputError} where the file is at fault
 * @returns results, and how many files gave none
 * @throws whatever else `read` throws
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readRun } from "../runs/run_reader.ts";
 * import { readEach } from "./read_each.ts";
 * const errors: string[] = [];
 * const printError = (line: string) => void errors.push(line);
 * const terminal = { print() {}, printError, isInteractive: false, columns: 80 };
 * const { unreadable } = await readEach(["missing.run.sqlite"], terminal, readRun);
 * assert.equal(unreadable, 1);
 * assert.match(errors[0]!, /missing\.run\.sqlite/);
 * ```
 */
export async function readEach<Result>(
  paths: readonly string[],
  terminal: Terminal,
  read: (path: string) => Result | Promise<Result>,
): Promise<ReadFiles<Result>> {
  const results: Result[] = [];
  for (const path of paths) {
    try {
      results.push(await read(path));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      terminal.printError(toLine(error.message));
    }
  }
  const unreadable = paths.length - results.length;
  if (unreadable > 0) {
    terminal.printError(`${unreadable} of ${paths.length} files could not be read`);
  }
  return { results, unreadable };
}
