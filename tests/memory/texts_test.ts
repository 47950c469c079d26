import assert from "node:assert/strict";
import { exampleAttempt } from "../../lib/loop/examples.ts";
import { exampleEntry, exampleTask } from "../../lib/memory/examples.ts";
import { maskQuestion, repairEntryText, repairQueryText } from "../../lib/memory/texts.ts";

Deno.test("repairQueryText: question, failing query, DBMS text", () => {
  assert.equal(
    repairQueryText(exampleTask, exampleAttempt),
    "How many singers are older than 30?\nSELECT nme FROM singer\nno such column: nme",
  );
});

Deno.test("repairQueryText: leaves out what an attempt lacks", () => {
  const observation = { ...exampleAttempt.observation, message: "" };
  assert.equal(
    repairQueryText(exampleTask, { ...exampleAttempt, sql: "", observation }),
    exampleTask.question,
  );
});

Deno.test("repairEntryText: question, query before, query after", () => {
  const { question, sqlBefore, sqlAfter } = exampleEntry;
  assert.equal(repairEntryText(exampleEntry), `${question}\n${sqlBefore}\n${sqlAfter}`);
});

const masked: readonly [what: string, question: string, expected: string][] = [
  ["nothing of the schema", "Which one wins?", "Which one wins?"],
  ["names in any case", "NAME of each Singer", "<mask> of each <mask>"],
  ["plurals", "List the names of all singers.", "List the <mask> of all <mask>."],
  ["parts of names", "first and last", "<mask> and <mask>"],
  ["numbers", "older than 30, below 1,200.5", "older than <value>, below <value>"],
  ["quoted values", `called 'Ann Lee' or "Bob"`, "called <value> or <value>"],
  [
    "possessives",
    "The singer's age and the band's name",
    "The <mask>'s <mask> and the band's <mask>",
  ],
  ["a value with an apostrophe", "called 'O'Brien' it", "called <value> it"],
  ["plural possessives", "singers' names, bands' songs", "<mask>' <mask>, bands' songs"],
  ["a value after a possessive", "the band's 'A' song", "the band's <value> song"],
  ["no words of types", "the date of the text", "the date of the text"],
];
const schema = "CREATE TABLE singer (name TEXT, age INTEGER, born DATE, first_last TEXT);";

for (const [what, question, expected] of masked) {
  Deno.test(`maskQuestion: ${what}`, () => assert.equal(maskQuestion(question, schema), expected));
}
