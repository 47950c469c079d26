/**
 * Stored values that a query reads in the wrong form.
 *
 * @module
 */
import { type Clues, columnIn, nameStems } from "./clues.ts";
import { type ColumnExpression, type Expression, walk } from "./query.ts";
import { stemsOf } from "./read_question.ts";

const foldingWords =
  /letter case|mixed case|varying case|typed by hand|in any case|differ only in letter case/;

/** Sentences of evidence, and the question, that speak of a column. */
function notesOn(column: ColumnExpression, { question }: Clues): readonly string[] {
  const sentences = question.evidence.split(/(?<=[a-z)][.;])\s+/);
  return sentences.filter((sentence) => {
    const stems = stemsOf(sentence);
    return nameStems(column.name).every((stem) => stems.includes(stem));
  });
}

/** Whether a column is stored in varying letter case. */
export function variesInCase(column: ColumnExpression, clues: Clues): boolean {
  const notes = notesOn(column, clues);
  if (notes.some((note) => foldingWords.test(note) && !isCleared(column, note))) return true;
  const { text } = clues.question;
  return foldingWords.test(text) &&
    nameStems(column.name).every((stem) => clues.question.stems.includes(stem));
}

/** `member.district was typed by hand …; station.district is clean` */
function isCleared(column: ColumnExpression, note: string): boolean {
  return column.qualifier !== null && new RegExp(`${column.qualifier}\\.\\w+ is clean`).test(note);
}

/** How a column of dates is stored, as evidence says; null where it says nothing. */
export function dateForm(column: ColumnExpression, clues: Clues): "day first" | "compact" | null {
  const { evidence } = clues.question;
  const speaks = notesOn(column, clues).length > 0 ||
    /\bdates? (?:are|is) text\b/.test(evidence) &&
      /date|day|issued|paid|born|died|opened|closed|joined|bought|started|ended|arrival|departure/
        .test(column.name.toLowerCase());
  if (!speaks) return null;
  const form = notesOn(column, clues).join(" ") || evidence;
  if (/dd\.mm\.yyyy/.test(form)) return "day first";
  return /yyyymmdd/.test(form) ? "compact" : null;
}

const dateFunctions = /^(?:strftime|date|datetime|julianday|time|year|month|unixepoch)$/;

/** Whether a date function sees a column as it is stored. */
function feedsDateFunction(expression: Expression, clues: Clues): boolean {
  return [...walk(expression)].some((part) =>
    part.kind === "call" && dateFunctions.test(part.name) &&
    part.parts.some((inner) => inner.kind === "column" && dateForm(inner, clues) !== null)
  );
}

/** The places that the parts of DD.MM.YYYY and YYYYMMDD have. */
const places: Readonly<Record<string, readonly string[]>> = {
  "day first": ["1,2", "4,2", "7,4", "4,7", "1,10", "11,", "12,", "12,5", "12,2", "15,2", "7,"],
  compact: ["1,4", "5,2", "7,2", "1,6", "1,8", "5,4", "7,"],
};

/** Whether a substring takes other places than the stored form has. */
function takesWrongPlaces(expression: Expression, clues: Clues): boolean {
  return [...walk(expression)].some((part) => {
    if (part.kind !== "call" || !/^(?:substr|substring|left)$/.test(part.name)) return false;
    const [column, ...numbers] = part.parts;
    if (column?.kind !== "column") return false;
    const form = dateForm(column, clues);
    if (form === null) return false;
    const taken = numbers.map((number) => number.kind === "value" ? number.text : "?");
    return !places[form]!.includes(taken.length === 1 ? `${taken[0]},` : taken.join());
  });
}

/** Whether letter case is folded somewhere around the column. */
function isFolded(expression: Expression): boolean {
  return [...walk(expression)].some((part) =>
    (part.kind === "call" && /^(?:lower|upper)$/.test(part.name)) ||
    (part.kind === "operation" && part.operator === "collate")
  );
}

/**
 * Whether a term reads a stored value in the wrong form.
 *
 * @param expression the term
 * @param clues the failed query
 * @param use a grouping key and a tested value must fold letter case; a sort term must rearrange a date
 */
export function isMisread(
  expression: Expression,
  clues: Clues,
  use: "key" | "test" | "sort",
): boolean {
  if (feedsDateFunction(expression, clues) || takesWrongPlaces(expression, clues)) return true;
  const column = columnIn(expression);
  if (column === null) return false;
  if (use !== "sort" && variesInCase(column, clues) && !isFolded(expression)) return true;
  return use === "sort" && expression.kind === "column" && dateForm(column, clues) === "day first";
}
