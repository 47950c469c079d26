/**
 * A plain tokenizer of SQL text, for comparing two queries; it never decides whether SQL is valid.
 *
 * @module
 */

const tokenPattern =
  /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`[^`]*`?|\[[^\]]*\]?|\d+(?:\.\d+)?|[\p{L}_][\p{L}\p{N}\p{M}_$]*|<>|<=|>=|!=|==|\|\||[^\s]/gu;

/**
 * Splits SQL text into words, literals, quoted names and operators, comments left out.
 *
 * @param sql any text
 * @returns tokens in order, as written; empty for blank text
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { sqlTokens } from "./sql_tokens.ts";
 * assert.deepEqual(sqlTokens("SELECT a FROM t WHERE b='x y'"), [
 *   "SELECT", "a", "FROM", "t", "WHERE", "b", "=", "'x y'",
 * ]);
 * ```
 */
export function sqlTokens(sql: string): string[] {
  const bare = sql.replace(
    /('(?:[^']|'')*'|"(?:[^"]|"")*")|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g,
    (_, quoted: string | undefined) => quoted ?? " ",
  );
  return bare.match(tokenPattern) ?? [];
}

const keywords = new Set(
  ("select from where group by having order limit offset join inner left right outer cross full on using as and or not " +
    "in exists between like is null distinct union all except intersect case when then else end asc desc with " +
    "recursive count sum avg min max").split(" "),
);

/**
 * The skeleton of a query: keywords and operators kept, literals and identifiers masked by `_`.
 *
 * @param sql any text
 * @returns tokens in order, keywords in lower case
 * @see DAIL-SQL, skeleton similarity
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { sqlSkeleton } from "./sql_tokens.ts";
 * assert.equal(sqlSkeleton("SELECT Name FROM t WHERE age > 3").join(" "), "select _ from _ where _ > _");
 * ```
 */
export function sqlSkeleton(sql: string): string[] {
  return sqlTokens(sql).map((token) => {
    const lower = token.toLowerCase();
    if (keywords.has(lower)) return lower;
    return /^[\p{L}\p{N}_'"`[]/u.test(token) ? "_" : token;
  });
}

/**
 * Jaccard similarity of two token multisets: size of the intersection over size of the union.
 *
 * @returns a number in [0, 1]; 1 where both are empty
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { multisetJaccard } from "./sql_tokens.ts";
 * assert.equal(multisetJaccard(["a", "a", "b"], ["a", "b", "b"]), 2 / 4);
 * ```
 */
export function multisetJaccard(left: readonly string[], right: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const token of left) counts.set(token, (counts.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of right) {
    const count = counts.get(token) ?? 0;
    if (count === 0) continue;
    shared++;
    counts.set(token, count - 1);
  }
  const union = left.length + right.length - shared;
  return union === 0 ? 1 : shared / union;
}
