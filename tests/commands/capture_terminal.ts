import type { Terminal } from "../../lib/commands/command.ts";

/** A terminal that keeps what is written. */
export interface CapturedTerminal extends Terminal {
  /** Lines of stdout. */
  readonly lines: string[];
  /** Lines of stderr. */
  readonly errors: string[];
  /** All of stdout. */
  text(): string;
}

export function captureTerminal(
  { isInteractive = false, columns = 80 }: { isInteractive?: boolean; columns?: number } = {},
): CapturedTerminal {
  const lines: string[] = [], errors: string[] = [];
  return {
    lines,
    errors,
    text: () => lines.join("\n"),
    print: (line) => void lines.push(line),
    printError: (line) => void errors.push(line),
    isInteractive,
    columns,
  };
}
