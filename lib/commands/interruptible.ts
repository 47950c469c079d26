/**
 * Work that Ctrl-C ends in order.
 *
 * @module
 */
import { exitCodes, type Terminal } from "./command.ts";

/**
 * Runs work under a signal that Ctrl-C and SIGTERM abort.
 *
 * @param work ends early when the signal aborts
 * @param options where to print; how the work is gone on with
 * @returns the work's exit code, or that of an interruption
 * @throws whatever the work throws without having been interrupted
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { interruptible } from "./interruptible.ts";
 * const terminal = { print() {}, printError() {}, isInteractive: false, columns: 80 };
 * const code = await interruptible(() => Promise.resolve(1), { terminal, goOn: "merit resume runs" });
 * assert.equal(code, 1);
 * ```
 */
export async function interruptible(
  work: (signal: AbortSignal) => Promise<number>,
  { terminal, goOn }: { readonly terminal: Terminal; readonly goOn: string },
): Promise<number> {
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort(new DOMException("Interrupted", "AbortError"));
  Deno.addSignalListener("SIGINT", onSignal);
  Deno.addSignalListener("SIGTERM", onSignal);
  try {
    return await work(interrupt.signal);
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    terminal.printError(`Interrupted; go on with: ${goOn}`);
    return exitCodes.interrupted;
  } finally {
    Deno.removeSignalListener("SIGINT", onSignal);
    Deno.removeSignalListener("SIGTERM", onSignal);
  }
}
