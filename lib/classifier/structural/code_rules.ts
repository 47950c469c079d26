/**
 * Signs of wrong codes in the conditions of a query that runs.
 *
 * @module
 */
import { type Clues, columnIn, conditionParts, conditionsOf, nameStems } from "./clues.ts";
import { walk } from "./query.ts";
import { stemsOf } from "./read_question.ts";
import type { StructuralRule } from "./structural_rule.ts";

const everyCode =
  /\bwhatever\b|\bevery (?:\w+ )?status\b|\bcancelled or not\b|\bdead or alive\b|\ball count\b/;

/** What questions say for the words of codes. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  done: ["completed", "finished"],
  cancelled: ["canceled"],
};

const base = (stem: string): string => stem.replace(/(?:ped|ted|led|ed|ing|d)$/, "").slice(0, 6);
const sounds = (a: string, b: string): boolean =>
  a === b || (a.length > 3 && b.length > 3 && base(a) === base(b) && base(a).length > 2);

/** Codes whose meaning the question speaks of, by list. */
function askedCodes({ question }: Clues) {
  const listed = question.stems;
  return question.codes.map(({ column, codes }) => ({
    column,
    codes,
    asked: codes.filter(({ meaning, code }) =>
      meaning.filter((stem) =>
        codes.every((other) => other.code === code || !other.meaning.includes(stem))
      )
        .some((stem) =>
          listed.some((word) => sounds(stem, word) || synonyms[stem]?.includes(word))
        ) ||
      new RegExp(
        `\\b(?:status|role|code|kind) (?:code )?'?${RegExp.escape(code.toLowerCase())}'?(?!\\w)`,
      ).test(
        question.text,
      )
    ),
  }));
}

/** Whether the question has a value as it stands. */
function isNamed(text: string, { failed }: Clues): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(text)}(?![\\p{L}\\p{N}])`, "u")
    .test(failed.question.replace(/\bA\b(?= [a-z])|^\w/g, " "));
}

/** A code's meaning where its code belongs. */
function meaningForCode({ comparisons, question }: Clues): boolean {
  return comparisons.some(({ values }) =>
    values.some(({ type, text }) => {
      if (type !== "text") return false;
      const stems = stemsOf(text);
      return question.codes.some(({ codes }) =>
        !codes.some(({ code }) => code.toLowerCase() === text.toLowerCase()) &&
        codes.some(({ meaning }) =>
          stems.length > 0 && stems.every((stem) => meaning.includes(stem))
        )
      );
    })
  );
}

/** A code other than the one whose meaning the question speaks of. */
function otherCode(clues: Clues): boolean {
  return askedCodes(clues).some(({ codes, asked, column }) =>
    clues.comparisons.some(({ values, column: tested, operator, negated }) => {
      const used = codes.filter(({ code }) => values.some(({ text }) => text === code));
      if (used.length === 0 || !nameStems(tested.name).some((stem) => column.includes(stem))) {
        return false;
      }
      if (asked.length > 0 && !used.some((code) => asked.includes(code))) {
        return operator === "=" || operator === "in";
      }
      return asked.length > 0 && (negated || operator === "<>");
    })
  );
}

/** A condition on codes that the question leaves open. */
function narrowsOpen(clues: Clues): boolean {
  if (!everyCode.test(clues.question.text)) return false;
  return clues.comparisons.some(({ column }) =>
    /^(?:status|kind|state|type|role)$/.test(column.name.toLowerCase()) &&
    !askedCodes(clues).some(({ asked }) => asked.length > 0) &&
    !clues.comparisons.some(({ values }) => values.some(({ text }) => isNamed(text, clues)))
  );
}

/** A condition on a column of codes that neither question nor evidence speaks of. */
function uncalledCondition(clues: Clues): boolean {
  const { question, top } = clues;
  if (top === null) return false;
  return conditionsOf(top).some((condition) => {
    const column = columnIn(condition);
    if (column === null || condition.kind !== "operation" || condition.operator !== "=") {
      return false;
    }
    const value = condition.parts.find((part) => part.kind === "value");
    if (
      value?.kind !== "value" || !/^(?:status|kind|plan|role|type)$/.test(column.name.toLowerCase())
    ) return false;
    const listed = question.codes.some(({ codes, column: words }) =>
      nameStems(column.name).some((stem) => words.includes(stem)) &&
      codes.some(({ code }) => code === value.text)
    );
    return !listed && !isNamed(value.text, clues);
  });
}

/** A code that the question asks for and no condition has. */
function forgetsCode(clues: Clues): boolean {
  if (clues.query === null) return false;
  const literals = new Set(
    conditionParts(clues).flatMap((part) => part.kind === "value" ? [part.text] : []),
  );
  const having = clues.selects.flatMap(({ having }) => [...walk(having)])
    .flatMap((part) => part.kind === "value" ? [part.text] : []);
  return askedCodes(clues).some(({ asked, codes }) =>
    asked.length > 0 && asked.length < codes.length &&
    !codes.some(({ code }) => literals.has(code) || having.includes(code)) &&
    !everyCode.test(clues.question.text)
  );
}

/** Rules of codes. */
export const codeRules: readonly StructuralRule[] = [
  { id: "meaning_for_code", type: "filter_value", applies: meaningForCode },
  { id: "other_code", type: "filter_value", applies: otherCode },
  { id: "narrows_open", type: "filter_value", applies: narrowsOpen },
  { id: "uncalled_condition", type: "filter_value", applies: uncalledCondition },
  { id: "forgets_code", type: "filter_value", applies: forgetsCode },
];
