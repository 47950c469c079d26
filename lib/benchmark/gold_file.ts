/**
 * Reads gold files: a line `SQL<TAB>db_id` for each question.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { Question } from "./parse_questions.ts";

/** Lines of a text, without the end of the last line and without carriage returns. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/**
 * Parses a gold file and checks it against the questions it belongs to.
 *
 * @param options `text` of the file; its name `file` for messages; all `questions` of the questions
 * file, in file order
 * @returns gold SQL, one a question, in the same order
 * @throws {InputError} naming file and line: for another number of lines than of questions, a line
 * without a tab, a database that is not its question's; empty SQL is a gold that does not run
 *
 * @example
 * ```ts
 * import { parseGoldFile } from "./gold_file.ts";
 * import { parseQuestions } from "./parse_questions.ts";
 * const { questions } = parseQuestions({
 *   text: '[{"db_id": "pets", "question": "How many?"}]',
 *   file: "dev.json",
 * });
 * const text = "SELECT count(*) FROM pet\tpets\n";
 * const golds = parseGoldFile({ text, file: "dev_gold.sql", questions });
 * if (golds[0] !== "SELECT count(*) FROM pet") throw new Error("Expected the line's SQL");
 * ```
 */
export function parseGoldFile(
  { text, file, questions }: {
    readonly text: string;
    readonly file: string;
    readonly questions: readonly Question[];
  },
): readonly string[] {
  const lines = splitLines(text);
  while (lines.length > questions.length && lines.at(-1)?.trim() === "") lines.pop();
  if (lines.length !== questions.length) {
    throw new InputError(
      `Cannot take the golds of ${file}: it has ${lines.length} lines, need ${questions.length}, ` +
        "one a question",
    );
  }
  return lines.map((line, index) => {
    const tab = line.lastIndexOf("\t");
    const sql = line.slice(0, Math.max(tab, 0)).trim();
    const databaseId = line.slice(tab + 1).trim();
    if (tab < 0) {
      throw new InputError(
        `Cannot take the golds of ${file}: line ${index + 1} is ${JSON.stringify(line)}, ` +
          "need SQL, a tab and the database's name",
      );
    }
    if (databaseId !== questions[index]!.databaseId) {
      throw new InputError(
        `Cannot take the golds of ${file}: line ${index + 1} is for the database ` +
          `"${databaseId}", need "${questions[index]!.databaseId}" as in the questions file`,
      );
    }
    return sql;
  });
}
