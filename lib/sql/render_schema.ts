/**
 * Renders a schema for a prompt.
 *
 * @module
 */
import type { ForeignKey, Schema, SchemaTable } from "./read_schema.ts";

/** Words that SQLite does not take as a name unless they are quoted. */
const reserved = new Set(
  ("add all alter and as autoincrement between case cast check collate commit constraint create " +
    "cross current_date current_time current_timestamp default deferrable delete distinct drop " +
    "else escape except exists foreign from full group having if in index inner insert intersect " +
    "into is isnull join left limit natural not nothing notnull null on or order outer primary " +
    "raise references returning right select set table then to transaction union unique update " +
    "using values when where").split(" "),
);

/** Texts by table and column, both as declared. */
export type ColumnDescriptions = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * A name as SQL needs it: in double quotes where it is no plain word or a reserved one.
 *
 * @example
 * ```ts
 * import { quoteName } from "./render_schema.ts";
 * const names = ["name", "visit date", "Order", 'a"b'].map(quoteName).join(" ");
 * if (names !== 'name "visit date" "Order" "a""b"') throw new Error(`Unexpected ${names}`);
 * ```
 */
export function quoteName(name: string): string {
  const isPlain = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !reserved.has(name.toLowerCase());
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`;
}

function list(names: readonly string[]): string {
  return names.map(quoteName).join(", ");
}

function renderReference({ referencedTable, referencedColumns }: ForeignKey): string {
  const columns = referencedColumns.length === 0 ? "" : `(${list(referencedColumns)})`;
  return `REFERENCES ${quoteName(referencedTable)}${columns}`;
}

function renderTable({ name, columns, primaryKey, foreignKeys }: SchemaTable): string {
  const columnTexts = columns.map((column) => {
    const keys = foreignKeys.filter((key) =>
      key.columns.length === 1 && key.columns[0] === column.name
    );
    return [
      quoteName(column.name),
      column.type,
      primaryKey.length === 1 && primaryKey[0] === column.name ? "PRIMARY KEY" : "",
      ...new Set(keys.map(renderReference)),
    ].filter((part) => part !== "").join(" ");
  });
  const constraints = [
    ...(primaryKey.length > 1 ? [`PRIMARY KEY (${list(primaryKey)})`] : []),
    ...foreignKeys.filter((key) => key.columns.length > 1)
      .map((key) => `FOREIGN KEY (${list(key.columns)}) ${renderReference(key)}`),
  ];
  return `CREATE TABLE ${quoteName(name)} (${
    [...columnTexts, ...new Set(constraints)].join(", ")
  });`;
}

/**
 * Renders a schema as compact SQL, one `CREATE TABLE` a line: names, types, primary keys and foreign
 * keys, nothing else. Equal schemas give equal texts.
 *
 * @param schema what {@link readSchema} of `read_schema.ts` gave
 * @param options `descriptions`: texts that follow their table as lines `-- column: text`
 * @returns the lines, joined by newlines; empty for a database without tables
 *
 * @example
 * ```ts
 * import { renderSchema } from "./render_schema.ts";
 * const text = renderSchema({
 *   tables: [{
 *     name: "visit",
 *     columns: [{ name: "id", type: "INTEGER" }, { name: "visit date", type: "TEXT" }],
 *     primaryKey: ["id"],
 *     foreignKeys: [],
 *   }],
 * });
 * if (text !== 'CREATE TABLE visit (id INTEGER PRIMARY KEY, "visit date" TEXT);') {
 *   throw new Error(`Unexpected ${text}`);
 * }
 * ```
 */
export function renderSchema(
  schema: Schema,
  options: { readonly descriptions?: ColumnDescriptions } = {},
): string {
  const { descriptions = {} } = options;
  return schema.tables.flatMap((table) => [
    renderTable(table),
    ...table.columns.flatMap(({ name }) => {
      const text = descriptions[table.name]?.[name]?.replace(/\s+/g, " ").trim() ?? "";
      return text === "" ? [] : [`-- ${quoteName(name)}: ${text}`];
    }),
  ]).join("\n");
}
