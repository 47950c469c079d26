/**
 * Whether a statement orders its rows.
 *
 * @module
 */
import { scanSql } from "./scan_sql.ts";

/**
 * True where a statement has ORDER BY outside parentheses, strings, quoted names and comments: not
 * in a subquery, a common table expression, a window or an aggregate.
 *
 * @param sql one statement; what follows a semicolon is not looked at
 *
 * @example
 * ```ts
 * import { hasTopLevelOrderBy } from "./order_by.ts";
 * if (!hasTopLevelOrderBy("SELECT a FROM t\nORDER\nBY a")) throw new Error("Expected an order");
 * if (hasTopLevelOrderBy("SELECT * FROM (SELECT a FROM t ORDER BY a)")) throw new Error("Expected none");
 * ```
 */
export function hasTopLevelOrderBy(sql: string): boolean {
  let depth = 0;
  let previous = "";
  for (const { kind, text } of scanSql(sql)) {
    if (kind === "space" || kind === "comment") continue;
    if (text === ";") return false;
    if (text === "(") depth++;
    else if (text === ")") depth--;
    const word = kind === "word" ? text.toLowerCase() : "";
    if (depth === 0 && previous === "order" && word === "by") return true;
    previous = word;
  }
  return false;
}
