/**
 * Seeded inputs for the rows: entries and queries whose words are spread as those of real ones are.
 *
 * @module
 */
import questions from "../data/bundled/dev.json" with { type: "json" };
import type { Random } from "../lib/random.ts";
import { tokenize } from "../lib/scorer/tokenize.ts";

/** Words that stand for the names and values of a schema that the bundled questions do not have. */
const vocabulary = 20_000;
const replaced = 0.4;

/** Words that splitting at blanks and the kit's tokeniser cut alike. */
function plainWords(text: string): string[] {
  return tokenize(text).filter((term) => /^[a-z0-9]+$/.test(term));
}

const sources = questions.map(({ question, query }) => ({
  question: plainWords(question),
  sql: plainWords(query),
}));

/** Some words exchanged for others, of which few are common and most are rare. */
function vary(words: readonly string[], random: Random): string[] {
  return words.map((word) =>
    random.next() < replaced ? `w${Math.floor(vocabulary ** random.next())}` : word
  );
}

/** A question, a failing query and the mended one, as a repair entry's text has them. */
export function makeEntryText(random: Random): string {
  const { question, sql } = random.pick(sources);
  const after = vary(sql, random);
  return [...vary(question, random), ...vary(after, random), ...after].join(" ");
}

/** A question, a failing query and a message, as a retrieval's query has them. */
export function makeQueryText(random: Random): string {
  const { question, sql } = random.pick(sources);
  return [
    ...vary(question, random),
    ...vary(sql, random),
    ...vary(["no", "such", "column"], random),
  ]
    .join(" ");
}

/** A vector of length 1 in no particular direction. */
export function makeVector(random: Random, dimensions: number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => random.next() - 0.5);
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

/** A question in words, another one for every number. */
export function makeQuestion(number: number): string {
  const { question } = questions[number % questions.length]!;
  return number < questions.length ? question : `${question} (variant ${number})`;
}
