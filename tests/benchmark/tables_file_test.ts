import assert from "node:assert/strict";
import { parseTables } from "../../lib/benchmark/tables_file.ts";

const entry = {
  db_id: "shop",
  table_names_original: ["line", "item"],
  column_names_original: [[-1, "*"], [0, "order"], [0, "item"], [1, "id"]],
  primary_keys: [],
  foreign_keys: [],
};

const parse = (fields: object) =>
  parseTables({ text: JSON.stringify([{ ...entry, ...fields }]), file: "tables.json" })[0]!;

Deno.test("parseTables: composite keys may be nested or single positions of one table", () => {
  assert.deepEqual(parse({ primary_keys: [[1, 2], 3] }).primaryKeys, [[1, 2], [3]]);
  assert.deepEqual(parse({ primary_keys: [1, 3, 2] }).primaryKeys, [[1, 2], [3]]);
});

Deno.test("parseTables: plain names and types fall back where the file leaves them out", () => {
  const { columns, tables } = parse({});
  assert.deepEqual(columns[3], { table: "item", column: "id", plainName: "id", type: "others" });
  assert.deepEqual(tables[0], { name: "line", plainName: "line" });
});

Deno.test("parseTables: fields that are missing or point nowhere are refused by name", () => {
  const place = /tables\.json: item 0 .*database "shop", needs in /;
  for (
    const [fields, need] of [
      [{ table_names_original: undefined }, /"table_names_original" a list, it is missing/],
      [{ table_names_original: [1, 2] }, /"table_names_original" texts only/],
      [{ column_names_original: [[5, "x"]] }, /"column_names_original" .* at 0/],
      [{ column_types: ["text"] }, /"column_types" 4 items, it has 1/],
      [{ primary_keys: [9] }, /"primary_keys" positions of columns from 0 to 3, it has 9/],
      [{ foreign_keys: [[1]] }, /"foreign_keys" pairs/],
      [{ foreign_keys: [[1, "a"]] }, /"foreign_keys" positions .* it has a/],
    ] as const
  ) {
    assert.throws(() => parse(fields), place);
    assert.throws(() => parse(fields), need);
  }
  assert.throws(() => parse({ db_id: 4 }), /item 0 .*needs text in "db_id", it is the number 4/);
  assert.throws(() => parseTables({ text: "{}", file: "tables.json" }), /an object, need a list/);
});
