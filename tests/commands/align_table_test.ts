import assert from "node:assert/strict";
import { alignTable } from "../../lib/commands/align_table.ts";

Deno.test("alignTable: columns of one width, the first flush left", () => {
  assert.deepEqual(alignTable(["method", "n"], [["merit", "80"], ["resample", "1,034"]]), [
    "| method   |     n |",
    "| -------- | ----: |",
    "| merit    |    80 |",
    "| resample | 1,034 |",
  ]);
});

Deno.test("alignTable: a cell cannot break its row", () => {
  const [, , row, ...more] = alignTable(["name"], [["a|b\nc\x1b[1m"]]);
  assert.equal(row, "| a\\|b c\ufffd[1m |");
  assert.deepEqual(more, []);
});

Deno.test("alignTable: refuses a row of another length", () => {
  assert.throws(() => alignTable(["a", "b"], [["1"]]), /a row of 1 cells, need 2/);
});
