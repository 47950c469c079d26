/**
 * From a table to Markdown.
 *
 * @module
 */
import { requireWhole, type Table, writeCell } from "./table.ts";

/**
 * Writes a table as GitHub's Markdown: caption, table, notes.
 *
 * @returns the text, a line feed at its end
 * @throws {RangeError} for a row that does not fit
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { toMarkdown } from "./to_markdown.ts";
 * const columns = [{ name: "method", title: "method", kind: "text" }] as const;
 * const rows = [[{ value: "a|b", isBold: true }]];
 * const text = toMarkdown({ name: "t", caption: "Methods.", columns, rows, notes: [] });
 * assert.equal(text, "Methods.\n\n| method |\n| :-- |\n| **a\\|b** |\n");
 * ```
 */
export function toMarkdown(table: Table): string {
  requireWhole(table);
  const { caption, columns, rows, notes } = table;
  const line = (texts: readonly string[]) => `| ${texts.join(" | ")} |`;
  const cells = rows.map((row) =>
    row.map((cell, at) => {
      const text = escapeText(writeCell(columns[at]!.kind, cell));
      return cell.isBold ? `**${text}**` : text;
    })
  );
  return [
    escapeText(caption),
    "",
    line(columns.map(({ title }) => escapeText(title))),
    line(columns.map(({ kind }) => kind === "text" ? ":--" : "--:")),
    ...cells.map(line),
    ...notes.flatMap((note) => ["", escapeText(note)]),
  ].join("\n") + "\n";
}

/** What would be read as markup, mathematics, HTML or a new cell; texts may come from models and files. */
function escapeText(text: string): string {
  return text.replace(/\s+/g, " ")
    .replace(/[\\|*`~$]|(?<!\w)_|_(?!\w)|\](?=[[(:])/g, "\\$&")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
