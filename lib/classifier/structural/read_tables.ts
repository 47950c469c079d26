/**
 * The tables of a rendered schema.
 *
 * @module
 */

/** A table as the rules need it. */
export interface KnownTable {
  /** As declared, like every name here. */
  readonly name: string;
  /** Names of its columns. */
  readonly columns: readonly string[];
  /** Columns of its primary key. */
  readonly primaryKey: readonly string[];
  /** Foreign keys, a pair of columns each. */
  readonly links: readonly {
    readonly column: string;
    readonly table: string;
    readonly target: string;
  }[];
}

/** Rendered by `lib/sql/render_schema.ts`: a word, or a name in double quotes. */
const name = String.raw`(?:"(?:[^"]|"")+"|[A-Za-z_][A-Za-z0-9_]*)`;
const bare = (text: string) =>
  text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
const head = new RegExp(`^CREATE TABLE (${name}) \\((.*)\\);$`);
const reference = new RegExp(`REFERENCES (${name})(?:\\((${name})\\))?`, "g");

/** Cuts at commas outside parentheses and quotes. */
function cutList(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0, quoted = false, start = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character === '"') quoted = !quoted;
    if (quoted) continue;
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character !== "," || depth > 0) continue;
    parts.push(text.slice(start, i).trim());
    start = i + 1;
  }
  return [...parts, text.slice(start).trim()];
}

function readTable(line: string): KnownTable | null {
  const [, title, body] = head.exec(line) ?? [];
  if (title === undefined || body === undefined) return null;
  const columns: string[] = [], primaryKey: string[] = [];
  const links: KnownTable["links"][number][] = [];
  for (const part of cutList(body)) {
    const key = /^PRIMARY KEY \((.*)\)$/.exec(part)?.[1];
    if (key !== undefined) primaryKey.push(...cutList(key).map(bare));
    const [, from, table, to] = /^FOREIGN KEY \((.*)\) REFERENCES (.+?)(?:\((.*)\))?$/.exec(part) ??
      [];
    if (from !== undefined) {
      const targets = cutList(to ?? "");
      cutList(from).forEach((column, at) =>
        links.push({ column: bare(column), table: bare(table!), target: bare(targets[at] ?? "") })
      );
    }
    const column = new RegExp(`^${name}`).exec(part)?.[0];
    if (column === undefined || /^(?:PRIMARY|FOREIGN) KEY /.test(part)) continue;
    columns.push(bare(column));
    if (/ PRIMARY KEY\b/.test(part)) primaryKey.push(bare(column));
    for (const [, table, target] of part.matchAll(reference)) {
      links.push({ column: bare(column), table: bare(table!), target: bare(target ?? "") });
    }
  }
  return { name: bare(title), columns, primaryKey, links };
}

/**
 * Reads the tables of a schema as prompts show it; lines of another form are left out.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readTables } from "./read_tables.ts";
 * const [table] = readTables(
 *   'CREATE TABLE member (id INTEGER PRIMARY KEY, "home station" INTEGER REFERENCES station(id));',
 * );
 * assert.deepEqual(table?.columns, ["id", "home station"]);
 * assert.deepEqual(table?.links, [{ column: "home station", table: "station", target: "id" }]);
 * ```
 */
export function readTables(schema: string): readonly KnownTable[] {
  return schema.split("\n").flatMap((line) => readTable(line) ?? []);
}
