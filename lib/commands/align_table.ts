/**
 * Tables that are read in a terminal and pasted into Markdown.
 *
 * @module
 */
import { toLine } from "./printable.ts";

/**
 * Lays out a Markdown table with columns of one width: the first flush left, the others right unless told.
 *
 * @param header one text a column
 * @param rows as many texts a row as the header has
 * @param options how many columns are flush left
 * @returns its lines; every cell on one line, bars inside escaped
 * @throws {RangeError} for a row of another length
 *
 * @example
 * ```ts
 * import { alignTable } from "./align_table.ts";
 * const lines = alignTable(["method", "n"], [["merit", "80"]]);
 * if (lines[2] !== "| merit  | 80 |") throw new Error(`Expected a padded row, got ${lines[2]}`);
 * ```
 */
export function alignTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  { left = 1 }: { readonly left?: number } = {},
): readonly string[] {
  const cells = [header, ...rows].map((row) => {
    if (row.length !== header.length) {
      throw new RangeError(`Cannot align a row of ${row.length} cells, need ${header.length}`);
    }
    return row.map((text) => toLine(text).replaceAll("|", "\\|"));
  });
  const widths = header.map((_, at) => Math.max(2, ...cells.map((row) => row[at]!.length)));
  const write = (row: readonly string[]) => {
    const padded = row.map((text, at) =>
      at < left ? text.padEnd(widths[at]!) : text.padStart(widths[at]!)
    );
    return `| ${padded.join(" | ")} |`;
  };
  const rule = widths.map((width, at) =>
    at < left ? "-".repeat(width) : `${"-".repeat(width - 1)}:`
  );
  const [first, ...others] = cells.map(write);
  return [first!, `| ${rule.join(" | ")} |`, ...others];
}
