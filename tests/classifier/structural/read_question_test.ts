import assert from "node:assert/strict";
import {
  numberOf,
  readQuestion,
  stemOf,
} from "../../../lib/classifier/structural/read_question.ts";

Deno.test("stemOf: plural endings", () => {
  const pairs = { Cities: "city", boxes: "box", Dogs: "dog", class: "class", status: "status" };
  for (const [word, stem] of Object.entries(pairs)) assert.equal(stemOf(word), stem);
});

Deno.test("numberOf: words and digits", () => {
  assert.deepEqual(["seven", "twice", "12", "many"].map(numberOf), [7, 2, 12, NaN]);
});

Deno.test("readQuestion: numbers with commas and in words, values in quotes and capitals", () => {
  const read = readQuestion(
    "Which five of Dr. Jonas Peer's visits cost more than 10,000 euros in 'Old Town'? I ask for Enns.",
    "",
  );
  assert.deepEqual(read.numbers, [10000, 5]);
  assert.deepEqual(read.values, ["Old Town", "Dr. Jonas Peer", "Enns"]);
});

Deno.test("readQuestion: codes in the forms that evidence has", () => {
  const evidence = "Visit status: 'D' = done, 'X' = cancelled. Dates are text. " +
    '"port call".status is 1 for expected, 9 for cancelled; fee is in cents';
  assert.deepEqual(readQuestion("", evidence).codes, [
    {
      column: ["visit", "status"],
      codes: [{ code: "D", meaning: ["done"] }, { code: "X", meaning: ["cancelled"] }],
    },
    {
      column: ["port", "call", "status"],
      codes: [{ code: "1", meaning: ["expected"] }, { code: "9", meaning: ["cancelled"] }],
    },
  ]);
});

Deno.test("readQuestion: a single code is no list", () => {
  assert.deepEqual(readQuestion("", "status is 'A' for active").codes, []);
});
