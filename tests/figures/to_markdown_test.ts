import assert from "node:assert/strict";
import { toMarkdown } from "../../lib/figures/to_markdown.ts";

const write = (value: string) => {
  const columns = [{ name: "a", title: "a", kind: "text" }] as const;
  const table = { name: "t", caption: "", columns, rows: [[{ value }]], notes: [] };
  return toMarkdown(table).split("\n").at(-2);
};

const cases: readonly [value: string, shown: string][] = [
  ["bike_share", "bike_share"],
  ["_private_", "\\_private\\_"],
  ["a|b\nc", "a\\|b c"],
  ["<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"],
  ["[text](address)", "[text\\](address)"],
  ["[1, 2]", "[1, 2]"],
  ["$x$ of \\(y\\)", "\\$x\\$ of \\\\(y\\\\)"],
  ["**x** `y` ~~z~~", "\\*\\*x\\*\\* \\`y\\` \\~\\~z\\~\\~"],
];

for (const [value, shown] of cases) {
  Deno.test(`toMarkdown: ${JSON.stringify(value)}`, () => {
    assert.equal(write(value), `| ${shown} |`);
  });
}

Deno.test("toMarkdown: a row that does not fit is refused", () => {
  const table = { name: "t", caption: "", columns: [], rows: [[{ value: 1 }]], notes: [] };
  assert.throws(() => toMarkdown(table), RangeError);
});
