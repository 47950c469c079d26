import { basename, join } from "node:path";
import { InputError } from "../errors.ts";
import type { InputReader } from "./input_files.ts";
import type { Question } from "./parse_questions.ts";

const questionsFiles = ["dev.json", "mini_dev_sqlite.json"];

/** Name without folder and ending: what the files beside `<stem>.json` are called after. */
const stem = (questionsFile: string) => basename(questionsFile).replace(/\.json$/, "");

async function findFirst(
  reader: InputReader,
  paths: readonly string[],
): Promise<string | null> {
  for (const path of new Set(paths)) {
    if (await reader.exists(path)) return path;
  }
  return null;
}

/**
 * Finds the questions file of a directory.
 *
 * @throws {InputError} naming the files looked for
 */
export async function findQuestionsFile(reader: InputReader, directory: string): Promise<string> {
  const found = await findFirst(reader, questionsFiles);
  if (found === null) {
    throw new InputError(
      `Cannot find the questions of ${directory}: looked for ${questionsFiles.join(" and ")}, ` +
        "need one of them or the name of another file",
    );
  }
  return found;
}

/** Finds the gold file beside a questions file; null where there is none. */
export function findGoldFile(reader: InputReader, questionsFile: string): Promise<string | null> {
  return findFirst(reader, [`${stem(questionsFile)}_gold.sql`, `${stem(questionsFile)}.sql`]);
}

/** Finds the tables file beside a questions file; null where there is none. */
export function findTablesFile(reader: InputReader, questionsFile: string): Promise<string | null> {
  return findFirst(reader, [
    `${stem(questionsFile)}_tables.json`,
    "tables.json",
    "dev_tables.json",
  ]);
}

/** Folders that may hold the databases of a questions file, in the order of looking. */
export function databaseFolders(questionsFile: string): readonly string[] {
  const folders = ["database", `${stem(questionsFile)}_databases`, "dev_databases", "databases"];
  return [...new Set(folders)];
}

/**
 * Finds the file of every database that the questions use.
 *
 * @returns path by database
 * @throws {InputError} naming every missing database and the paths looked up
 */
export async function findDatabases(
  reader: InputReader,
  questions: readonly Question[],
  folders: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const missing: string[] = [];
  for (const id of new Set(questions.map(({ databaseId }) => databaseId))) {
    const path = await findFirst(reader, folders.map((folder) => join(folder, id, `${id}.sqlite`)));
    if (path === null) missing.push(id);
    else found.set(id, path);
  }
  if (missing.length > 0) {
    const looked = folders.map((folder) => join(folder, missing[0]!, `${missing[0]}.sqlite`));
    throw new InputError(
      `Cannot find ${missing.length} databases: ${missing.join(", ")}; looked up ` +
        `${looked.join(" and ")}, need these files or a list of the databases to keep`,
    );
  }
  return found;
}
