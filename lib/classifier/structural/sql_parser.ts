/**
 * The door to the SQL parser: sqlparser-rs, compiled to WebAssembly, in its SQLite dialect.
 *
 * @module
 */
import { InfrastructureError } from "../../errors.ts";

/**
 * The pinned parser. It is no literal where it is imported, so that Deno fetches it only for who
 * asks for the structural classifier.
 */
export const parserSpecifier = "npm:@guanmingchiu/sqlparser-ts@0.62.0";

/** Parses one statement: the parser's own tree, or null where it is none for this parser. */
export type SqlParser = (sql: string) => unknown;

/** The part of the package that is used. */
export interface ParserModule {
  /** Compiles the WebAssembly; later calls do nothing. */
  init(): Promise<void>;
  /** Parses statements; throws for a text that it cannot read. */
  parse(sql: string, dialect: "sqlite"): unknown[];
}

/*
 * The parser tries several readings of CAST(, POSITION(, INTERVAL, dotted names and others, and
 * goes into each with all that follows: its time doubles, or worse, with every level. Long chains
 * overflow its stack. What passes these bounds, found by random queries, is not parsed; the
 * recorded model's answers stay far below them.
 */
const mostCharacters = 8_000, deepest = 10, deepestSpecial = 4, longestChain = 200;
const mostCases = 5;
/** Read in several ways, and none of SQLite's. */
const foreign =
  /\b(?:interval|prior|(?:match|position|overlay|convert|try_convert|try_cast|safe_cast)\s*\()/i;
const special = /\b(?:cast|ceil|ceiling|floor|substr|substring|trim|extract)\s*$/i;
const chained =
  /[-+*/%|&<>=~!]|\b(?:not|and|or|like|is|union|except|intersect|case|prior|between)\b/gi;
const dotted = /(?:\.\s*[\w*]+\s*){4,}|(?::\s*\w+\s*){4,}/;

/** Whether the parser may see a text. */
function isTame(sql: string): boolean {
  if (sql.length > mostCharacters) return false;
  const bare = sql.replace(/'[^']*'|"[^"]*"|`[^`]*`|--[^\n]*|\/\*[^]*?\*\//g, " x ");
  if (foreign.test(bare) || dotted.test(bare)) return false;
  const count = (pattern: RegExp) => bare.match(pattern)?.length ?? 0;
  if (count(chained) > longestChain || count(/\bcase\b/gi) > mostCases) return false;
  const open: boolean[] = [];
  for (const { 0: bracket, index } of bare.matchAll(/[()[\]{}]/g)) {
    if (")]}".includes(bracket)) open.pop();
    else open.push(special.test(bare.slice(Math.max(0, index - 20), index)));
    if (open.length > deepest || open.filter(Boolean).length > deepestSpecial) return false;
  }
  return true;
}

/**
 * Loads the parser.
 *
 * @param importLibrary imports the package; the pinned one by default
 * @returns a parser: what it cannot read, or what would cost it too much, gives null
 * @throws {InfrastructureError} when the package cannot be loaded; the parser itself throws it where
 * the WebAssembly breaks
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadSqlParser } from "./sql_parser.ts";
 * const parse = await loadSqlParser();
 * assert.notEqual(parse('SELECT name FROM "port call" LIMIT 3'), null);
 * assert.equal(parse("SELECT FROM WHERE"), null);
 * ```
 */
export async function loadSqlParser(
  importLibrary: () => Promise<ParserModule> = () => import(parserSpecifier),
): Promise<SqlParser> {
  let library: ParserModule;
  try {
    library = await importLibrary();
    await library.init();
  } catch (cause) {
    throw new InfrastructureError(
      `Cannot load the SQL parser of the structural classifier: need ${parserSpecifier}`,
      { cause },
    );
  }
  return (sql) => {
    if (!isTame(sql)) return null;
    try {
      const statements = library.parse(sql, "sqlite");
      return statements.length === 1 ? statements[0] : null;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // A trap leaves the parser useless: later queries would be classified without it.
      if (/^(?:memory access out of bounds|unreachable|Maximum call stack)/.test(message)) {
        throw new InfrastructureError(`Cannot go on with the SQL parser: it broke on "${sql}"`, {
          cause: error,
        });
      }
      return null;
    }
  };
}
