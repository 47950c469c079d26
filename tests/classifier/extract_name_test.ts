import assert from "node:assert/strict";
import { extractName } from "../../lib/classifier/extract_name.ts";

Deno.test("extractName: gives the name each text speaks of", () => {
  const cases: readonly (readonly [string, string | null])[] = [
    ["no such function: from_unixtime", "from_unixtime"],
    ["no such function: REGEXP", "REGEXP"],
    ["no such column: t9.name", "t9.name"],
    ['no such column: "France" - should this be a string literal in single-quotes?', "France"],
    ['no such column: "name"x" - should this be a string literal in single-quotes?', 'name"x'],
    ["no such table: order details", "order details"],
    ["misuse of aggregate function count()", "count"],
    ["misuse of aggregate: min()", "min"],
    ["misuse of aliased aggregate n", "n"],
    ["misuse of window function row_number()", "row_number"],
    ["wrong number of arguments to function substr()", "substr"],
    [
      "SELECTs to the left and right of UNION ALL do not have the same number of result columns",
      "UNION ALL",
    ],
    ['near "from": syntax error', "from"],
    ['unrecognized token: "\'Ann"', "'Ann"],
    ['relation "singers" does not exist\nLINE 1: SELECT * FROM singers', "singers"],
    ["column t9.name does not exist", "t9.name"],
    ["function to_date(integer) does not exist\nHINT:  Add casts (maybe).", "to_date"],
    ["Unknown column 'nme' in 'field list'", "nme"],
    [
      "You have an error in your SQL syntax; check the manual near 'SELECT' at line 2",
      "SELECT",
    ],
    ["datatype mismatch", null],
    ["something new", null],
    ["", null],
  ];
  for (const [message, name] of cases) assert.equal(extractName(message), name, message);
});
