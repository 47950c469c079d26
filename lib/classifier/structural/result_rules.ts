/**
 * Signs of a wrong form of the result in a query that runs.
 *
 * @module
 */
import { type Clues, columnIn } from "./clues.ts";
import { isUncalledFor } from "./columns.ts";
import { isMisread } from "./misreading.ts";
import { type Expression, walk } from "./query.ts";
import { numberOf } from "./read_question.ts";
import type { StructuralRule } from "./structural_rule.ts";

const orderWords =
  /\border(?:ed)? by\b|\bsort(?:ed)?\b|\balphabetical|\b(?:first|ascending|descending|in the order)\b|\bties\b/;
const downWords =
  /\b(?:dearest|highest|largest|most|heaviest|longest|greatest|latest|last|newest|biggest|descending|youngest)\b[^,;.]*\bfirst\b|\bdescending\b|\bthe (?:dearest|highest|largest|longest) first\b/;
const upWords =
  /\balphabetical|\bearliest\b[^,;.]*first|\boldest first\b|\bascending\b|\bin the order of the calendar\b/;

const asksOrder = ({ question }: Clues): boolean => orderWords.test(question.text);

function missingOrder(clues: Clues): boolean {
  return clues.query !== null && asksOrder(clues) && clues.query.order.length === 0 &&
    (clues.failed.shape?.rows ?? 0) > 1;
}

function wrongDirection(clues: Clues): boolean {
  const first = clues.query?.order[0];
  if (first === undefined) return false;
  const { text } = clues.question;
  if (downWords.test(text)) return !first.descending;
  const superlative =
    /\b(?:most expensive|heaviest|highest|largest|longest|greatest|latest|last of all|last|most)\b/
      .test(text);
  if (clues.query!.limit !== null && superlative) {
    return !first.descending && !/\boldest|earliest|lowest|smallest\b/.test(text);
  }
  if (upWords.test(text)) return first.descending;
  return first.descending && !superlative;
}

/** Whether ORDER BY starts with another column than "ordered by …" names. */
function wrongOrderTerm(clues: Clues): boolean {
  const first = clues.query?.order[0]?.expression;
  const asked = /\b(?:order(?:ed)?|sort(?:ed)?(?: them)?) by (?:the )?([\w ]+?)(?:[,.;?]|$)/.exec(
    clues.question.text,
  )?.[1];
  if (first === undefined || clues.top === null) return false;
  const column = columnIn(first);
  if (column === null) return false;
  if (clues.top.outputs.some(({ alias }) => alias?.toLowerCase() === column.name.toLowerCase())) {
    return false;
  }
  if (asked !== undefined) {
    const last = column.name.toLowerCase().split(/[_ ]/);
    return !last.some((part) => asked.includes(part)) && !asked.includes("code") &&
      !(column.name === "id" || /_id$/.test(column.name) && /\bid\b/.test(asked));
  }
  return /\balphabetical/.test(clues.question.text) && !/name|title|code/.test(column.name) ||
    isUncalledFor(column, clues);
}

/** Ties that the question wants broken. */
function unbrokenTies(clues: Clues): boolean {
  return /\b(?:equal|ties|on a tie|same)\b/.test(clues.question.text) && clues.query !== null &&
    clues.query.order.length === 1;
}

function wrongLimit(clues: Clues): boolean {
  if (clues.query === null) return false;
  const { text } = clues.question;
  const match =
    /\b(?:the|which|who are the|what are the) (two|three|four|five|six|seven|eight|nine|ten|\d+) (?:\w+ )?(?:\w+)/
      .exec(text);
  const counted = match === null ? null : numberOf(match[1]!);
  const one = /\b(?:last of all|take the one|the most\b.*\bon a tie|when did .* last)\b/.test(text);
  const wanted = counted !== null && counted > 0 && counted < 20 ? counted : one ? 1 : null;
  const { limit } = clues.query;
  if (limit === null) return wanted !== null && (clues.failed.shape?.rows ?? 0) > wanted;
  if (wanted !== null) return limit !== wanted;
  const superlative =
    /\b(?:highest|largest|longest|most|latest|last|oldest|heaviest|lowest|smallest|earliest)\b/
      .test(text.replace(/[^,.?]*\bfirst\b/g, " "));
  return !superlative || limit > 1;
}

/** Literal factors and divisors of the outputs. */
function factorsOf(clues: Clues): readonly { readonly sign: string; readonly text: string }[] {
  const parts = clues.selects.flatMap(({ outputs }) =>
    outputs.flatMap(({ expression }) => [...walk(expression)])
  );
  return parts.flatMap((part: Expression) => {
    if (part.kind !== "operation" || !/^[*/]$/.test(part.operator)) return [];
    return part.parts.flatMap((side) =>
      side.kind === "value" && side.type === "number"
        ? [{ sign: part.operator, text: side.text }]
        : []
    );
  });
}

function wrongUnit(clues: Clues): boolean {
  const { question } = clues;
  const wants = /\beuros?\b/.test(question.text) &&
    /\bcents?\b/.test(`${question.evidence} ${clues.failed.schema}`);
  const factors = factorsOf(clues);
  const hundreds = factors.filter(({ sign, text }) =>
    sign === "/" && Number(text) === 100 || sign === "*" && Number(text) === 0.01
  );
  if (!wants) return hundreds.length > 0 && !/\beuros?\b|per ?cent/.test(question.text);
  const amounts = clues.selects.some(({ outputs }) =>
    outputs.some(({ expression }) =>
      [...walk(expression)].some((part) =>
        part.kind === "column" &&
        /price|total|fee|fare|fine|cost|money|labour|discount|amount/i.test(part.name)
      )
    )
  );
  return amounts && hundreds.length !== 1;
}

function wrongRounding(clues: Clues): boolean {
  const wanted = /\bround(?:ed)? to (\d|one|two) decimals?\b/.exec(clues.question.text)?.[1];
  const rounds = clues.selects.flatMap(({ outputs }) =>
    outputs.flatMap(({ expression }) => [...walk(expression)])
  ).flatMap((part) => part.kind === "call" && part.name === "round" ? [part] : []);
  if (wanted === undefined) return rounds.length > 0;
  const digits = String(numberOf(wanted));
  if (rounds.length === 0) return true;
  if (rounds.some(({ parts }) => parts[1]?.kind !== "value" || parts[1].text !== digits)) {
    return true;
  }
  return factorsOf(clues).some(({ sign, text }) => sign === "/" && text === "100");
}

/** Output terms that the question lists after "return", "give" or "show"; null where it lists none. */
function askedOutputs({ question }: Clues): number | null {
  if (/^how many\b(?!.*\b(?:give|return|for each|per)\b)/.test(question.text)) return 1;
  const list =
    /\b(?:return|give|show|list)(?: each| the| only countries .*?, as)?\s+([^.;?]*?)(?:,? (?:ordered|sorted|the (?:highest|largest|most|longest|dearest|oldest|earliest)|highest|largest|most|earliest|for the|in (?:the )?alphabetical|, rounded)\b|[.;?]|$)/
      .exec(question.text)?.[1];
  if (list === undefined) return null;
  return list.split(/,\s*(?:and |then )?| and (?:the |its |their |that |how )?/)
    .filter((term) => term.trim() !== "" && !/round|equal|as stored/.test(term)).length;
}

function wrongWidth(clues: Clues): boolean {
  const asked = askedOutputs(clues), width = clues.failed.shape?.columns;
  if (asked === null || width === undefined || clues.top === null) return false;
  return width !== asked;
}

/** An output that nothing asks for. */
function uncalledOutput(clues: Clues): boolean {
  const { top } = clues;
  if (top === null || top.outputs.length < 2) return false;
  return top.outputs.some(({ expression }) => {
    const column = expression.kind === "column" ? expression : null;
    return column !== null && isUncalledFor(column, clues);
  });
}

function misreadOrder(clues: Clues): boolean {
  const terms = clues.query?.order.map(({ expression }) => expression) ?? [];
  return terms.some((term) => isMisread(term, clues, "sort")) ||
    clues.selects.some(({ outputs }) =>
      outputs.some(({ expression }) =>
        [...walk(expression)].some((part) =>
          part.kind === "call" && /^(?:max|min)$/.test(part.name) &&
          part.parts.some((inner) => isMisread(inner, clues, "sort"))
        )
      )
    );
}

/** The rules. */
export const resultRules: readonly StructuralRule[] = [
  {
    id: "rows_twice",
    type: "result_mismatch",
    applies: ({ query }) => query?.setOperator === "union all",
  },
  { id: "misread_order", type: "result_mismatch", applies: misreadOrder },
  { id: "wrong_unit", type: "result_mismatch", applies: wrongUnit },
  { id: "wrong_limit", type: "result_mismatch", applies: wrongLimit },
  { id: "missing_order", type: "result_mismatch", applies: missingOrder },
  { id: "wrong_direction", type: "result_mismatch", applies: wrongDirection },
  { id: "wrong_rounding", type: "result_mismatch", applies: wrongRounding },
  { id: "wrong_order_term", type: "result_mismatch", applies: wrongOrderTerm },
  { id: "uncalled_output", type: "result_mismatch", applies: uncalledOutput },
  { id: "wrong_width", type: "result_mismatch", applies: wrongWidth },
  { id: "unbroken_ties", type: "result_mismatch", applies: unbrokenTies },
];
