/**
 * Signs of wrong columns in a query that runs.
 *
 * @module
 */
import {
  type Clues,
  columnIn,
  isMentioned,
  nameStems,
  tableNamed,
  tableOf,
  tablesOf,
} from "./clues.ts";
import {
  columnsIn,
  columnsOf,
  forgottenColumns,
  isKey,
  isUncalledFor,
  sameName,
} from "./columns.ts";
import { clausesOf, type ColumnExpression, conjunctsOf, type Select, walk } from "./query.ts";
import { stemsOf } from "./read_question.ts";
import type { KnownTable } from "./read_tables.ts";
import type { StructuralRule } from "./structural_rule.ts";

/** Whether a name in double quotes is no column, so that SQLite takes it for a string. */
function hasPhantomColumn({ selects, tables, question }: Clues): boolean {
  return selects.some((select) =>
    columnsOf(select).some((column) =>
      column.quoted && tableOf(column, select, tables) === undefined &&
      !question.text.includes(column.name.toLowerCase()) &&
      tables.some((table) =>
        table.columns.some((name) =>
          stemsOf(name).some((stem) => stemsOf(column.name).includes(stem))
        )
      )
    )
  );
}

/** Whether an output called `name` is of another table than the question's "name of the …". */
function namesOtherThing(clues: Clues): boolean {
  const { top, tables, question } = clues;
  if (top === null) return false;
  const text = question.text.replaceAll("_", " ");
  return top.outputs.some(({ expression }) => {
    const column = expression.kind === "column" ? expression : null;
    if (column === null) return false;
    const own = tableOf(column, top, tables);
    const holders = tables.filter(({ columns }) =>
      columns.some((name) => sameName(name, column.name))
    );
    if (own === undefined || holders.length < 2) return false;
    const asked = holders.filter((table) => {
      const thing = RegExp.escape(table.name.toLowerCase().replaceAll("_", " "));
      const word = RegExp.escape(column.name.toLowerCase());
      return new RegExp(
        `\\b${thing}(?:'s|s')? ${word}\\b|\\b${word}s? of (?:the |all |each |every )?(?:\\w+ )?${thing}s?\\b`,
      ).test(text);
    });
    return asked.length > 0 && !asked.includes(own);
  });
}

/** Whether a key that refers to another table is compared with a name, as if it were the name. */
function comparesKeyWithName({ comparisons, selects, tables }: Clues): boolean {
  return comparisons.some(({ column, values, left }) =>
    left.kind === "column" &&
    values.some(({ type, text }) => type === "text" && /\p{Ll}/u.test(text)) &&
    selects.some((select) =>
      tableOf(column, select, tables)?.links.some((link) => sameName(link.column, column.name))
    )
  );
}

/** Whether dates are sought in codes and names, or date parts taken of keys. */
function treatsAsDate(clues: Clues): boolean {
  const { comparisons, selects, tables } = clues;
  const isDate = (text: string) => /^\d{2}\.\d{2}\.\d{4}|^(?:19|20)\d{2}(?:-\d|$)/.test(text);
  const odd = comparisons.some(({ column, values }) =>
    /^(?:status|kind|type|role|plan|sex|name|code|result|title)$/i.test(column.name) &&
    values.some(({ type, text }) => type === "text" && isDate(text))
  );
  return odd ||
    selects.some((select) =>
      clausesOf(select).flatMap((clause) => [...walk(clause)]).some((part) =>
        part.kind === "call" && /^(?:substr|strftime|date|julianday|datetime)$/.test(part.name) &&
        part.parts.some((inner) => inner.kind === "column" && isKeyOf(inner, select, tables))
      )
    );
}

function isKeyOf(
  column: ColumnExpression,
  select: Select,
  tables: readonly KnownTable[],
): boolean {
  const table = tableOf(column, select, tables);
  return table !== undefined && isKey(column, table);
}

/** Whether a NULL test falls on a key of its own table, or on a column that nobody spoke of. */
function testsOddNull(clues: Clues): boolean {
  return clues.selects.some((select) =>
    conjunctsOf(select.where).some((part) => {
      if (part.kind !== "operation" || part.operator !== "is null") return false;
      const column = columnIn(part);
      const table = column === null ? undefined : tableOf(column, select, clues.tables);
      if (column === null || table === undefined) return false;
      const source = select.sources.find(({ table: name }) => sameName(name, table.name));
      const isOwnKey = table.primaryKey.length === 1 &&
        sameName(table.primaryKey[0]!, column.name) &&
        source?.join !== "outer";
      const isLink = table.links.some((link) => sameName(link.column, column.name));
      return isOwnKey ||
        !isLink && isUncalledFor(column, clues) && hasOtherDate(column, table, clues);
    })
  );
}

/** Whether the question speaks of another column of the table than the one tested. */
function hasOtherDate(column: ColumnExpression, table: KnownTable, clues: Clues): boolean {
  return table.columns.some((name) =>
    !sameName(name, column.name) && (isMentioned(name, clues.question) ||
      /died|born|date|day/.test(name) && /\bdate\b|\bdeath\b|\bborn\b/.test(clues.question.text))
  );
}

/** Whether a column is taken from a table nobody asked for, while an asked one has it too. */
function takesNamesake(clues: Clues): boolean {
  const { top, tables, question } = clues;
  if (top === null) return false;
  const read = tablesOf(top, tables);
  const isAsked = (table: KnownTable) =>
    stemsOf(table.name).every((stem) => question.stems.includes(stem));
  return columnsOf(top).some((column) => {
    const own = tableOf(column, top, tables);
    if (own === undefined || isAsked(own) || /(?:^|_)id$/.test(column.name)) return false;
    const inJoin = top.sources.some(({ on }) => on !== null && [...walk(on)].includes(column));
    return !inJoin && isMentioned(column.name, question) &&
      read.some((table) =>
        table !== own && isAsked(table) && table.columns.some((name) => sameName(name, column.name))
      );
  });
}

/** A condition whose codes, says the evidence, belong to another column. */
function testsForeignCodes({ comparisons, question }: Clues): boolean {
  return comparisons.some(({ column, values }) =>
    question.codes.some(({ column: words, codes }) =>
      values.some(({ text }) => codes.some(({ code }) => code === text)) &&
      words.length > 0 && !nameStems(column.name).some((stem) => words.includes(stem))
    )
  );
}

/** An output that nobody asked for in the place of one that was. */
function showsWrongColumn(clues: Clues): boolean {
  const { top, question } = clues;
  if (top === null) return false;
  const outputs = top.outputs.flatMap(({ expression }) =>
    expression.kind === "column" ? [expression] : []
  );
  const shown = new Set(outputs.map(({ name }) => name.toLowerCase()));
  const outputTerms = top.outputs.map(({ expression }) => expression);
  const used = new Set(
    [...columnsIn(top.where), ...[...top.group, ...outputTerms].flatMap(columnsIn)]
      .map(({ name }) => name.toLowerCase()),
  );
  const tableWords = new Set(clues.tables.flatMap(({ name }) => stemsOf(name)));
  const forgotten = tablesOf(top, clues.tables).flatMap(({ columns }) => columns).filter((name) =>
    isMentioned(name, question) && !used.has(name.toLowerCase()) &&
    !nameStems(name).every((stem) => tableWords.has(stem))
  );
  const isRepeated = shown.size < outputs.length && outputs.length === top.outputs.length &&
    top.sources.length === 1;
  return forgotten.length > 0 && (isRepeated ||
    outputs.some((column) => isUncalledFor(column, clues) || isTestedForOne(column, top)));
}

/** Whether a column is fixed to one value by a condition, so that showing it tells nothing. */
function isTestedForOne(column: ColumnExpression, select: Select): boolean {
  return conjunctsOf(select.where).some((part) =>
    part.kind === "operation" && part.operator === "=" &&
    part.parts.some((side) => side.kind === "value") &&
    sameName(columnIn(part)?.name ?? "", column.name)
  );
}

/** A condition on a column that nobody spoke of, while one that was spoken of is unused. */
function testsWrongColumn(clues: Clues): boolean {
  const forgotten = forgottenColumns(clues);
  const { evidenceStems } = clues.question;
  const hinted = clues.top === null ? [] : clues.top.sources
    .flatMap(({ table }) => tableNamed(clues.tables, table)?.columns ?? [])
    .filter((name) => nameStems(name).every((stem) => evidenceStems.has(stem)))
    .filter((name) =>
      !clues.selects.some((select) =>
        columnsOf(select).some((column) => sameName(column.name, name))
      )
    );
  if (forgotten.length === 0 && hinted.length === 0) return false;
  return clues.selects.some((select) =>
    [...walk(select.where)].some((part) =>
      part.kind === "column" && isUncalledFor(part, clues) && !/id$/.test(part.name)
    )
  );
}

/** Keys and codes summed or averaged as if they were amounts. */
function addsKeys({ selects, tables, question }: Clues): boolean {
  if (!/\b(?:total|sum|average|add)\b/.test(question.text)) return false;
  return selects.some((select) =>
    select.outputs.flatMap(({ expression }) => [...walk(expression)]).some((part) =>
      part.kind === "call" && /^(?:sum|avg|total)$/.test(part.name) &&
      part.parts.flatMap(columnsIn).some((column) => isKeyOf(column, select, tables))
    )
  );
}

/** Rules of columns. */
export const columnRules: readonly StructuralRule[] = [
  { id: "phantom_column", type: "schema_linking", applies: hasPhantomColumn },
  { id: "name_of_other_table", type: "schema_linking", applies: namesOtherThing },
  { id: "key_for_name", type: "schema_linking", applies: comparesKeyWithName },
  { id: "date_of_other_column", type: "schema_linking", applies: treatsAsDate },
  { id: "null_of_other_column", type: "schema_linking", applies: testsOddNull },
  { id: "namesake", type: "schema_linking", applies: takesNamesake },
  { id: "codes_of_other_column", type: "schema_linking", applies: testsForeignCodes },
  { id: "wrong_output_column", type: "schema_linking", applies: showsWrongColumn },
  { id: "wrong_condition_column", type: "schema_linking", applies: testsWrongColumn },
  { id: "keys_added_up", type: "schema_linking", applies: addsKeys },
];
