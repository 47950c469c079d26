import assert from "node:assert/strict";
import { parse } from "npm:csv-parse@7.0.3/sync";
import { toCsv } from "../../lib/figures/to_csv.ts";

Deno.test("toCsv: another reader gets the texts back", () => {
  const texts = ['say "x", y', "two\nlines", "", " blank ", "Δ"];
  const columns = [{ name: "a,b", title: "", kind: "text" }] as const;
  const rows = texts.map((value) => [{ value }]);
  const csv = toCsv({ name: "t", caption: "", columns, rows, notes: [] });
  assert.deepEqual(parse(csv, { skip_empty_lines: false }), [["a,b"], ...texts.map((t) => [t])]);
});
