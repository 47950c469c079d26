import assert from "node:assert/strict";
import { InputError } from "../../lib/errors.ts";
import { matchDescriptions, parseDescriptions } from "../../lib/benchmark/read_descriptions.ts";

const parse = (text: string) => parseDescriptions({ text, file: "owner.csv", table: "owner" });

Deno.test("parseDescriptions: takes mixed line ends, blank, short and long rows, odd quotes", () => {
  const rows = parse(
    "\ufefforiginal_column_name, column_name ,value_description\r\n" +
      'a,b,"x ""q""\r\ny"\n\n , ,\rc,5" wide,1,2,3\r\nd',
  );
  assert.deepEqual(
    rows.map(({ column, name, values }) => [column, name, values]),
    [["a", "b", 'x "q"\r\ny'], ["c", '5" wide', "1"], ["d", "", ""]],
  );
});

Deno.test("parseDescriptions: an open quote and a missing header are refused with the file", () => {
  assert.throws(() => parse('original_column_name\n"a'), (error) => {
    assert(error instanceof InputError);
    assert.match(error.message, /owner\.csv: it is not CSV, .*line 2/);
    return true;
  });
  assert.throws(() => parse("a,b\n1,2"), /first row is "a,b", need "original_column_name"/);
  assert.throws(() => parse(""), InputError);
});

Deno.test("matchDescriptions: keeps what says more than a name, under the schema's own names", () => {
  const rows = parse(
    "original_column_name,column_name,column_description\nid,ID,\nCITY,home city,\n" +
      "zip,zip, code \ngone,gone,no such column",
  );
  const schema = {
    tables: ["Owner", "constructor"].map((name) => ({
      name,
      columns: ["id", "City", "zip", "name"].map((column) => ({ name: column, type: "" })),
      primaryKey: [],
      foreignKeys: [],
    })),
  };
  const matched = matchDescriptions(rows, schema);
  assert.deepEqual(JSON.parse(JSON.stringify(matched)), {
    Owner: { City: "home city", zip: "code" },
  });
  assert.equal(matched.constructor, undefined);
});
