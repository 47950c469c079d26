/**
 * From the program's arguments to a command and an exit code.
 *
 * @module
 */
import { InfrastructureError, InputError } from "../errors.ts";
import { nearestName } from "../nearest_name.ts";
import { type Command, exitCodes, type Terminal } from "./command.ts";
import { toPrintable } from "./printable.ts";

/** The program's help text. */
function writeHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    "merit: feedback-driven text-to-SQL repair with episodic memory",
    "",
    "Usage",
    "  merit COMMAND [options]",
    "  merit COMMAND --help",
    "",
    "Commands",
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
  ].join("\n");
}

/** The messages of an error and of what caused it. */
function describeError(error: Error): string {
  const cause = error.cause instanceof Error ? `\n  because: ${describeError(error.cause)}` : "";
  return error.message + cause;
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/**
 * Writes what went wrong to stderr: a sentence for what a user can mend and for broken machinery, the
 * stack for anything unexpected.
 *
 * @param error what was thrown
 * @param options the `terminal`; `about`: the file or run it is about, where the error need not say so
 * @returns the exit code that goes with it
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { explainError } from "./dispatch.ts";
 * import { InputError } from "../errors.ts";
 * const lines: string[] = [];
 * const printError = (line: string) => void lines.push(line);
 * const terminal = { print() {}, printError, isInteractive: false, columns: 80 };
 * assert.equal(explainError(new InputError("It is empty"), { terminal, about: "a.json" }), 2);
 * assert.deepEqual(lines, ["merit: a.json: It is empty"]);
 * ```
 */
export function explainError(
  error: unknown,
  { terminal, about }: { readonly terminal: Terminal; readonly about?: string },
): number {
  const place = about === undefined ? "" : `${about}: `;
  const explain = (text: string) => terminal.printError(`merit: ${toPrintable(place + text)}`);
  if (error instanceof InputError) {
    explain(error.message);
    return exitCodes.badInput;
  }
  if (error instanceof InfrastructureError) {
    explain(describeError(error));
    return exitCodes.brokenMachinery;
  }
  if (isAbort(error)) {
    explain("Interrupted");
    return exitCodes.interrupted;
  }
  explain(`Internal error, please report it\n${Deno.inspect(error)}`);
  return exitCodes.internalError;
}

/**
 * Runs the command that the arguments name. Errors end here: what a user can mend becomes a
 * sentence, anything unexpected its stack.
 *
 * @param args arguments of the program
 * @param options the `commands` there are; the `terminal` to write to
 * @returns an exit code of {@linkcode exitCodes}
 *
 * @example
 * ```ts
 * import { dispatch } from "./dispatch.ts";
 * const lines: string[] = [];
 * const print = (line: string) => void lines.push(line);
 * const terminal = { print, printError: print, isInteractive: false, columns: 80 };
 * const command = { name: "audit", summary: "", usage: "", run: () => Promise.resolve(0) };
 * const code = await dispatch(["audti"], { commands: [command], terminal });
 * if (code !== 2 || !lines[0]!.includes('"audit"')) throw new Error("Expected the nearest name");
 * ```
 */
export async function dispatch(
  args: readonly string[],
  { commands, terminal }: { readonly commands: readonly Command[]; readonly terminal: Terminal },
): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    const write = name === undefined ? terminal.printError : terminal.print;
    write(writeHelp(commands));
    return name === undefined ? exitCodes.badInput : exitCodes.done;
  }
  // A name may be two words, as in merit sweep status.
  const command = commands.find((candidate) => candidate.name === `${name} ${rest[0]}`) ??
    commands.find((candidate) => candidate.name === name);
  if (command === undefined) {
    const nearest = nearestName(name, commands.map((candidate) => candidate.name));
    terminal.printError(
      `merit: There is no command "${toPrintable(name)}", the nearest is "${nearest}"; ` +
        "see merit --help",
    );
    return exitCodes.badInput;
  }
  const given = rest.slice(command.name.split(" ").length - 1);
  const options = given.includes("--") ? given.slice(0, given.indexOf("--")) : given;
  if (options.includes("--help") || options.includes("-h")) {
    terminal.print(command.usage);
    return exitCodes.done;
  }
  try {
    return await command.run(given, terminal);
  } catch (error) {
    return explainError(error, { terminal });
  }
}
