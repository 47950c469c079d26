/**
 * The terminal of this process.
 *
 * @module
 */
import type { Terminal } from "./command.ts";

function consoleColumns(): number {
  try {
    return Deno.consoleSize().columns;
  } catch {
    return 80;
  }
}

/**
 * Opens the terminal of this process: stdout for results, stderr for the rest. A reader that closes
 * stdout early, such as `head`, is no error.
 *
 * @returns a terminal; 80 columns wide where stderr is a file or a pipe
 *
 * @example
 * ```ts
 * import { openTerminal } from "./terminal.ts";
 * if (openTerminal().columns < 1) throw new Error("Expected some width");
 * ```
 */
export function openTerminal(): Terminal {
  return {
    print: (line) => console.log(line),
    printError: (line) => console.error(line),
    isInteractive: Deno.stderr.isTerminal(),
    get columns() {
      return consoleColumns();
    },
  };
}
