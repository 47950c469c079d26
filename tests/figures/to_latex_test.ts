import assert from "node:assert/strict";
import { escapeLatex, toLatex } from "../../lib/figures/to_latex.ts";

const cases: readonly [text: string, escaped: string][] = [
  ["50 % of $x_1 & {y} #3", "50\\,\\% of \\$x\\_1 \\& \\{y\\} \\#3"],
  ["a\\b ~ ^", "a\\textbackslash{}b \\textasciitilde{} \\textasciicircum{}"],
  ["−2.8 → ≤ Δ", "$-$2.8 $\\rightarrow$ $\\le$ $\\Delta$"],
  ["[1, 2]*", "{[}1, 2{]}{*}"],
  ["one\ntwo", "one two"],
  ["at 95\n%", "at 95\\,\\%"],
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

const rate = (title: string) => ({ name: title, title, kind: "rate", hasInterval: true }) as const;
const cell = { value: 0.5, low: 0.393, high: 0.607 };
const tableOf = (count: number) => ({
  name: "attempts",
  caption: "Accuracy.",
  columns: Array.from({ length: count }, () => rate("dynamic-rag-repairs")),
  rows: [Array.from({ length: count }, () => cell)],
  notes: [],
});

Deno.test("toLatex: a table takes a column, a page, or what makes it fit the page", () => {
  const shapeOf = (count: number) => {
    const text = toLatex(tableOf(count));
    return [/\\begin\{table\*\}/.test(text), /\\resizebox\{\\linewidth\}/.test(text)];
  };
  assert.deepEqual([2, 4, 8].map(shapeOf), [[false, false], [true, false], [true, true]]);
});

/** Braces and environments close in the order in which they open; escaped braces are text. */
function findUnbalanced(text: string): string | null {
  const open: string[] = [];
  const tokens = text.replace(/^%.*$/gm, "").matchAll(/\\[{}]|\\(begin|end)\{([^}]*)\}|[{}]/g);
  for (const [token, word, name = "}"] of tokens) {
    if (/^\\[{}]$/.test(token)) continue;
    if (word === "begin" || token === "{") open.push(name);
    else if (open.pop() !== name) return token;
  }
  return open.at(-1) ?? null;
}

Deno.test("toLatex: whatever a name holds, groups are closed and each line has all columns", () => {
  const odd = 'a{b}\\ $x$ & 50 % #1 _^~ "q" [1]* <|> }{';
  for (const count of [2, 8]) {
    const table = tableOf(count);
    const text = toLatex({
      ...table,
      caption: odd,
      columns: table.columns.map((column) => ({ ...column, title: odd })),
      rows: [table.rows[0]!.map(() => ({ value: odd })), table.rows[0]!],
      notes: [odd],
    });
    assert.equal(findUnbalanced(text), null);
    const lines = text.split("\n").filter((line) => line.endsWith(" \\\\"));
    assert.deepEqual(lines.map((line) => line.split(/(?<!\\)&/).length), [count, count, count]);
    assert.doesNotMatch(text.replace(/^%.*$/gm, ""), /(?<!\\)[%#_]/);
  }
  assert.equal(findUnbalanced("\\begin{a}{\\end{a}}"), "\\end{a}");
});
