/**
 * Reads BIRD's `database_description/<table>.csv` files.
 *
 * @module
 */
import { type CsvError, parse } from "npm:csv-parse@7.0.3/sync";
import { InputError } from "../errors.ts";
import type { Schema } from "../sql/read_schema.ts";
import type { ColumnDescriptions } from "../sql/render_schema.ts";

/** What a description file says of one column; texts may be empty. */
export interface ColumnDescription {
  /** The file's name without its ending: the table's name, perhaps in other case. */
  readonly table: string;
  /** The column's name in the database. */
  readonly column: string;
  /** The name in plain words. */
  readonly name: string;
  /** What the column means. */
  readonly description: string;
  /** The type as the file calls it. */
  readonly dataFormat: string;
  /** What its values mean; may hold newlines. */
  readonly values: string;
}

const fields = {
  column: "original_column_name",
  name: "column_name",
  description: "column_description",
  dataFormat: "data_format",
  values: "value_description",
} as const;

function parseRows(text: string, file: string): readonly (readonly string[])[] {
  try {
    return parse(text, {
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      record_delimiter: ["\r\n", "\n", "\r"],
    });
  } catch (cause) {
    throw new InputError(`Cannot read ${file}: it is not CSV, ${(cause as CsvError).message}`, {
      cause,
    });
  }
}

/**
 * Parses one description file. Fields may hold newlines, rows may be short or long, and rows
 * without a column name are left out: published files have all of these.
 *
 * @param options `text` of the file; its name `file` for messages; the `table` it describes
 * @returns one description a column, in file order
 * @throws {InputError} for a text that is not CSV or has no "original_column_name" in its first row
 *
 * @example
 * ```ts
 * import { parseDescriptions } from "./read_descriptions.ts";
 * const text = 'original_column_name,value_description\nsex,"F: female\nM: male"\n';
 * const [sex] = parseDescriptions({ text, file: "person.csv", table: "person" });
 * if (sex?.values !== "F: female\nM: male") throw new Error("Expected the newline to be kept");
 * ```
 */
export function parseDescriptions(
  { text, file, table }: { readonly text: string; readonly file: string; readonly table: string },
): readonly ColumnDescription[] {
  const [header = [], ...rows] = parseRows(text, file);
  const names = header.map((name) => name.trim());
  if (!names.includes(fields.column)) {
    throw new InputError(
      `Cannot read ${file}: its first row is ${JSON.stringify(names.join(","))}, ` +
        `need "${fields.column}" in it`,
    );
  }
  const cell = (row: readonly string[], field: keyof typeof fields) =>
    row[names.indexOf(fields[field])]?.trim() ?? "";
  return rows.map((row) => ({
    table,
    column: cell(row, "column"),
    name: cell(row, "name"),
    description: cell(row, "description"),
    dataFormat: cell(row, "dataFormat"),
    values: cell(row, "values"),
  })).filter(({ column }) => column !== "");
}

/** What a description adds to the column's name, on one line; empty where it adds nothing. */
function summarise({ column, name, description, values }: ColumnDescription): string {
  const plain = (text: string) => text.replace(/\s+/g, " ").trim();
  const meaning = plain(description) || plain(name);
  const news = meaning.toLowerCase() === column.toLowerCase() ? "" : meaning;
  return [news, values === "" ? "" : `(${plain(values)})`].filter((part) => part !== "").join(" ");
}

/**
 * Sorts descriptions under the tables and columns of a schema, whatever the case of their names;
 * those of columns that the schema lacks, and those that only repeat a name, are left out.
 *
 * @param descriptions of one database
 * @param schema of the same database
 * @returns a line of text for each column that has one
 *
 * @example
 * ```ts
 * import { matchDescriptions } from "./read_descriptions.ts";
 * const columns = [{ name: "Sex", type: "TEXT" }];
 * const schema = { tables: [{ name: "Person", columns, primaryKey: [], foreignKeys: [] }] };
 * const text = { name: "", description: "sex at birth", dataFormat: "", values: "F: female\nM: male" };
 * const matched = matchDescriptions([{ table: "person", column: "sex", ...text }], schema);
 * const expected = "sex at birth (F: female M: male)";
 * if (matched.Person?.Sex !== expected) throw new Error(`Expected one line, got ${matched}`);
 * ```
 */
export function matchDescriptions(
  descriptions: readonly ColumnDescription[],
  schema: Schema,
): ColumnDescriptions {
  const key = (table: string, column: string) => `${table}\u0000${column}`.toLowerCase();
  const texts = new Map(descriptions.map((description) => [
    key(description.table, description.column),
    summarise(description),
  ]));
  const matched: Record<string, Record<string, string>> = Object.create(null);
  for (const { name: table, columns } of schema.tables) {
    for (const { name: column } of columns) {
      const text = texts.get(key(table, column)) ?? "";
      if (text !== "") {
        (matched[table] ??= Object.create(null) as Record<string, string>)[column] = text;
      }
    }
  }
  return matched;
}
