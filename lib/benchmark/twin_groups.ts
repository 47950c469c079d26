import type { Question } from "./parse_questions.ts";

/** SQL without what twins may differ in: case, blanks and closing semicolons. */
export function squeezeSql(sql: string): string {
  return sql.replace(/\s+/g, "").replace(/;+$/, "").toLowerCase();
}

/**
 * Names the twin group of each question by a running number in order of first appearance, which
 * tells nothing of the gold. All questions of the file take part, so that a filter renames none.
 */
export function nameTwinGroups(
  questions: readonly Question[],
  golds: readonly string[],
): readonly string[] {
  const names = new Map<string, string>();
  return questions.map((question, at) => {
    const key = `${question.databaseId}\u0000${squeezeSql(golds[at]!)}`;
    const name = names.get(key) ?? `t${names.size}`;
    names.set(key, name);
    return name;
  });
}
