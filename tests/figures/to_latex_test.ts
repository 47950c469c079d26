import assert from "node:assert/strict";
import { escapeLatex, toLatex } from "../../lib/figures/to_latex.ts";

const cases: readonly [text: string, escaped: string][] = [
  ["50 % of $x_1 & {y} #3", "50 \\% of \\$x\\_1 \\& \\{y\\} \\#3"],
  ["a\\b ~ ^", "a\\textbackslash{}b \\textasciitilde{} \\textasciicircum{}"],
  ["−2.8 → ≤ Δ", "$-$2.8 $\\rightarrow$ $\\le$ $\\Delta$"],
  ["[1, 2]*", "{[}1, 2{]}{*}"],
  ["one\ntwo", "one two"],
];

for (const [text, escaped] of cases) {
  Deno.test(`escapeLatex: ${JSON.stringify(text)}`, () => {
    assert.equal(escapeLatex(text), escaped);
  });
}

Deno.test("toLatex: the label has no letter that LaTeX would read", () => {
  const table = { name: "a b_{c}%", caption: "", columns: [], rows: [], notes: [] };
  assert.match(toLatex(table), /\\label\{tab:a-b_-c-\}/);
});
