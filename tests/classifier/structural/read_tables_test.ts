import assert from "node:assert/strict";
import { loadBundled } from "../../../lib/benchmark/bundled.ts";
import { readTables } from "../../../lib/classifier/structural/read_tables.ts";
import { readSchema, type Schema } from "../../../lib/sql/read_schema.ts";
import { renderSchema } from "../../../lib/sql/render_schema.ts";

/** What a schema says, in the form of the reader. */
const tablesOf = ({ tables }: Schema) =>
  tables.map(({ name, columns, primaryKey, foreignKeys }) => ({
    name,
    columns: columns.map((column) => column.name),
    primaryKey: [...primaryKey],
    links: foreignKeys.flatMap((key) =>
      key.columns.map((column, at) => ({
        column,
        table: key.referencedTable,
        target: key.referencedColumns[at]!,
      }))
    ),
  }));

Deno.test("readTables: the bundled databases as SQLite declares them", async () => {
  const benchmark = await loadBundled();
  for (const databaseId of new Set(benchmark.tasks.map((task) => task.databaseId))) {
    const { schema } = benchmark.tasks.find((task) => task.databaseId === databaseId)!;
    const declared = tablesOf(readSchema(benchmark.databasePath(databaseId)));
    assert.deepEqual(readTables(schema), declared);
  }
});

Deno.test("readTables: names with quotes, commas and parentheses, keys of several columns", () => {
  const schema: Schema = {
    tables: [{
      name: 'odd, "one" (1)',
      columns: [{ name: "a, b", type: "DECIMAL(10, 2)" }, { name: "Order", type: "" }, {
        name: 'x"y',
        type: "TEXT",
      }],
      primaryKey: ["a, b", "Order"],
      foreignKeys: [
        { columns: ["a, b", 'x"y'], referencedTable: "far away", referencedColumns: ["p q", "r"] },
      ],
    }],
  };
  assert.deepEqual(readTables(renderSchema(schema)), tablesOf(schema));
});

Deno.test("readTables: descriptions and other lines are left out", () => {
  const text = "CREATE TABLE t (a TEXT);\n-- a: the first letter\nnonsense\n";
  assert.deepEqual(readTables(text).map(({ name, columns }) => [name, columns]), [["t", ["a"]]]);
  assert.deepEqual(readTables(""), []);
});
