/**
 * Signs of wrong values in the conditions of a query that runs.
 *
 * @module
 */
import { type Clues, comparesColumns, conditionParts } from "./clues.ts";
import { dateForm, isMisread } from "./misreading.ts";
import { type Expression, walk } from "./query.ts";
import { stemOf, stemsOf } from "./read_question.ts";
import type { StructuralRule } from "./structural_rule.ts";

function nullByComparison({ comparisons }: Clues): boolean {
  return comparisons.some(({ values }) =>
    values.some(({ type, text }) => type === "null" || (type === "text" && text === ""))
  );
}

/** A pattern's sign in a test for equality. */
function patternByEquality({ comparisons }: Clues): boolean {
  return comparisons.some(({ operator, values }) =>
    /^(?:=|in)$/.test(operator) &&
    values.some(({ type, text }) => type === "text" && text.includes("%"))
  );
}

/** Today's date where the question has none. */
function usesNow(clues: Clues): boolean {
  return /'now'|\bcurrent_(?:date|timestamp)\b/i.test(clues.failed.sql) &&
    !/\b(?:today|now|current|currently|at the moment|so far|ago|last \d+)\b/.test(
      clues.question.text,
    );
}

/** A condition that reads a stored value in the wrong form. */
function misreadTest(clues: Clues): boolean {
  const tested = conditionParts(clues).flatMap((part) =>
    part.kind === "operation" && /^(?:=|<>|[<>]=?|in|between|like)$/.test(part.operator)
      ? [part]
      : []
  );
  return tested.some((part) =>
    part.parts.some((side) => isMisread(side, clues, "test") && !comparesColumns(part.parts)) ||
    comparesAsText(part.operator, part.parts, clues)
  );
}

/** DD.MM.YYYY compared by size, or matched from the wrong end. */
function comparesAsText(operator: string, sides: readonly Expression[], clues: Clues): boolean {
  const [column, pattern] = sides;
  if (column?.kind !== "column") return false;
  const form = dateForm(column, clues);
  if (form === null) return false;
  if (form === "day first" && /^(?:[<>]=?|between)$/.test(operator)) return true;
  if (operator !== "like" || pattern?.kind !== "value") return false;
  return form === "day first"
    ? /^\d{4}|^\d{2}\.%|^\d{2}\.\d{2}\.%/.test(pattern.text)
    : /^%|-/.test(pattern.text);
}

/** A text in another letter case than the question's, compared as it stands. */
function otherCase(clues: Clues): boolean {
  const { failed, comparisons } = clues;
  const words = `${failed.question} ${failed.evidence}`;
  return comparisons.some(({ left, operator, values }) => {
    if (operator === "like") return false;
    const folded = [...walk(left)].some((part) =>
      part.kind === "call" && /^(?:lower|upper)$/.test(part.name)
    );
    return values.some(({ type, text }) => {
      if (type !== "text" || !/\p{L}/u.test(text)) return false;
      if (folded) {
        return [...walk(left)].some((part) => part.kind === "call" && part.name === "lower")
          ? text !== text.toLowerCase()
          : text !== text.toUpperCase();
      }
      return !words.includes(text) && words.toLowerCase().includes(text.toLowerCase()) &&
        text === text.toUpperCase() && text.length > 2;
    });
  });
}

/** A literal that neither question nor evidence has. */
function inventedValue(clues: Clues): boolean {
  const { question, comparisons } = clues;
  const all = `${question.text} ${question.evidence}`;
  const numbers = new Set(question.numbers);
  return comparisons.some(({ values, left }) =>
    values.some(({ type, text }) => {
      if (type === "number") {
        const number = Number(text);
        if (left.kind !== "column" && left.kind !== "call") return false;
        return !numbers.has(number) && !numbers.has(number / 100) && !all.includes(text) &&
          !numbers.has(number - 1) && !numbers.has(number + 1);
      }
      if (type !== "text" || text.length < 2) return false;
      if (/^[\d.:%_ -]+$/.test(text)) {
        const digits = text.match(/\d+/g) ?? [];
        return digits.length === 1 && digits[0]!.length === 4 && !all.includes(digits[0]!);
      }
      const flat = (part: string) => part.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
      const stems = stemsOf(text);
      return !flat(all).includes(flat(text)) ||
        // "cats" for "cat": the ending is the question's, not the value's.
        /[^s]s$/.test(text) && stems.length === 1 &&
          !question.evidence.includes(text.toLowerCase()) &&
          question.stems.includes(stemOf(text)) && !question.values.includes(text);
    })
  );
}

/** A number off by one, where the sign does not make up for it. */
function shiftedNumber(clues: Clues): boolean {
  const { question, comparisons } = clues;
  return comparisons.some(({ operator, values, left }) =>
    left.kind === "column" && values.some(({ type, text }) => {
      if (type !== "number") return false;
      const number = Number(text);
      if (question.numbers.includes(number) || question.evidence.includes(text)) return false;
      return operator === "=" &&
        (question.numbers.includes(number - 1) || question.numbers.includes(number + 1));
    })
  );
}

/** All the ways in which a value of the question may stand in a query. */
function standsIn(value: string, sql: string): boolean {
  const flat = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return flat(sql).includes(flat(value));
}

/** A value of the question that the query lacks. */
function forgetsValue(clues: Clues): boolean {
  const { question, failed, tables } = clues;
  const schemaWords = new Set(
    tables.flatMap(({ name, columns }) => [name, ...columns]).flatMap(stemsOf),
  );
  return question.values.some((value) => {
    if (standsIn(value, failed.sql)) return false;
    if (stemsOf(value).every((stem) => schemaWords.has(stem))) return false;
    // A date may be rearranged, a month named.
    if (
      /\d{2}\.\d{4}|^(?:january|february|march|april|may|june|july|august|september|october|november|december|saturday|sunday)/i
        .test(value)
    ) {
      return false;
    }
    return !question.codes.some(({ codes }) =>
      codes.some(({ meaning }) => stemsOf(value).some((stem) => meaning.includes(stem)))
    );
  });
}

/** Numbers of the question that a condition needs: not those of rounding, limits and groups. */
function forgetsNumber(clues: Clues): boolean {
  const { question, failed } = clues;
  const text = question.text.replace(/\b(?:rounded? to|to) \w+ decimals?\b|\bone decimal\b/g, " ")
    .replace(/dd\.mm\.yyyy|\d{2}\.\d{2}\.\d{4}/g, " ");
  const digits = (text.match(/\b\d[\d,]*\b/g) ?? []).map((number) => number.replaceAll(",", ""));
  return digits.some((number) => !failed.sql.replaceAll(/[_,]/g, "").includes(number));
}

/** Rules of values. */
export const valueRules: readonly StructuralRule[] = [
  { id: "null_by_comparison", type: "filter_value", applies: nullByComparison },
  { id: "pattern_by_equality", type: "filter_value", applies: patternByEquality },
  { id: "now", type: "filter_value", applies: usesNow },
  { id: "misread_test", type: "filter_value", applies: misreadTest },
  { id: "other_case", type: "filter_value", applies: otherCase },
  { id: "invented_value", type: "filter_value", applies: inventedValue },
  { id: "shifted_number", type: "filter_value", applies: shiftedNumber },
  { id: "forgets_value", type: "filter_value", applies: forgetsValue },
  { id: "forgets_number", type: "filter_value", applies: forgetsNumber },
];
