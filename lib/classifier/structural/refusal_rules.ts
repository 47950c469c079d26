/**
 * Rules for queries that the DBMS refused: where its words mislead about the cause.
 *
 * @module
 */
import { extractName } from "../extract_name.ts";
import { matchFailureRule } from "../failure_rules.ts";
import type { Clues } from "./clues.ts";

import { stemsOf } from "./read_question.ts";
import type { StructuralRule } from "./structural_rule.ts";

const textRule = ({ failed }: Clues): string => matchFailureRule(failed.message)?.rule.id ?? "";
const refusedName = ({ failed }: Clues): string => extractName(failed.message) ?? "";

/** The query without strings, quoted names and comments. */
const bareSql = (sql: string): string => sql.replace(/'[^']*'|"[^"]*"|`[^`]*`|--[^\n]*/g, " ");

/** Names of tables and columns that need quotes. */
function blankNames({ tables }: Clues): readonly string[] {
  return tables.flatMap(({ name, columns }) => [name, ...columns])
    .filter((name) => /[^A-Za-z0-9_]/.test(name));
}

/** Whether a name with a blank stands in the query without its quotes. */
export function hasUnquotedName(clues: Clues): boolean {
  const sql = bareSql(clues.failed.sql);
  return blankNames(clues).some((name) =>
    new RegExp(`\\b${name.split(/\s+/).map(RegExp.escape).join("\\s+")}\\b`, "i").test(sql)
  );
}

/** Whether a name shares a word with one of the schema. */
function resemblesName(name: string, { tables }: Clues): boolean {
  const last = name.split(".").at(-1)!;
  const flat = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const stems = new Set(stemsOf(last));
  return tables.flatMap((table) => [table.name, ...table.columns]).some((known) =>
    flat(known).startsWith(flat(last)) || flat(last).startsWith(flat(known)) ||
    stemsOf(known).some((stem) => stem.length > 2 && stems.has(stem))
  );
}

/** Whether a bare name stands where a comparison has its value. */
function standsForValue(clues: Clues): boolean {
  const name = refusedName(clues);
  if (name === "" || name.includes(".") && !/\s/.test(name)) return false;
  const after = new RegExp(
    `(?:=|<>|!=|<|>|\\blike|\\bin\\s*\\(|,)\\s*${RegExp.escape(name)}\\b`,
    "i",
  );
  if (!after.test(bareSql(clues.failed.sql))) return false;
  const { text, evidence } = clues.question;
  const known = clues.tables.some(({ columns }) =>
    columns.some((column) => column.toLowerCase() === name.toLowerCase())
  );
  return !known && (text.includes(name.toLowerCase()) || evidence.includes(name.toLowerCase()) ||
    !resemblesName(name, clues));
}

/** Rules for refused queries, the first that applies wins; else the DBMS text decides. */
export const refusalRules: readonly StructuralRule[] = [
  {
    id: "unquoted_name",
    type: "schema_linking",
    applies: (clues) => hasUnquotedName(clues),
  },
  {
    id: "missing_from",
    type: "syntax",
    applies: (clues) =>
      /^missing_(?:column|table)$/.test(textRule(clues)) && clues.top !== null &&
      clues.top.sources.length === 0,
  },
  {
    id: "unquoted_value",
    type: "filter_value",
    applies: (clues) => textRule(clues) === "missing_column" && standsForValue(clues),
  },
  {
    id: "unquoted_words",
    type: "filter_value",
    applies: (clues) => {
      if (textRule(clues) !== "near_token") return false;
      const sql = bareSql(clues.failed.sql);
      return clues.question.values.filter((value) => /\s/.test(value)).some((value) =>
        new RegExp(`=\\s*${RegExp.escape(value)}`, "i").test(sql)
      );
    },
  },
  {
    id: "dialect_function",
    type: "execution",
    applies: (clues) =>
      textRule(clues) === "near_token" &&
      /\b(?:extract|position)\s*\(\s*\w+\s+(?:from|in)\b|\binterval\s+'?\d|\b(?:isnull|left|right)\s*\(/i
        .test(clues.failed.sql),
  },
];
