import type { FailureRule } from "./failure_rule.ts";
import { mysqlRules } from "./mysql_rules.ts";
import { postgresqlRules } from "./postgresql_rules.ts";
import { sqliteRules } from "./sqlite_rules.ts";

/** What the kit itself says instead of a DBMS. */
const kitRules: readonly FailureRule[] = [
  {
    id: "truncated_output",
    type: "unknown",
    pattern: /^The answer was cut off before the query ended$/,
    example: "The answer was cut off before the query ended",
  },
];

/**
 * The classifier's table: wordings of the kit, SQLite, then PostgreSQL, then MySQL. The first match
 * wins.
 *
 * The paper names seven types; which label falls under which is ours: missing or ambiguous names
 * are schema linking; aggregate, window and GROUP BY misuse aggregation; quoting and datatypes
 * filter/value; functions, arity, set width, overflow, timeouts and refused writes execution; what
 * the parser rejects syntax. An answer that the token limit cut is `unknown`: the fault is not the
 * query's.
 */
export const failureRules: readonly FailureRule[] = [
  ...kitRules,
  ...sqliteRules,
  ...postgresqlRules,
  ...mysqlRules,
];

/** What drivers and command-line programs put before the text of the DBMS. */
const driverPrefix =
  /^(?:(?:\(?[\w.]*(?:Error|Exception)\)?|SQLITE_[A-Z_]+|Parse error|(?:FATAL|ERROR)(?: \d+ \([0-9A-Z]{5}\))?(?: at line \d+)?|in prepare)[:,]?\s+)+/;

/** A rule that caught a message, and the identifier it captured. */
export interface FailureRuleMatch {
  /** The first rule whose pattern the text meets. */
  readonly rule: FailureRule;
  /** As the DBMS printed it, without the quotes of the sentence; null where the rule has none. */
  readonly name: string | null;
}

/**
 * Finds the first rule that catches a DBMS text, after dropping a driver's prefix.
 *
 * @param message text of a DBMS, with or without a prefix such as `SQLITE_ERROR:`
 * @returns the rule and its capture, or null where no rule catches the text
 *
 * @example
 * ```ts
 * import { matchFailureRule } from "./failure_rules.ts";
 * const match = matchFailureRule("Error: no such table: singers");
 * if (match?.rule.id !== "missing_table") throw new Error("Expected missing_table");
 * if (match.name !== "singers") throw new Error("Expected the table's name");
 * ```
 */
export function matchFailureRule(message: string): FailureRuleMatch | null {
  const text = message.trim().replace(driverPrefix, "");
  for (const rule of failureRules) {
    const match = rule.pattern.exec(text);
    if (match !== null) return { rule, name: match.groups?.name ?? null };
  }
  return null;
}
