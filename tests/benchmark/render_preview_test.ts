import assert from "node:assert/strict";
import { renderPreview } from "../../lib/benchmark/render_preview.ts";
import type { Cell } from "../../lib/domain.ts";

const render = (...rows: readonly (readonly Cell[])[]) =>
  renderPreview({ kind: "rows", columns: [], rows, invalidUtf8: false });

Deno.test("renderPreview: shows each kind of cell as SQLite types it", () => {
  assert.equal(
    render([null, 1n, 1, -0.5, 2e30, "NULL", new Uint8Array([0, 255]), 9007199254740993n]),
    "NULL | 1 | 1.0 | -0.5 | 2e+30 | NULL | x'00ff' | 9007199254740993",
  );
});

Deno.test("renderPreview: three rows at most, and how many there are", () => {
  assert.equal(render([1n], [2n], [3n]), "1\n2\n3");
  assert.equal(render([1n], [2n], [3n], [4n]), "1\n2\n3\n… 4 rows in all");
  assert.equal(render(), "");
});

Deno.test("renderPreview: long texts and blobs are cut between characters, newlines collapse", () => {
  const text = render(["𝄞".repeat(50)]);
  assert.equal(text, "𝄞".repeat(39) + "…");
  assert(text.isWellFormed());
  assert.equal(render(["x".repeat(40)]), "x".repeat(40));
  assert.equal(render(["a\n\tb"]), "a b");
  assert.equal(render([new Uint8Array(1000)]).length, 40);
});
