import assert from "node:assert/strict";
import { compareOutputs } from "../../../tools/notebooks/compare_outputs.ts";
import { cleanNotebook, type Output } from "../../../tools/notebooks/notebook_file.ts";
import { makeNotebook, shown, withOutputs } from "./make_notebook.ts";

const empty = makeNotebook(["1", "2"]);
const stored = withOutputs(empty, [[], [shown("n = 40\n57.5 %\n"), shown("end")]]);

Deno.test("compareOutputs: equal outputs, as text or as lines, do not differ", () => {
  assert.equal(compareOutputs(stored, stored), null);
  assert.equal(compareOutputs(cleanNotebook(stored), stored), null);
});

Deno.test("compareOutputs: a changed number is shown with its place", () => {
  const now = withOutputs(empty, [[], [shown("n = 40\n60.0 %\n"), shown("end")]]);
  assert.equal(
    compareOutputs(stored, now),
    "cell 2 output 1 differs in text/plain, line 2:\n  - 57.5 %\n  + 60.0 %",
  );
});

Deno.test("compareOutputs: lines that are too many or too few are shown", () => {
  const longer = withOutputs(empty, [[], [shown("n = 40\n57.5 %\n"), shown("end\nmore")]]);
  assert.match(
    compareOutputs(stored, longer)!,
    /output 2 .*line 2:\n {2}- \(nothing\)\n {2}\+ more/,
  );
  assert.match(
    compareOutputs(longer, stored)!,
    /output 2 .*line 2:\n {2}- more\n {2}\+ \(nothing\)/,
  );
});

Deno.test("compareOutputs: a lost and an added output are counted", () => {
  const lost = withOutputs(empty, [[], [shown("n = 40\n57.5 %\n")]]);
  assert.equal(compareOutputs(stored, lost), "cell 2 has 1 outputs, 2 are stored");
  const added = withOutputs(stored, [[shown("a")], [shown("n = 40\n57.5 %\n"), shown("end")]]);
  assert.equal(compareOutputs(stored, added), "cell 1 has 1 outputs, 0 are stored");
});

Deno.test("compareOutputs: a stored error is no output of a cell that works", () => {
  const error: Output = { output_type: "error", ename: "Error", evalue: "old" };
  assert.equal(
    compareOutputs(withOutputs(empty, [[], [error]]), withOutputs(empty, [[], [shown("a")]])),
    "cell 2 output 1 differs in error, line 1:\n  - Error: old\n  + (nothing)",
  );
  assert.equal(
    compareOutputs(withOutputs(empty, [[error], []]), empty),
    "cell 1 has 0 outputs, 1 are stored",
  );
});

Deno.test("compareOutputs: every media type counts, JSON by value and images by byte", () => {
  const make = (data: Record<string, unknown>) =>
    withOutputs(empty, [[{ output_type: "display_data", data, metadata: {} }]]);
  const before = make({ "image/svg+xml": "<svg>\n<a/></svg>", "application/json": { a: [1, 2] } });
  assert.equal(
    compareOutputs(before, make({ "image/svg+xml": "<svg>\n<b/></svg>", "application/json": {} })),
    "cell 1 output 1 differs in image/svg+xml, line 2:\n  - <a/></svg>\n  + <b/></svg>",
  );
  const json = make({ "image/svg+xml": "<svg>\n<a/></svg>", "application/json": { a: [1, 3] } });
  assert.match(compareOutputs(before, json)!, /differs in application\/json, line 4:/);
  const fewer = make({ "application/json": { a: [1, 2] } });
  assert.match(compareOutputs(before, fewer)!, /differs in image\/svg\+xml, line 1:/);
});
