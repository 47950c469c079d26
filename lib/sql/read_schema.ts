/**
 * Reads what tables a database has.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { DatabaseSync } from "../sqlite.ts";
import { cannotOpen, copyWithoutLog, findDatabaseFile } from "./database_file.ts";

/** A column as declared. */
export interface SchemaColumn {
  /** As declared, like every name here. */
  readonly name: string;
  /** Declared type with its blanks collapsed; empty where none is declared. */
  readonly type: string;
}

/** A foreign key: `columns[i]` refers to `referencedColumns[i]` of `referencedTable`. */
export interface ForeignKey {
  /** Columns of the table that has the key. */
  readonly columns: readonly string[];
  /** As that table declares it, or as the key writes it where there is no such table. */
  readonly referencedTable: string;
  /** Empty where neither the key nor the table it refers to says which. */
  readonly referencedColumns: readonly string[];
}

/** A table as declared. */
export interface SchemaTable {
  /** As declared. */
  readonly name: string;
  /** In declared order, generated columns included. */
  readonly columns: readonly SchemaColumn[];
  /** Names of the primary key's columns, in the key's order; empty where there is none. */
  readonly primaryKey: readonly string[];
  /** In declared order. */
  readonly foreignKeys: readonly ForeignKey[];
}

/** The tables of a database, in the order in which they were created; no views. */
export interface Schema {
  /** Tables without SQLite's own. */
  readonly tables: readonly SchemaTable[];
}

/** The name as declared where letters differ in case only. */
function asDeclared(name: string, declared: readonly string[]): string {
  const folded = name.toLowerCase();
  return declared.find((one) => one.toLowerCase() === folded) ?? name;
}

function readTable(database: DatabaseSync, name: string): SchemaTable {
  const columns = database
    .prepare("SELECT name, type, pk FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid")
    .all(name);
  const primaryKey = columns.filter(({ pk }) => Number(pk) > 0)
    .sort((a, b) => Number(a.pk) - Number(b.pk))
    .map((column) => String(column.name));
  const links = database
    .prepare(
      'SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?) ORDER BY id DESC, seq',
    )
    .all(name);
  const keys = Object.values(Object.groupBy(links, ({ id }) => `#${id}`)) as (typeof links)[];
  return {
    name,
    columns: columns.map((column) => ({
      name: String(column.name),
      type: String(column.type).replace(/\s+/g, " ").trim(),
    })),
    primaryKey,
    foreignKeys: keys.map((key) => ({
      columns: key.map(({ from }) => String(from)),
      referencedTable: String(key[0]?.table),
      referencedColumns: key.flatMap(({ to }) => to === null ? [] : [String(to)]),
    })),
  };
}

/** Gives a foreign key the names of the table that it refers to, as they are declared there. */
function resolveKey(key: ForeignKey, tables: readonly SchemaTable[]): ForeignKey {
  const referencedTable = asDeclared(key.referencedTable, tables.map(({ name }) => name));
  const target = tables.find(({ name }) => name === referencedTable);
  if (target === undefined) return key;
  const declared = target.columns.map(({ name }) => name);
  return {
    columns: key.columns,
    referencedTable,
    referencedColumns: key.referencedColumns.length > 0
      ? key.referencedColumns.map((name) => asDeclared(name, declared))
      : target.primaryKey,
  };
}

function readTables(path: string): SchemaTable[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const names = database
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
      )
      .all();
    const tables = names.map(({ name }) => readTable(database, String(name)));
    return tables.map((table) => ({
      ...table,
      foreignKeys: table.foreignKeys.map((key) =>
        resolveKey({
          ...key,
          columns: key.columns.map((name) =>
            asDeclared(name, table.columns.map((one) => one.name))
          ),
        }, tables)
      ),
    }));
  } finally {
    database.close();
  }
}

/**
 * Reads a database's tables, columns, types, primary and foreign keys. The file is not changed.
 *
 * @param databasePath an existing SQLite file
 * @throws {InputError} when the file is missing or no database that can be read
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "../sqlite.ts";
 * import { readSchema } from "./read_schema.ts";
 * const path = await Deno.makeTempFile({ suffix: ".sqlite" });
 * const database = new DatabaseSync(path);
 * database.exec("CREATE TABLE animal (id INTEGER PRIMARY KEY, name TEXT)");
 * database.close();
 * const [table] = readSchema(path).tables;
 * await Deno.remove(path);
 * if (table?.primaryKey[0] !== "id") throw new Error("Expected the primary key");
 * ```
 */
export function readSchema(databasePath: string): Schema {
  const { path, hasLog } = findDatabaseFile(databasePath);
  const copy = hasLog ? copyWithoutLog(path) : undefined;
  try {
    return { tables: readTables(copy?.path ?? path) };
  } catch (cause) {
    throw cause instanceof InputError ? cause : cannotOpen(databasePath, cause);
  } finally {
    if (copy !== undefined) Deno.removeSync(copy.folder, { recursive: true });
  }
}
