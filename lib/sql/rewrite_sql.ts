/**
 * What the official evaluators change in a statement before they run it.
 *
 * @module
 */
import type { ComparisonMode } from "./comparison_mode.ts";
import { scanSql } from "./scan_sql.ts";

/** The first statement without the word DISTINCT; its semicolon stays, what follows goes. */
function stripDistinct(sql: string): string {
  let stripped = "";
  let depth = 0;
  for (const { text } of scanSql(sql)) {
    if (text.toLowerCase() !== "distinct") stripped += text;
    if (text === "(") depth++;
    else if (text === ")") depth--;
    else if (text === ";" && depth <= 0) break;
  }
  return stripped;
}

function rewriteForSpider(sql: string, isPrediction: boolean): string {
  const plain = isPrediction ? sql.replaceAll("value", "1") : sql;
  const joined = plain.replaceAll("> =", ">=").replaceAll("< =", "<=").replaceAll("! =", "!=");
  return stripDistinct(joined)
    .replace(/YEAR\s*\(\s*CURDATE\s*\(\s*\)\s*\)\s*/gi, "2020");
}

/**
 * Rewrites a statement as the mode's official evaluator does; `bird-ex` and `denotation` leave it
 * byte for byte as it is.
 *
 * `spider-ts`, in this order: in a prediction every lower-case `value` becomes `1`; `> =`, `< =` and
 * `! =` are joined; the word DISTINCT vanishes from the first statement, and later statements with
 * it; `YEAR(CURDATE())` becomes 2020. Words are told from strings, quoted names and comments by
 * SQLite's rules.
 *
 * @example
 * ```ts
 * import { rewriteForMode } from "./rewrite_sql.ts";
 * const sql = "SELECT count(DISTINCT value) FROM t";
 * const rewritten = rewriteForMode({ mode: "spider-ts", role: "prediction", sql });
 * if (rewritten !== "SELECT count( 1) FROM t") throw new Error(`Unexpected ${rewritten}`);
 * if (rewriteForMode({ mode: "denotation", role: "prediction", sql }) !== sql) {
 *   throw new Error("Expected no change");
 * }
 * ```
 */
export function rewriteForMode(options: {
  readonly mode: ComparisonMode;
  readonly role: "gold" | "prediction";
  readonly sql: string;
}): string {
  const { mode, role, sql } = options;
  return mode === "spider-ts" ? rewriteForSpider(sql, role === "prediction") : sql;
}
