/**
 * Reads the tables files of Spider (`tables.json`) and BIRD (`dev_tables.json`).
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { describeJson, isObject, type JsonObject, parseJson } from "./json_file.ts";

/** A column as a tables file lists it. */
export interface ListedColumn {
  /** Name of its table; empty for the column `*` that stands first. */
  readonly table: string;
  /** The name as in the database. */
  readonly column: string;
  /** The name in plain words. */
  readonly plainName: string;
  /** One of the file's coarse types: text, number, time, boolean, others. */
  readonly type: string;
}

/** What a tables file says of one database. */
export interface DatabaseTables {
  /** Name of the database. */
  readonly databaseId: string;
  /** The tables, with names as in the database and in plain words. */
  readonly tables: readonly { readonly name: string; readonly plainName: string }[];
  /** The columns of all tables, `*` first. */
  readonly columns: readonly ListedColumn[];
  /** Each key's columns, as positions in `columns`; a composite key has several. */
  readonly primaryKeys: readonly (readonly number[])[];
  /** Pairs of positions in `columns`: the referring column and the one it refers to. */
  readonly foreignKeys: readonly (readonly [from: number, to: number])[];
}

/** One entry of the file and how to refuse it. */
interface Entry {
  readonly fields: JsonObject;
  refuse(field: string, need: string): never;
}

const isText = (value: unknown): value is string => typeof value === "string";

function readList(entry: Entry, field: string): readonly unknown[] {
  const value = entry.fields[field];
  return Array.isArray(value) ? value : entry.refuse(field, `a list, it is ${describeJson(value)}`);
}

function readTexts(entry: Entry, field: string): readonly string[] {
  const list = readList(entry, field);
  return list.every(isText) ? list : entry.refuse(field, "texts only");
}

/** A list that may be left out; if given it is as long as the one it goes with. */
function readCompanion(entry: Entry, field: string, length: number): readonly unknown[] | null {
  if (entry.fields[field] === undefined) return null;
  const list = readList(entry, field);
  if (list.length !== length) entry.refuse(field, `${length} items, it has ${list.length}`);
  return list;
}

function readColumns(entry: Entry, tables: readonly string[]): readonly ListedColumn[] {
  const list = readList(entry, "column_names_original");
  const types = readCompanion(entry, "column_types", list.length);
  const plain = readCompanion(entry, "column_names", list.length);
  return list.map((item, at) => {
    const [table, column] = Array.isArray(item) ? item : [];
    const name = table === -1 ? "" : tables[table];
    if (name === undefined || !isText(column)) {
      entry.refuse("column_names_original", `[position of a table, name] at ${at}`);
    }
    const pair = plain?.[at];
    const plainName = Array.isArray(pair) && isText(pair[1]) ? pair[1] : column;
    return { table: name, column, plainName, type: String(types?.[at] ?? "others") };
  });
}

function readPosition(entry: Entry, field: string, value: unknown, count: number): number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < count
    ? value
    : entry.refuse(field, `positions of columns from 0 to ${count - 1}, it has ${value}`);
}

/** Nested lists are keys; single positions of one table make up that table's key. */
function readPrimaryKeys(
  entry: Entry,
  columns: readonly ListedColumn[],
): readonly (readonly number[])[] {
  const position = (value: unknown) => readPosition(entry, "primary_keys", value, columns.length);
  const keys: number[][] = [];
  const single = new Map<string, number[]>();
  for (const value of readList(entry, "primary_keys")) {
    if (Array.isArray(value)) {
      keys.push(value.map(position));
      continue;
    }
    const at = position(value);
    const { table } = columns[at]!;
    const key = single.get(table);
    if (key !== undefined) {
      key.push(at);
      continue;
    }
    const fresh = [at];
    single.set(table, fresh);
    keys.push(fresh);
  }
  return keys;
}

function readForeignKeys(entry: Entry, count: number): readonly (readonly [number, number])[] {
  return readList(entry, "foreign_keys").map((pair) => {
    if (!Array.isArray(pair) || pair.length !== 2) {
      entry.refuse("foreign_keys", `pairs, it has ${describeJson(pair)}`);
    }
    const [from, to] = pair.map((value) => readPosition(entry, "foreign_keys", value, count));
    return [from!, to!];
  });
}

function readEntry(value: unknown, index: number, file: string): DatabaseTables {
  const place = `Cannot read ${file}: item ${index} (counted from 0)`;
  if (!isObject(value)) throw new InputError(`${place} is ${describeJson(value)}, need an object`);
  const databaseId = value.db_id;
  if (!isText(databaseId)) {
    throw new InputError(`${place} needs text in "db_id", it is ${describeJson(databaseId)}`);
  }
  const entry: Entry = {
    fields: value,
    refuse(field, need) {
      throw new InputError(`${place}, database "${databaseId}", needs in "${field}" ${need}`);
    },
  };
  const names = readTexts(entry, "table_names_original");
  const plain = readCompanion(entry, "table_names", names.length);
  const columns = readColumns(entry, names);
  return {
    databaseId,
    tables: names.map((name, at) => ({ name, plainName: String(plain?.[at] ?? name) })),
    columns,
    primaryKeys: readPrimaryKeys(entry, columns),
    foreignKeys: readForeignKeys(entry, columns.length),
  };
}

/**
 * Parses a tables file. Composite keys may be nested lists, as in BIRD, or single positions of one
 * table, as in Spider.
 *
 * @param options `text` of the file; its name `file` for messages
 * @returns one item a database, in file order
 * @throws {InputError} naming file, item and field: for text that is not JSON, missing fields, names
 * and positions that point nowhere
 * @see {@link https://github.com/taoyds/spider} for the fields
 *
 * @example
 * ```ts
 * import { parseTables } from "./tables_file.ts";
 * const text = JSON.stringify([{
 *   db_id: "pets",
 *   table_names_original: ["owns"],
 *   column_names_original: [[-1, "*"], [0, "owner"], [0, "pet"]],
 *   primary_keys: [[1, 2]],
 *   foreign_keys: [],
 * }]);
 * const [pets] = parseTables({ text, file: "dev_tables.json" });
 * if (pets?.primaryKeys[0]?.length !== 2) throw new Error("Expected a key of two columns");
 * ```
 */
export function parseTables(
  { text, file }: { readonly text: string; readonly file: string },
): readonly DatabaseTables[] {
  const items = parseJson(text, file);
  if (!Array.isArray(items)) {
    throw new InputError(`Cannot read ${file}: it is ${describeJson(items)}, need a list`);
  }
  return items.map((item, index) => readEntry(item, index, file));
}
