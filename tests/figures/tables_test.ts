import assert from "node:assert/strict";
import { accuracyTable } from "../../lib/figures/accuracy_table.ts";
import { attemptsTable } from "../../lib/figures/attempts_table.ts";
import { contrastsTable } from "../../lib/figures/contrasts_table.ts";
import { databasesTable } from "../../lib/figures/databases_table.ts";
import { writeCell } from "../../lib/figures/table.ts";
import type { TableSetting } from "../../lib/figures/table_setting.ts";
import { toCsv } from "../../lib/figures/to_csv.ts";
import { toLatex } from "../../lib/figures/to_latex.ts";
import { toMarkdown } from "../../lib/figures/to_markdown.ts";

const setting: TableSetting = {
  benchmark: "bike_share & co",
  model: "qwen_2.5 <b>",
  mode: "bird-ex",
  budget: 7,
  orders: [1, 2, 3],
  questions: 1534,
  feedback: "full",
};
const row = (label: string, accuracy: number) => ({
  label,
  n: 1530,
  unscored: 4,
  first: 0.5,
  accuracy,
  low: accuracy - 0.02,
  high: accuracy + 0.02,
  calls: 4.125,
  tokens: 1825.8,
});
const accuracies = [row("stateless", 0.55), row("merit", 0.575)];
const best = accuracyTable(accuracies, { setting, best: "merit" });
const none = accuracyTable(accuracies, { setting, best: null });

Deno.test("accuracyTable: Markdown with attempt 0 beside K, intervals and the whole footnote", () => {
  assert.equal(
    toMarkdown(best),
    `Execution accuracy (%) at attempt 0 and after at most 7 repairs under oracle feedback, with 95 % intervals, and what a question costs.

| method | n | attempt 0 | at 7 [95 %] | calls | tokens |
| :-- | --: | --: | --: | --: | --: |
| stateless | 1,530 | 50.0 | 55.0 [53.0, 57.0] | 4.13 | 1,826 |
| merit | 1,530 | 50.0 | **57.5 [55.5, 59.5]** | 4.13 | 1,826 |

n = 1,534 questions of bike_share & co, K = 7, model qwen_2.5 &lt;b&gt;, stream orders 1, 2, 3, judged by bird-ex, oracle feedback.

Intervals are Wilson's, over questions averaged over the orders. Bold: separated from all others (Holm, 5 %).

Left out as unscored: stateless 4, merit 4.
`,
  );
});

Deno.test("accuracyTable: nothing is bold where nothing is separated, and the note says so", () => {
  assert.doesNotMatch(toMarkdown(none), /\*\*/);
  assert.doesNotMatch(toLatex(none), /textbf/);
  assert.match(toMarkdown(none), /None is bold: the best is not separated/);
});

Deno.test("accuracyTable: CSV holds fractions and both ends of the interval", () => {
  assert.equal(
    toCsv(none).split("\n")[1],
    "stateless,1530,0.5,0.55,0.53,0.5700000000000001,4.125,1825.8",
  );
});

Deno.test("toLatex: booktabs, escaped, bold within its cell", () => {
  const text = toLatex(best);
  assert.match(text, /^\\begin\{table\}\[t\]\n {2}\\centering\n {2}\\caption\{Execution .*\\%/m);
  assert.match(text, /\\toprule\n {4}method & n & attempt 0 & at 7 \{\[\}95\\,\\%\{\]\} & calls/);
  assert.match(text, /\\textbf\{57\.5 \{\[\}55\.5, 59\.5\{\]\}\} & 4\.13 & 1,826 \\\\/);
  assert.match(text, /bike\\_share \\& co.*qwen\\_2\.5 \$<\$b\$>\$.*oracle feedback/);
  assert.match(toLatex(best, { width: "page" }), /^\\begin\{table\*\}/m);
});

Deno.test("toLatex: as many cells a line as the head has columns", () => {
  const [, columns] = /\\begin\{tabular\}\{@\{\}(\w+)@\{\}\}/.exec(toLatex(best))!;
  const lines = toLatex(best).split("\n").filter((line) => line.endsWith("\\\\"));
  for (const line of lines) {
    assert.equal(line.split(/(?<!\\)&/).length, columns!.length, line);
  }
});

const contrast = {
  label: "merit − stateless",
  difference: 0.025,
  low: 0.004,
  high: 0.046,
  detectable: 0.023,
  family: 40,
  verdict: "separated",
  bite: 0.42,
  n: 1530,
  discordant: 120,
  p: 0.0004,
  pHolm: 0.012,
} as const;

Deno.test("contrastsTable: raw and adjusted p, what could be detected, bite and verdict", () => {
  const rows = [
    contrast,
    {
      ...contrast,
      label: "placebo",
      difference: 0,
      low: null,
      high: null,
      p: 1,
      pHolm: 1,
      bite: 0.04,
      verdict: "not tested",
      detectable: null,
    },
  ] as const;
  const table = contrastsTable(rows, { setting, method: "By bootstrap." });
  const lines = toMarkdown(table).split("\n").filter((line) => /^\| (?:merit|placebo)/.test(line));
  assert.deepEqual(lines, [
    "| merit − stateless | 1,530 | 120 | **+2.5 [+0.4, +4.6]** | < 0.001 | 0.012 | 2.3 | 42.0 | separated |"
      .replace("<", "&lt;"),
    "| placebo | 1,530 | 120 | 0.0 | 1.000 | 1.000 | none | 4.0 | not tested |",
  ]);
  assert.match(toMarkdown(table), /By bootstrap\. Bold: separated\./);
  assert.match(
    toMarkdown(table),
    /this n shows with a power of 80 % in a family of 40 contrasts\./,
  );
});

Deno.test("contrastsTable: is too wide for a column and says table*", () => {
  const table = contrastsTable([contrast], { setting, method: "" });
  assert.match(toLatex(table), /^\\begin\{table\*\}/m);
  assert.match(toLatex(table), /\\textbf\{\+2\.5 .* & \$<\$ 0\.001 &/);
});

Deno.test("attemptsTable: a line an attempt in order, a column an arm", () => {
  const points = [1, 0].flatMap((attempt) =>
    ["a", "b"].map((label) => ({ label, attempt, accuracy: 0.5, low: 0.4, high: 0.6 }))
  );
  const csv = toCsv(attemptsTable(points.slice(0, 3), setting)).split("\n");
  assert.deepEqual(
    csv,
    ["attempt,a,a_low,a_high,b,b_low,b_high", "0,0.5,0.4,0.6,,,"].concat([
      "1,0.5,0.4,0.6,0.5,0.4,0.6",
      "",
    ]),
  );
});

const ofDatabase = { label: "merit", database: "zoo", n: 40 };
const harmed = {
  ...{ ...ofDatabase, difference: -0.1, low: null, high: null },
  ...{ method: null, wins: 0, losses: 4, p: 0.125 },
};
const mixed = {
  ...{ ...ofDatabase, database: "art", difference: 0.05, low: -0.05, high: 0.15 },
  ...{ method: "bca" as const, wins: 4, losses: 2, p: 0.6875 },
};

Deno.test("databasesTable: wins, losses and p; no interval where all differ in one direction", () => {
  const text = toMarkdown(
    databasesTable([harmed, mixed], { setting: { ...setting, orders: [1] }, base: "stateless" }),
  );
  assert.match(
    text,
    /^\| art \| merit \| 40 \| \+5\.0 \[−5\.0, \+15\.0\] \| 4 \| 2 \| 0\.688 \|$/m,
  );
  assert.match(text, /^\| zoo \| merit \| 40 \| −10\.0 \[–\]\\\* \| 0 \| 4 \| 0\.125 \|$/m);
  assert.match(text, /Exploratory: 2 comparisons, p not corrected.*McNemar's exact test/);
  assert.match(text, /bootstrap over the questions of a database, BCa\./);
  assert.match(text, /^\\\* No interval: /m);
});

Deno.test("databasesTable: notes name what was done, and nothing else", () => {
  const notesOf = (rows: readonly (typeof harmed | typeof mixed)[]) =>
    databasesTable(rows, { setting, base: "stateless" }).notes.join("\n");
  assert.match(notesOf([mixed]), /averaged over the orders; p: sign flips/);
  assert.doesNotMatch(notesOf([mixed]), /McNemar|No interval/);
  assert.doesNotMatch(notesOf([harmed]), /bootstrap/);
});

Deno.test("attemptsTable: three arms fit one column of a page", () => {
  const points = ["stateless", "dynamic-rag", "merit"].map((label) => (
    { label, attempt: 7, accuracy: 0.6125, low: 0.503, high: 0.712 }
  ));
  assert.match(toLatex(attemptsTable(points, setting)), /^\\begin\{table\}/m);
});

Deno.test("toCsv: a true minus sign becomes ASCII's", () => {
  assert.match(toCsv(contrastsTable([contrast], { setting, method: "" })), /^merit - stateless,/m);
});

Deno.test("writeCell: undefined is a dash, texts are one line", () => {
  assert.equal(writeCell("p", { value: null }), "–");
  assert.equal(writeCell("text", { value: " a\n b " }), "a b");
  assert.equal(writeCell("p", { value: 0.0491 }), "0.049");
});
