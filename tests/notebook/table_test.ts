import assert from "node:assert/strict";
import { table } from "../../lib/notebook/table.ts";

const still = "mathjax_ignore tex2jax_ignore";

Deno.test("table: columns in order of first use, what is missing is empty, null a dash", () => {
  const { data } = table([{ a: 1, b: "x" }, { c: true, a: null }]);
  assert.equal(data["text/plain"], "a  b  c\n-  -  ----\n1  x\n–     true");
  assert.equal(
    String(data["text/html"]).replace(/ style="[^"]*"/g, ""),
    `<table class="${still}">\n<thead><tr><th>a</th><th>b</th><th>c</th></tr></thead>\n<tbody>\n` +
      "<tr><td>1</td><td>x</td><td></td></tr>\n<tr><td>–</td><td></td><td>true</td></tr>\n" +
      "</tbody>\n</table>",
  );
});

Deno.test("table: numbers are flush right, also written ones, and nothing else", () => {
  const right = ["7", "−3.0", "+1.5", "57.5 %", "1,234", "–", "1e-9", "0.5%"];
  const left = ["merit", "3 of 4", "1.2.x", "", "v1", "[1, 2]"];
  for (const text of right) {
    assert.match(html({ a: text, b: 10 }), /right; white-space: nowrap">a</, text);
  }
  for (const text of left.filter((text) => text !== "")) {
    assert.match(html({ a: text }), /left; white-space: nowrap">a</, text);
  }
  assert.equal(table([{ n: 5 }, { n: 1000 }]).data["text/plain"], "   n\n----\n   5\n1000");
});

Deno.test("table: models' texts are escaped in cells, headers and caption", () => {
  const hostile = `</td><script>alert("1")</script>`;
  const bundle = table([{ [hostile]: hostile }], { caption: hostile });
  assert.doesNotMatch(String(bundle.data["text/html"]), /<script|<\/td><\/td>/);
  assert.equal(String(bundle.data["text/html"]).match(/&#60;script&#62;/g)?.length, 3);
});

Deno.test("table: a cell of several lines is one line of the text", () => {
  const { data } = table([{ sql: "SELECT 1\n  FROM t\x1b[2J" }], { caption: "Queries" });
  assert.equal(data["text/plain"], `Queries\nsql\n${"-".repeat(19)}\nSELECT 1 FROM t�[2J`);
});

Deno.test("table: only columns of long texts are broken", () => {
  const long = "SELECT count(*) FROM member";
  const { data } = table([{ interval: "[47.0, 75.8]", sql: long }, { interval: "–", sql: "x" }]);
  assert.equal(String(data["text/html"]).match(/white-space: nowrap/g)?.length, 3);
  assert.match(String(data["text/html"]), /left">SELECT/);
});

Deno.test("table: dollars in captions and cells are no mathematics", () => {
  const { data } = table([{ price: "$5 or $6" }], { caption: "In $ and \\(b\\)" });
  const elements = String(data["text/html"]).match(/<(?:p|table)[ >][^>]*>?/g);
  assert.deepEqual(elements, [`<p class="${still}">`, `<table class="${still}">`]);
});

Deno.test("table: without rows only the caption is left", () => {
  const { data } = table([], { caption: "None" });
  assert.equal(String(data["text/plain"]).trim(), "None");
  assert.match(String(data["text/html"]), /<tbody>\n<\/tbody>/);
});

function html(row: Record<string, string | number>): string {
  return String(table([row]).data["text/html"]);
}
