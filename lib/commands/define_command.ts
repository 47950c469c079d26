/**
 * Makes a command of its options, so that help text and parser cannot disagree.
 *
 * @module
 */
import { type Command, exitCodes, type Terminal } from "./command.ts";
import {
  type FlagTable,
  type Operands,
  type ParsedFlags,
  parseFlags,
  writeFlag,
} from "./parse_flags.ts";

/** An example of the help text. */
export interface CommandExample {
  /** What the user types. */
  readonly line: string;
  /** What it does, in a few words. */
  readonly does: string;
}

/** What a command is made of. */
export interface CommandDefinition<Table extends FlagTable> {
  /** What the user types after the program's name. */
  readonly name: string;
  /** One line without a full stop. */
  readonly summary: string;
  /** What the command does, in lines of at most 90 characters. */
  readonly about: readonly string[];
  /** None by default. */
  readonly operands?: Operands;
  /** Its options. */
  readonly flags: Table;
  /** At least two. */
  readonly examples: readonly CommandExample[];
  /** What exit code 1 says; left out where the command never gives it. */
  readonly checkFailed?: string;
  /** Does the work. */
  run(parsed: ParsedFlags<Table>, terminal: Terminal): Promise<number>;
}

/**
 * Makes a command whose help text lists its options, examples and exit codes.
 *
 * @param definition texts, options and work
 * @returns the command
 *
 * @example
 * ```ts
 * import { defineCommand } from "./define_command.ts";
 * const command = defineCommand({
 *   name: "greet",
 *   summary: "Say hello",
 *   about: ["Prints a greeting."],
 *   flags: { loud: { kind: "boolean", help: "in capitals" } },
 *   examples: [{ line: "merit greet --loud", does: "greets loudly" }],
 *   run: ({ flags }) => Promise.resolve(flags.loud ? 1 : 0),
 * });
 * if (!command.usage.includes("--loud")) throw new Error("Expected the option in the help text");
 * ```
 */
export function defineCommand<const Table extends FlagTable>(
  definition: CommandDefinition<Table>,
): Command {
  const { name, summary, flags, operands } = definition;
  const options = { command: name, table: flags, ...(operands && { operands }) };
  return {
    name,
    summary,
    usage: writeUsage(definition),
    run: async (args, terminal) => await definition.run(parseFlags(args, options), terminal),
  };
}

/** Two columns, the first as wide as its widest text up to a limit; beyond it the second wraps. */
function writeColumns(rows: readonly (readonly [left: string, right: string])[]): string[] {
  const width = Math.min(30, Math.max(...rows.map(([left]) => left.length)));
  return rows.flatMap(([left, right]) =>
    left.length <= width
      ? [`  ${left.padEnd(width)}  ${right}`]
      : [`  ${left}`, `  ${" ".repeat(width)}  ${right}`]
  );
}

function writeOperands(operands: Operands | undefined): string {
  if (operands === undefined) return "";
  const text = operands.most > Math.max(1, operands.least) ? `${operands.name}…` : operands.name;
  return operands.least === 0 ? ` [${text}]` : ` ${text}`;
}

function writeUsage(definition: CommandDefinition<FlagTable>): string {
  const { name, summary, about, operands, flags, examples, checkFailed } = definition;
  const required = Object.entries(flags)
    .flatMap(([flagName, flag]) => "required" in flag ? [` ${writeFlag(flagName, flag)}`] : [])
    .join("");
  const described = Object.entries(flags).map(([flagName, flag]) => {
    const given = "default" in flag ? ` (default ${flag.default})` : "";
    return [writeFlag(flagName, flag), `${flag.help}${given}`] as const;
  });
  return [
    `merit ${name}: ${summary}`,
    "",
    ...about,
    "",
    "Usage",
    `  merit ${name}${writeOperands(operands)}${required} [options]`,
    "",
    "Options",
    ...writeColumns([...described, ["--help", "print this text"]]),
    "",
    "Examples",
    ...examples.flatMap(({ line, does }) => [`  ${line}`, `      ${does}`]),
    "",
    "Exit codes",
    ...writeColumns([
      [String(exitCodes.done), "done"],
      ...(checkFailed === undefined ? [] : [[String(exitCodes.checkFailed), checkFailed] as const]),
      [String(exitCodes.badInput), "bad input: an option, a file or a run that does not fit"],
      [String(exitCodes.brokenMachinery), "broken machinery: a server, a process, a replay miss"],
      [String(exitCodes.interrupted), "interrupted"],
    ]),
  ].join("\n");
}
