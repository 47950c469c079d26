import { matchFailureRule } from "./failure_rules.ts";

/**
 * Extracts the identifier a DBMS text speaks of: the missing column, the unknown function, the set
 * operation whose branches differ, the token the parser stopped at.
 *
 * @param message text of a DBMS
 * @returns the name as the DBMS printed it, without the quotes of the sentence; null where no rule
 * catches the text or its rule captures nothing
 *
 * @example
 * ```ts
 * import { extractName } from "./extract_name.ts";
 * if (extractName("no such function: to_char") !== "to_char") throw new Error("Expected to_char");
 * if (extractName("datatype mismatch") !== null) throw new Error("Expected no name");
 * ```
 */
export function extractName(message: string): string | null {
  return matchFailureRule(message)?.name ?? null;
}
