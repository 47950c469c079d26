import { resolve } from "node:path";
import { InputError } from "../errors.ts";
import { findGoldFile } from "./find_files.ts";
import { parseGoldFile } from "./gold_file.ts";
import type { InputReader } from "./input_files.ts";
import type { Question } from "./parse_questions.ts";
import { squeezeSql } from "./twin_groups.ts";

/** Says where a gold file beside the questions file tells another story; empty where it agrees. */
function compareGolds(
  questions: readonly Question[],
  { text, file }: { readonly text: string; readonly file: string },
): readonly string[] {
  try {
    const others = parseGoldFile({ text, file, questions });
    const differing = questions.filter(({ gold, index }) =>
      squeezeSql(gold!) !== squeezeSql(others[index]!)
    );
    return differing.length === 0 ? [] : [
      `${file} has other golds than the questions file at ${differing.length} positions, ` +
      `${differing[0]!.index} first; those of the questions file are used`,
    ];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return [`The golds of the questions file are used. ${error.message}`];
  }
}

/**
 * Decides which golds count: a replacement file where one is named, else the questions file's own,
 * else those of the gold file beside it.
 *
 * @returns gold SQL, one a question, and a note where two sources differ
 * @throws {InputError} for a gold file that does not fit, and where there is no gold
 */
export async function chooseGolds(
  { reader, questionsFile, questions, replacement }: {
    readonly reader: InputReader;
    readonly questionsFile: string;
    readonly questions: readonly Question[];
    readonly replacement: string | undefined;
  },
): Promise<{ readonly golds: readonly string[]; readonly notes: readonly string[] }> {
  if (replacement !== undefined) {
    const text = await reader.readText(resolve(replacement));
    return { golds: parseGoldFile({ text, file: replacement, questions }), notes: [] };
  }
  const bare = questions.find(({ gold }) => gold === null);
  const file = await findGoldFile(reader, questionsFile);
  if (file === null) {
    if (bare === undefined) return { golds: questions.map(({ gold }) => gold!), notes: [] };
    throw new InputError(
      `Cannot take the golds of ${questionsFile}: item ${bare.index} has none and there is no ` +
        "gold file beside it, need one of the two",
    );
  }
  const text = await reader.readText(file);
  if (bare !== undefined) return { golds: parseGoldFile({ text, file, questions }), notes: [] };
  return {
    golds: questions.map(({ gold }) => gold!),
    notes: compareGolds(questions, { text, file }),
  };
}
