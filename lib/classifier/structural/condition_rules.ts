/**
 * Signs of wrong signs, NULL tests and negations in a query that runs.
 *
 * @module
 */
import { type Clues, comparesColumns, conditionParts, nameStems } from "./clues.ts";
import { walk } from "./query.ts";
import type { StructuralRule } from "./structural_rule.ts";

const comparatives: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /\b(?:more|longer|larger|greater|later|higher|heavier) than (\d[\d,]*|\w+)|\b(?:above|over) (?:a \w+ \w+ of )?(\d[\d,]*)/g,
    [">"],
  ],
  [/\bat least (\d[\d,]*)|\b(\d[\d:,]*) or (?:later|more)\b/g, [">="]],
  [/\b(?:fewer|less|shorter|smaller) than (\d[\d,]*)|\bbefore (?:the year )?(\d+)/g, ["<"]],
  [/\bat most (\d[\d,]*)/g, ["<="]],
];

/** A number compared by another sign than the question's words. */
function otherSign(clues: Clues): boolean {
  for (const [pattern, signs] of comparatives) {
    for (const match of clues.question.text.matchAll(pattern)) {
      const number = (match[1] ?? match[2] ?? "").replaceAll(",", "");
      if (number === "" || !/\d/.test(number)) continue;
      const used = clues.comparisons.filter(({ values }) =>
        values.some(({ text }) =>
          text === number || Number(text) === Number(number) * 100 && Number(number) > 0
        )
      );
      if (used.length > 0 && used.every(({ operator }) => !signs.includes(operator))) return true;
    }
  }
  return false;
}

/** A code or a text compared by size or by difference although the question wants equality. */
function notEqual(clues: Clues): boolean {
  return clues.comparisons.some(({ operator, values, column, left }) => {
    if (!/^(?:<>|[<>]=?)$/.test(operator)) return false;
    const [value] = values;
    if (value === undefined) return false;
    const isCode = clues.question.codes.some(({ codes }) =>
      codes.some(({ code }) => code === value.text)
    );
    if (
      isCode &&
      nameStems(column.name).some((stem) =>
        /status|kind|role|plan|type|result|direction|reason|sex/.test(stem)
      )
    ) return true;
    if (value.type === "text" && /^\p{L}/u.test(value.text)) {
      return !negativeWords.test(clues.question.text.replace(/\bor not\b/g, " "));
    }
    const isYear = left.kind === "call" && /^\d{4}$/.test(value.text);
    return (isYear || /(?:^|_)id$/.test(column.name)) &&
      !/\b(?:after|before|since|until|later|earlier|from|more|than)\b/.test(clues.question.text);
  });
}

function strayOr(clues: Clues): boolean {
  const ors = conditionParts(clues).filter((part) =>
    part.kind === "operation" && part.operator === "or"
  );
  return ors.length > 0 &&
    !/\bor\b/.test(
      clues.question.text.replace(/or more|or later|or not|dead or alive|or NULL/gi, " "),
    );
}

/** NULL spoken of, and no test for it. */
function forgetsNullTest(clues: Clues): boolean {
  const { question, selects } = clues;
  const tests = selects.some(({ where, having, sources }) =>
    [where, having, ...sources.map(({ on }) => on)].some((condition) =>
      [...walk(condition)].some((part) => part.kind === "operation" && part.operator === "is null")
    )
  );
  if (tests || clues.query === null) return false;
  if (/\(null\)/.test(question.text)) return true;
  const told = /(\w+)\.(\w+) is null where/.exec(question.evidence);
  return told !== null && !clues.failed.sql.toLowerCase().includes(told[2]!);
}

const negativeWords =
  /\b(?:no|not|never|without|nobody|none|unknown|although|except|leave out|neither|outside|missing|other than|isn't|are still|living)\b/;

/** NOT or IS NULL without a word for it, or the word without either. */
function negation(clues: Clues): boolean {
  const { question, query } = clues;
  if (query === null) return false;
  const parts = conditionParts(clues);
  const negates = parts.some((part) =>
    part.kind === "operation" &&
    (part.negated && part.operator !== "is null" || part.operator === "not" ||
      part.operator === "<>" ||
      part.operator === "is null" && !part.negated)
  ) || /^except/.test(query.setOperator) ||
    clues.selects.some(({ sources }) => sources.some(({ join }) => join === "outer"));
  const text = question.text.replace(
    /\bnot (?:count|necessarily|matter)\b|does not matter|leave out[^.;]*|with(?:out)? outer spaces|without outer spaces|do not count|no longer/g,
    " ",
  );
  const positive = parts.some((part) =>
    part.kind === "operation" && part.operator === "is null" && part.negated
  );
  if (/\b(?:no|never|nobody|without)\b/.test(text)) {
    return !negates && !positive &&
      !question.codes.some(({ codes }) => codes.some(({ meaning }) => meaning.includes("show")));
  }
  return negates && !negativeWords.test(question.text.replace(/\bor not\b/g, " ")) &&
    !parts.some((part) =>
      part.kind === "operation" && part.operator === "<>" && comparesColumns(part.parts)
    );
}

/** A positive NULL test where the question asks for the opposite. */
function turnedNullTest(clues: Clues): boolean {
  const parts = conditionParts(clues);
  const text = clues.question.text;
  const isNull = parts.some((part) =>
    part.kind === "operation" && part.operator === "is null" && !part.negated
  );
  const isNotNull = parts.some((part) =>
    part.kind === "operation" && part.operator === "is null" && part.negated
  );
  if (isNull && !isNotNull) {
    return !negativeWords.test(text) || /\bleave out\b|\bwhose .* is known\b/.test(text);
  }
  return isNotNull && !isNull &&
    /\bhave no\b|\bhas no\b|\bhave never had\b|\bno date\b/.test(text) &&
    !/leave out|without/.test(text);
}

/** The same column asked to be two things at once, or a condition that holds nothing. */
function emptyTest({ failed }: Clues): boolean {
  return failed.shape?.rows === 0;
}

/** Rules of conditions. */
export const conditionRules: readonly StructuralRule[] = [
  { id: "stray_or", type: "filter_value", applies: strayOr },
  { id: "other_sign", type: "filter_value", applies: otherSign },
  { id: "not_equal", type: "filter_value", applies: notEqual },
  { id: "forgets_null_test", type: "filter_value", applies: forgetsNullTest },
  { id: "turned_null_test", type: "filter_value", applies: turnedNullTest },
  { id: "negation", type: "filter_value", applies: negation },
  { id: "no_rows", type: "filter_value", applies: emptyTest },
];
