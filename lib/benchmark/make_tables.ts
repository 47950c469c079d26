/**
 * Makes an entry of Spider's `tables.json` from a database file.
 *
 * @module
 */
import { readSchema, type Schema } from "../sql/read_schema.ts";

/** An entry of `tables.json`, field by field as Spider's readers expect it. */
export interface TablesEntry {
  /** Name of the database. */
  readonly db_id: string;
  /** Names as in the database. */
  readonly table_names_original: readonly string[];
  /** The same names in plain words. */
  readonly table_names: readonly string[];
  /** Position of the table, -1 for `*`, and the name as in the database. */
  readonly column_names_original: readonly (readonly [table: number, column: string])[];
  /** The same with names in plain words. */
  readonly column_names: readonly (readonly [table: number, column: string])[];
  /** text, number, time, boolean or others, one a column. */
  readonly column_types: readonly string[];
  /** Positions of key columns. */
  readonly primary_keys: readonly number[];
  /** Pairs of positions of columns. */
  readonly foreign_keys: readonly (readonly [from: number, to: number])[];
}

const coarseTypes = [
  ["text", /char|text|clob|^$/],
  ["number", /int|numeric|decimal|number|real|double|float/],
  ["time", /date|time|year/],
  ["boolean", /boolean/],
] as const;

function coarseType(declared: string): string {
  const type = declared.toLowerCase();
  return coarseTypes.find(([, pattern]) => pattern.test(type))?.[0] ?? "others";
}

/** `home_station` and `HomeStation` as words: "home station". */
function plainName(name: string): string {
  return name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replace(/[_\s]+/g, " ").trim().toLowerCase();
}

/** Position of a column in the file's list, where `*` is 0; -1 where there is no such column. */
function findColumn(schema: Schema, table: string, column: string | undefined): number {
  const columns = schema.tables.flatMap(({ name, columns }) =>
    columns.map((item) => ({ table: name, column: item.name }))
  );
  const at = columns.findIndex((item) => item.table === table && item.column === column);
  return at < 0 ? at : at + 1;
}

function listForeignKeys(schema: Schema): readonly (readonly [number, number])[] {
  return schema.tables.flatMap(({ name, foreignKeys }) =>
    foreignKeys.flatMap(({ columns, referencedTable, referencedColumns }) =>
      columns.map((column, at) =>
        [
          findColumn(schema, name, column),
          findColumn(schema, referencedTable, referencedColumns[at]),
        ] as const
      )
    )
  ).filter(([from, to]) => from > 0 && to > 0);
}

/**
 * Makes the `tables.json` entry of a database. Columns start with `*`; every column of a composite
 * key is listed; foreign keys to tables that are not there are left out.
 *
 * @param options `databaseId` and `path` of the database file
 * @returns an entry to be written as JSON
 * @throws {InputError} for a file that is no database
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "../sqlite.ts";
 * import { makeTables } from "./make_tables.ts";
 * const path = await Deno.makeTempFile();
 * const db = new DatabaseSync(path);
 * db.exec("CREATE TABLE pet (pet_id INTEGER PRIMARY KEY, name TEXT)");
 * db.close();
 * const { column_names, column_types } = makeTables({ databaseId: "pets", path });
 * if (column_names[1]?.[1] !== "pet id") throw new Error("Expected a name in plain words");
 * if (column_types.join() !== "text,number,text") throw new Error("Expected coarse types");
 * await Deno.remove(path);
 * ```
 */
export function makeTables(
  { databaseId, path }: { readonly databaseId: string; readonly path: string },
): TablesEntry {
  const schema = readSchema(path);
  const nameColumns = (rename: (name: string) => string) => [
    [-1, "*"] as const,
    ...schema.tables.flatMap(({ columns }, table) =>
      columns.map(({ name }) => [table, rename(name)] as const)
    ),
  ];
  return {
    db_id: databaseId,
    table_names_original: schema.tables.map(({ name }) => name),
    table_names: schema.tables.map(({ name }) => plainName(name)),
    column_names_original: nameColumns((name) => name),
    column_names: nameColumns(plainName),
    column_types: [
      "text",
      ...schema.tables.flatMap(({ columns }) => columns.map(({ type }) => coarseType(type))),
    ],
    primary_keys: schema.tables.flatMap(({ name, primaryKey }) =>
      primaryKey.map((column) => findColumn(schema, name, column))
    ),
    foreign_keys: listForeignKeys(schema),
  };
}
