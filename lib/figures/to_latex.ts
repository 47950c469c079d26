/**
 * From a table to LaTeX.
 *
 * @module
 */
import { requireWhole, type Table, writeCell } from "./table.ts";

const letters: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  "$": "\\$",
  "&": "\\&",
  "#": "\\#",
  "_": "\\_",
  "%": "\\%",
  "^": "\\textasciicircum{}",
  "~": "\\textasciitilde{}",
  "<": "$<$",
  ">": "$>$",
  "|": "$|$",
  '"': "\\textquotedbl{}",
  "[": "{[}",
  "]": "{]}",
  "*": "{*}",
  "−": "$-$",
  "–": "--",
  "→": "$\\rightarrow$",
  "≤": "$\\le$",
  "≥": "$\\ge$",
  "±": "$\\pm$",
  "×": "$\\times$",
  "Δ": "$\\Delta$",
  "…": "\\ldots{}",
};

/**
 * Escapes a text for LaTeX's text mode, with the signs that the kit writes beyond ASCII.
 *
 * @param text any text; blanks and newlines become single blanks, before a percent sign thin ones at
 * which no line breaks
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { escapeLatex } from "./to_latex.ts";
 * assert.equal(escapeLatex("bike_share 50 % & {x}"), "bike\\_share 50\\,\\% \\& \\{x\\}");
 * ```
 */
export function escapeLatex(text: string): string {
  return [...text.replace(/\s+/g, " ")].map((letter) => letters[letter] ?? letter).join("")
    .replaceAll(" \\%", "\\,\\%");
}

/**
 * Writes a table for LaTeX: caption, label `tab:NAME`, notes below. It needs the packages `booktabs`
 * and `graphicx`, and the encoding T1.
 *
 * @param table any table
 * @param options `width`: `page` for `table*` over both columns of a page; `column` (default) for
 * `table`, but for a table that is too wide for 3.33 inches; one that is too wide for a page is
 * made smaller
 * @returns the text, a line feed at its end
 * @throws {RangeError} for a row that does not fit
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { toLatex } from "./to_latex.ts";
 * const columns = [{ name: "gain", title: "gain", kind: "difference" }] as const;
 * const rows = [[{ value: -0.01, isBold: true }]];
 * const text = toLatex({ name: "gain", caption: "Gains.", columns, rows, notes: [] });
 * assert.match(text, /\\textbf\{\$-\$1\.0\} \\\\\n\s+\\bottomrule/);
 * ```
 */
export function toLatex(
  table: Table,
  { width = "column" }: { readonly width?: "column" | "page" } = {},
): string {
  requireWhole(table);
  const { name, caption, columns, rows, notes } = table;
  const line = (texts: readonly string[]) => `    ${texts.join(" & ")} \\\\`;
  const cells = rows.map((row) =>
    row.map((cell, at) => {
      const text = escapeLatex(writeCell(columns[at]!.kind, cell));
      return cell.isBold ? `\\textbf{${text}}` : text;
    })
  );
  const natural = estimateWidth(table);
  const environment = width === "page" || natural > columnWidth ? "table*" : "table";
  const [open, close] = natural > pageWidth ? ["\\resizebox{\\linewidth}{!}{", "}"] : ["", ""];
  return [
    "% Needs \\usepackage[T1]{fontenc} and \\usepackage{booktabs,graphicx}.",
    `\\begin{${environment}}[t]`,
    "  \\centering",
    `  \\caption{${escapeLatex(caption)}}`,
    "  \\smallskip",
    `  \\label{tab:${name.replace(/[^\w.:-]+/g, "-")}}`,
    "  \\footnotesize",
    "  \\setlength{\\tabcolsep}{3pt}",
    `  ${open}\\begin{tabular}{@{}${
      columns.map(({ kind }) => kind === "text" ? "l" : "r").join("")
    }@{}}`,
    "    \\toprule",
    line(columns.map(({ title }) => escapeLatex(title))),
    "    \\midrule",
    ...cells.map(line),
    "    \\bottomrule",
    `  \\end{tabular}${close}`,
    ...(notes.length === 0 ? [] : [
      "",
      "  \\smallskip",
      `  \\parbox{\\linewidth}{\\scriptsize ${notes.map(escapeLatex).join(" ")}}`,
    ]),
    `\\end{${environment}}`,
  ].join("\n") + "\n";
}

/** In points; a page of two columns is 470 wide in LaTeX's own class and 504 in many others. */
const columnWidth = 240, pageWidth = 470, columnSeparation = 6;

/** Width in points when set in Computer Modern at 8 points. */
function estimateWidth({ columns, rows }: Table): number {
  const measure = (text: string) =>
    [...text].reduce((sum, letter) => sum + (/[\s.,:;()[\]'!|il-]/.test(letter) ? 2.4 : 4.25), 0);
  const widths = columns.map(({ title, kind }, at) =>
    Math.max(measure(title), ...rows.map((row) => measure(writeCell(kind, row[at]!))))
  );
  return widths.reduce((sum, width) => sum + width + columnSeparation, -columnSeparation);
}
