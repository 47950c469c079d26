import assert from "node:assert/strict";
import { inlineReflection } from "../../lib/loop/inline_reflection.ts";

const sentence = "The query counts singers instead of bands.";
const query = "```sql\nSELECT count(*) FROM band\n```";
const cases: readonly [what: string, completion: string, reflection: string | null][] = [
  ["a sentence and a block", `${sentence}\n\n${query}`, sentence],
  ["a sentence over lines", `The query counts\n  singers instead of bands.\n${query}`, sentence],
  ["a tilde fence", `${sentence}\n~~~\nSELECT 1\n~~~`, sentence],
  ["an open fence", `${sentence}\n\`\`\`sql\nSELECT count(*)`, sentence],
  ["a statement without a fence", `${sentence}\n\nSELECT count(*) FROM band`, sentence],
  ["a sentence that runs into its query", `${sentence} \`\`\`SELECT 1\`\`\``, sentence],
  ["the first of several sentences", `${sentence} It also lacks a join.\n${query}`, sentence],
  ["the first that reflects", `Sorry about that! ${sentence}\n${query}`, sentence],
  [
    "a sentence without a stop",
    `The join skipped the bridge table\n${query}`,
    "The join skipped the bridge table",
  ],
  [
    "dots inside names and abbreviations",
    `It compares T1.name, e.g. in the filter, with an id. So:\n${query}`,
    "It compares T1.name, e.g. in the filter, with an id.",
  ],
  [
    "letters beyond ASCII",
    `Die Spalte heißt größe, nicht grösse. Also:\n${query}`,
    "Die Spalte heißt größe, nicht grösse.",
  ],
  ["an answer without a query", sentence, sentence],
  [
    "thinking before it",
    `<think>Why is this wrong? Because.</think>${sentence}\n${query}`,
    sentence,
  ],
  ["a sentence in the thinking alone", `<think>${sentence}</think>\n${query}`, null],
  ["a sentence after the query", `${query}\n${sentence}`, null],
  ["a sentence between two queries", `${query}\n${sentence}\n${query}`, null],
  ["a query alone", query, null],
  ["a bare query", "SELECT count(*) FROM band WHERE id IS NOT NULL", null],
  ["what only leads to the query", `Here is a query that answers the question:\n${query}`, null],
  ["too few words", `Wrong table used.\n${query}`, null],
  ["nothing", "", null],
];

for (const [what, completion, reflection] of cases) {
  Deno.test(`inlineReflection: ${what}`, () => {
    assert.equal(inlineReflection(completion), reflection);
  });
}
