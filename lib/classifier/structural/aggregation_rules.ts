/**
 * Signs of wrong aggregates and groups in a query that runs.
 *
 * @module
 */
import { type Clues, columnIn, isMentioned, tableOf } from "./clues.ts";
import { isMisread } from "./misreading.ts";
import { type CallExpression, type Expression, type Select, walk } from "./query.ts";
import { numberOf, stemOf, stemsOf } from "./read_question.ts";
import type { StructuralRule } from "./structural_rule.ts";

const isAggregate = (part: Expression): part is CallExpression =>
  part.kind === "call" && /^(?:count|sum|avg|min|max|total|group_concat)$/.test(part.name);

/** Aggregates among the outputs. */
function aggregatesOf(select: Select): readonly CallExpression[] {
  return select.outputs.flatMap(({ expression }) => [...walk(expression)].filter(isAggregate));
}

const has = (clues: Clues, ...names: readonly string[]): boolean =>
  clues.selects.some((select) =>
    [
      ...select.outputs.map(({ expression }) => expression),
      ...(select.having === null ? [] : [select.having]),
    ]
      .some((expression) =>
        [...walk(expression)].some((part) => isAggregate(part) && names.includes(part.name))
      )
  );

const averageWords = /\baverage|\bmean\b/;
const sumWords =
  /\btotal\b|\bsum\b|\badd(?:s|ed)? up\b|\btogether\b|\baltogether\b|\bin total\b|\btake in\b|\bhow much\b|\bowes?\b/;
const countWords =
  /\bhow many\b|\bnumber of\b|\bhow often\b|\bcount\b|\bthe number\b|\bat least\b|\bmore than (?:one|\d)/;
const extremeWords =
  /\b(?:largest|highest|longest|biggest|maximum|most recent|latest|last|smallest|lowest|shortest|earliest|minimum|heaviest|oldest|youngest|greatest|dearest|first)\b/;
const eachWords = /\b(?:each|per|for (?:every|all)|by year)\b/;
const differentWords = /\bdifferent\b|\bdistinct\b|\bunique\b|\bonce\b/;

/** Whether the question wants amounts added up: it says so, or asks "how many" of a column. */
function asksSum({ question, tables }: Clues): boolean {
  const thing = /\bhow many (\w+)/.exec(question.text)?.[1];
  return sumWords.test(question.text) || thing !== undefined &&
      tables.some(({ columns }) => columns.some((name) => stemsOf(name).join() === stemOf(thing)));
}

const asksOneNumber = ({ question }: Clues): boolean =>
  /^(?:from |at |in |of |over )?(?:all .*?, )?(?:how many|how much|what (?:is|was) the (?:total|average|sum|largest|highest|number))\b/
    .test(question.text) && !eachWords.test(question.text);

/** Whether the question wants a group for each of something. */
const asksGroups = ({ question }: Clues): boolean => eachWords.test(question.text);

function missingAggregate(clues: Clues): boolean {
  const { text } = clues.question;
  if (clues.query === null || clues.top === null) return false;
  if (
    averageWords.test(text) && !has(clues, "avg") && !(has(clues, "sum") && has(clues, "count"))
  ) {
    return true;
  }
  // With groups, what is missing is an output.
  const none = !has(clues, "count", "sum", "avg", "min", "max", "total") &&
    clues.top.group.length === 0;
  if (clues.top.group.length > 0 && aggregatesOf(clues.top).length === 0) {
    return clues.top.outputs.some(({ expression }) =>
      expression.kind === "star" || !followsFrom(expression, clues.top!, clues)
    );
  }
  if (none && /\bhow many\b/.test(text)) return true;
  if (none && /\bnumber of\b/.test(text) && eachWords.test(text)) return true;
  return none && sumWords.test(text) && clues.query.limit === null;
}

function wrongAggregate(clues: Clues): boolean {
  const { text } = clues.question;
  const top = clues.top;
  if (top === null) return false;
  const names = new Set(aggregatesOf(top).map(({ name }) => name));
  if (names.has("avg") && !averageWords.test(text)) return true;
  if (names.has("sum") && !asksSum(clues) && /\bhow many\b|\bnumber of\b|average/.test(text)) {
    return true;
  }
  if ((names.has("max") || names.has("min")) && !extremeWords.test(text)) return true;
  const asksExtreme = /\bwhat (?:is|was) the (?:largest|highest|longest|biggest|smallest|lowest)\b/;
  if ((names.has("sum") || names.has("count")) && asksExtreme.test(text)) return true;
  if (
    names.has("min") && !names.has("max") &&
    /\b(?:largest|highest|longest|most recent|latest|last|maximum)\b/.test(text)
  ) return true;
  if (
    names.has("max") && !names.has("min") &&
    /\b(?:smallest|lowest|earliest|minimum)\b/.test(text) &&
    !/\b(?:largest|highest|most recent|latest|last)\b/.test(text)
  ) return true;
  const counts = names.has("count") && !names.has("sum");
  if (counts && !countWords.test(text) && (sumWords.test(text) || extremeWords.test(text))) {
    return true;
  }
  return counts && !has(clues, "sum", "total") &&
    /\b(?:total (?!number)\w|sum of|add(?:s|ed)? up|how much)/.test(text);
}

function distinctness(clues: Clues): boolean {
  const { top, question, tables } = clues;
  if (top === null) return false;
  const counts = aggregatesOf(top).filter(({ name }) => name === "count");
  const wants = differentWords.test(question.text);
  return counts.some(({ distinct, parts }) => {
    const column = parts[0] === undefined ? null : columnIn(parts[0]);
    if (!distinct) {
      return /^(?:from )?how many different\b/.test(question.text) && column !== null &&
        top.group.length === 0;
    }
    if (wants || column === null) return false;
    const table = tableOf(column, top, tables);
    const isKey = table?.primaryKey.length === 1 && table.primaryKey[0] === column.name;
    return !isKey;
  });
}

/** Whether a term is one of the group's, or follows from its key. */
function followsFrom(expression: Expression, select: Select, clues: Clues): boolean {
  const aliases = select.outputs.flatMap(({ alias, expression: output }) =>
    alias === null ? [] : [[alias.toLowerCase(), JSON.stringify(output)] as const]
  );
  const keys = select.group.flatMap((term) => {
    const alias = term.kind === "column"
      ? aliases.find(([name]) => name === term.name.toLowerCase())
      : undefined;
    const place = term.kind === "value"
      ? select.outputs[Number(term.text) - 1]?.expression
      : undefined;
    return [
      JSON.stringify(term),
      ...(alias ? [alias[1]] : []),
      ...(place ? [JSON.stringify(place)] : []),
    ];
  });
  if (keys.includes(JSON.stringify(expression))) return true;
  const column = columnIn(expression);
  if (column === null) return true;
  const table = tableOf(column, select, clues.tables);
  return select.group.some((term) => {
    const key = columnIn(term);
    if (key === null) return true;
    if (key.name.toLowerCase() === column.name.toLowerCase()) return true;
    const owner = tableOf(key, select, clues.tables);
    if (owner === undefined || table === undefined) return true;
    const isKey = owner.primaryKey.length === 1 && owner.primaryKey[0] === key.name;
    if (isKey && owner === table) return true;
    const link = owner.links.find((one) => one.column === key.name);
    return link !== undefined && link.table === table.name ||
      // A name that is unique in its table stands for its key.
      owner === table && /^(?:code|name|title)$/.test(key.name) &&
        select.outputs.some((output) => columnIn(output.expression)?.name === key.name);
  });
}

function wrongGroups(clues: Clues): boolean {
  const { top } = clues;
  if (top === null || aggregatesOf(top).length === 0) return false;
  const plain = top.outputs.map(({ expression }) => expression)
    .filter((expression) =>
      ![...walk(expression)].some(isAggregate) && columnIn(expression) !== null
    );
  if (top.group.length === 0) return plain.length > 0;
  const strange = plain.filter((expression) => !followsFrom(expression, top, clues));
  // One term too many beside the group's own is a matter of the outputs.
  if (strange.length === 0 || strange.length < plain.length) return false;
  const keys = top.group.flatMap((term) => columnIn(term) ?? []);
  const isAsked = (name: string) => isMentioned(name, clues.question);
  return !(keys.some(({ name }) => isAsked(name)) &&
    strange.every((term) => !isAsked(columnIn(term)!.name)));
}

function superfluousGroups(clues: Clues): boolean {
  const { top } = clues;
  if (top === null || top.group.length === 0) return false;
  return asksOneNumber(clues) && top.having === null && clues.selects[0] === top;
}

const limits: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bat least (\w+)/g, [">="]],
  [/\b(?:more than|above|over) (\w+)/g, [">"]],
  [/\b(?:fewer|less) than (\w+)/g, ["<"]],
  [/\bat most (\w+)/g, ["<="]],
];

/** Whether a group's condition is missing or other than the question's. */
function wrongHaving(clues: Clues): boolean {
  const { question, selects } = clues;
  const havings = selects.flatMap(({ having }) => having === null ? [] : [having]);
  const asked = limits.flatMap(([pattern, signs]) =>
    [...question.text.matchAll(pattern)].map(([, word]) => ({ number: numberOf(word!), signs }))
  ).filter(({ number, signs }) => number <= 12 && number >= (signs[0] === ">" ? 1 : 2));
  for (const having of havings) {
    const comparison = [...walk(having)].find((part) =>
      part.kind === "operation" && /^(?:=|<>|[<>]=?)$/.test(part.operator)
    );
    if (comparison?.kind !== "operation") continue;
    const value = comparison.parts.find((part) => part.kind === "value");
    if (value?.kind !== "value" || asked.length === 0) continue;
    const number = Number(value.text);
    const fits = asked.some((one) =>
      (one.number === number && one.signs.includes(comparison.operator)) ||
      (one.signs[0] === ">=" && comparison.operator === ">" && number === one.number - 1) ||
      (one.signs[0] === ">" && comparison.operator === ">=" && number === one.number + 1)
    );
    if (!fits && !/\bboth\b/.test(question.text)) return true;
  }
  const grouped = selects.some(({ group }) => group.length > 0);
  return havings.length === 0 && grouped && asked.length > 0 &&
    !clues.comparisons.some(({ values }) =>
      values.some(({ text }) => asked.some(({ number }) => String(number) === text))
    );
}

/** Whether a grouping key, or what is counted as distinct, is read in the wrong form. */
function misreadKey(clues: Clues): boolean {
  return clues.selects.some((select) => {
    const outputs = new Map(
      select.outputs.flatMap(({ alias, expression }) =>
        alias === null ? [] : [[alias.toLowerCase(), expression] as const]
      ),
    );
    const keys = select.group.map((term) =>
      term.kind === "column" ? outputs.get(term.name.toLowerCase()) ?? term : term
    );
    const counted = aggregatesOf(select).filter(({ distinct }) => distinct).flatMap(({ parts }) =>
      parts
    );
    return [...keys, ...counted].some((term) => isMisread(term, clues, "key"));
  });
}

/** A largest or smallest value over all rows where the question wants one for each of something. */
function ungroupedExtreme(clues: Clues): boolean {
  if (!/\beach\b|\bper\b|\bfor every\b/.test(clues.question.text)) return false;
  return clues.selects.some((select) =>
    [...walk(select.where)].some((part) => {
      if (part.kind !== "operation" || !/^[<>=]/.test(part.operator)) return false;
      return part.parts.some((side) => {
        const inner = side.kind === "query" ? side.query.selects[0] : undefined;
        if (
          inner === undefined || !aggregatesOf(inner).some(({ name }) => /^(?:max|min)$/.test(name))
        ) {
          return false;
        }
        const aliases = inner.sources.map(({ alias }) => alias.toLowerCase());
        const isOuter = [...walk(inner.where)].some((one) =>
          one.kind === "column" && one.qualifier !== null &&
          !aliases.includes(one.qualifier.toLowerCase())
        );
        return !isOuter;
      });
    })
  );
}

/** The rules. */
export const aggregationRules: readonly StructuralRule[] = [
  { id: "ungrouped_extreme", type: "aggregation", applies: ungroupedExtreme },
  { id: "misread_key", type: "aggregation", applies: misreadKey },
  { id: "missing_aggregate", type: "aggregation", applies: missingAggregate },
  { id: "groups_and_outputs", type: "aggregation", applies: wrongGroups },
  { id: "superfluous_groups", type: "aggregation", applies: superfluousGroups },
  {
    id: "missing_groups",
    type: "aggregation",
    applies: (clues) =>
      asksGroups(clues) && clues.top !== null && aggregatesOf(clues.top).length > 0 &&
      clues.top.group.length === 0 && clues.selects.length === 1,
  },
  { id: "distinctness", type: "aggregation", applies: distinctness },
  { id: "wrong_having", type: "aggregation", applies: wrongHaving },
  { id: "wrong_aggregate", type: "aggregation", applies: wrongAggregate },
];
