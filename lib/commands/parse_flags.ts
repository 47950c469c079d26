/**
 * From a command line to checked values. The only file that knows `node:util`'s parser.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { InputError } from "../errors.ts";
import { nearestName } from "../nearest_name.ts";

/** An option of a command. `help` is its line in the help text, `value` what it is followed by. */
export type Flag =
  | { readonly kind: "boolean"; readonly help: string }
  | {
    readonly kind: "text";
    readonly help: string;
    readonly value: string;
    readonly required?: true;
    readonly default?: string;
  }
  | {
    readonly kind: "choice";
    readonly help: string;
    readonly choices: readonly string[];
    readonly required?: true;
    readonly default?: string;
  }
  | {
    readonly kind: "integer";
    readonly help: string;
    readonly value: string;
    readonly least: number;
    /** As large as an integer can be where left out. */
    readonly most?: number;
    readonly default?: number;
  }
  | {
    /** Values separated by commas, or the option given several times. */
    readonly kind: "list";
    readonly help: string;
    readonly value: string;
    /** Refuses an item that is given twice. */
    readonly unique?: true;
    /** Commas belong to the value: only the option itself can be repeated. */
    readonly whole?: true;
  };

/** Options by name, without the dashes. */
export type FlagTable = Readonly<Record<string, Flag>>;

/** What a command takes beside options. */
export interface Operands {
  /** As the help text shows one, such as `RUN`. */
  readonly name: string;
  /** Fewest of them. */
  readonly least: number;
  /** Most of them. */
  readonly most: number;
}

/** Undefined where an option may be left out and has no default, else nothing. */
export type Absent<F> = F extends { readonly default: unknown } | { readonly required: true }
  ? never
  : undefined;

/** The value of an option: undefined where it may be left out and was; an empty list likewise. */
export type FlagValue<F extends Flag> = F extends { readonly kind: "boolean" } ? boolean
  : F extends { readonly kind: "list" } ? readonly string[]
  : F extends { readonly kind: "integer" } ? number | Absent<F>
  : F extends { readonly choices: readonly (infer Choice)[] } ? Choice | Absent<F>
  : string | Absent<F>;

/** The values of a table of options. */
export type FlagValues<Table extends FlagTable> = {
  readonly [Name in keyof Table]: FlagValue<Table[Name]>;
};

/** A command line that was understood. */
export interface ParsedFlags<Table extends FlagTable> {
  /** A value for each option. */
  readonly flags: FlagValues<Table>;
  /** What was given beside options, in order. */
  readonly operands: readonly string[];
  /** All of it as it was given. */
  readonly args: readonly string[];
}

/**
 * How an option is written in help and error texts.
 *
 * @example
 * ```ts
 * import { writeFlag } from "./parse_flags.ts";
 * const text = writeFlag("by", { kind: "choice", choices: ["day", "week"], help: "" });
 * if (text !== "--by day|week") throw new Error(`Expected the choices, got ${text}`);
 * ```
 */
export function writeFlag(name: string, flag: Flag): string {
  if (flag.kind === "boolean") return `--${name}`;
  return `--${name} ${flag.kind === "choice" ? flag.choices.join("|") : flag.value}`;
}

/**
 * Reads the arguments of a command.
 *
 * @param args arguments after the command's name; after `--` all are operands
 * @param options `command`: its name for error texts; `table`: its options; `operands`: what it
 * takes beside them, nothing by default
 * @returns a value for each option, and the operands
 * @throws {InputError} for an unknown option (naming the nearest), a missing, malformed or repeated
 * value, an option given twice, and too few or too many operands
 *
 * @example
 * ```ts
 * import { parseFlags } from "./parse_flags.ts";
 * const table = { json: { kind: "boolean", help: "print JSON" } } as const;
 * const operands = { name: "RUN", least: 1, most: 1 };
 * const parsed = parseFlags(["a.run.sqlite", "--json"], { command: "audit", table, operands });
 * if (!parsed.flags.json || parsed.operands.length !== 1) throw new Error("Expected both");
 * ```
 */
export function parseFlags<const Table extends FlagTable>(
  args: readonly string[],
  { command, table, operands }: {
    readonly command: string;
    readonly table: Table;
    readonly operands?: Operands;
  },
): ParsedFlags<Table> {
  const refuse = (reason: string) =>
    new InputError(`Cannot run "merit ${command}": ${reason}; see merit ${command} --help`);
  const { values, positionals } = splitArguments(args, table, refuse);
  const flags = Object.fromEntries(
    Object.entries(table).map(([name, flag]) => {
      const given = values.get(name) ?? [];
      if (given.length > 1 && flag.kind !== "list") throw refuse(`--${name} is given twice`);
      return [name, readValue({ name, flag, given, refuse })];
    }),
  );
  checkOperands(positionals, operands, refuse);
  return { flags: flags as FlagValues<Table>, operands: positionals, args };
}

type Refuse = (reason: string) => InputError;

/** Texts given for each option, in order, and the operands. */
function splitArguments(args: readonly string[], table: FlagTable, refuse: Refuse) {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(table).map(([name, { kind }]) => [
        name,
        { type: kind === "boolean" ? "boolean" as const : "string" as const },
      ]),
    ),
    strict: false,
    tokens: true,
  });
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const flag = Object.hasOwn(table, token.name) ? table[token.name] : undefined;
    if (flag === undefined) throw refuse(describeUnknown(token.rawName, table));
    if (flag.kind === "boolean" && token.value !== undefined) {
      throw refuse(`--${token.name} takes no value, it has "${token.value}"`);
    }
    // No option begins with a digit, so -3 is a value; whether it fits is said with its range.
    const isMissing = token.value === undefined || token.value === "" ||
      (!token.inlineValue && /^-(?!\.?\d)/.test(token.value));
    if (flag.kind !== "boolean" && isMissing) {
      throw refuse(`${writeFlag(token.name, flag)} is without its value`);
    }
    values.set(token.name, [...values.get(token.name) ?? [], token.value ?? ""]);
  }
  return { values, positionals };
}

function describeUnknown(rawName: string, table: FlagTable): string {
  const nearest = nearestName(rawName.replace(/^-+/, ""), [...Object.keys(table), "help"]);
  return `there is no option ${rawName}, the nearest is --${nearest}`;
}

function readValue(
  { name, flag, given, refuse }: {
    readonly name: string;
    readonly flag: Flag;
    readonly given: readonly string[];
    readonly refuse: Refuse;
  },
): boolean | string | number | readonly string[] | undefined {
  if (flag.kind === "boolean") return given.length > 0;
  if (flag.kind === "list") {
    const items = given.flatMap((text) => flag.whole ? [text] : text.split(",")).map((item) =>
      item.trim()
    );
    if (items.includes("")) throw refuse(`--${name} has an empty item`);
    const repeated = items.find((item, at) => items.indexOf(item) !== at);
    if (flag.unique && repeated !== undefined) {
      throw refuse(`--${name} has "${repeated}" twice, need each once`);
    }
    return items;
  }
  const text = given[0];
  if (text === undefined) {
    if ("required" in flag) throw refuse(`it needs ${writeFlag(name, flag)}`);
    return flag.default;
  }
  if (flag.kind === "choice" && !flag.choices.includes(text)) {
    const nearest = nearestName(text, flag.choices);
    throw refuse(
      `--${name} is "${text}", need one of ${flag.choices.join(", ")}; the nearest is ${nearest}`,
    );
  }
  if (flag.kind !== "integer") return text;
  const number = Number(text), { least, most = Number.MAX_SAFE_INTEGER } = flag;
  if (!/^-?\d+$/.test(text) || number < least || number > most) {
    const range = flag.most === undefined ? `from ${least}` : `from ${least} to ${most}`;
    throw refuse(`--${name} is "${text}", need an integer ${range}`);
  }
  return number;
}

function checkOperands(
  given: readonly string[],
  operands: Operands | undefined,
  refuse: Refuse,
): void {
  const { name, least, most } = operands ?? { name: "", least: 0, most: 0 };
  if (given.length < least) throw refuse(`it needs ${least === 1 ? "a " : ""}${name}`);
  if (given.length > most) {
    throw refuse(
      most === 0
        ? `it takes options only, not "${given[0]}"`
        : `it takes ${most} ${name}, not "${given[most]}" beside`,
    );
  }
}
