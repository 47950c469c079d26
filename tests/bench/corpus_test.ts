import assert from "node:assert/strict";
import { makeEntryText, makeQueryText, makeQuestion, makeVector } from "../../bench/corpus.ts";
import { createRandom } from "../../lib/random.ts";
import { tokenize } from "../../lib/scorer/tokenize.ts";

Deno.test("makeEntryText: splitting at blanks gives the kit's terms, so that both sides index the same", () => {
  const random = createRandom("corpus");
  for (let i = 0; i < 300; i++) {
    for (const text of [makeEntryText(random), makeQueryText(random)]) {
      assert.deepEqual(tokenize(text), text.split(" "));
    }
  }
});

Deno.test("makeEntryText: equal seeds give equal texts, few of them alike", () => {
  const make = () => {
    const random = createRandom(7);
    return Array.from({ length: 200 }, () => makeEntryText(random));
  };
  assert.deepEqual(make(), make());
  assert.ok(new Set(make()).size > 195);
});

Deno.test("makeVector: has length 1", () => {
  const vector = makeVector(createRandom(1), 384);
  assert.equal(vector.length, 384);
  assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-6);
});

Deno.test("makeQuestion: another text for every number", () => {
  const texts = Array.from({ length: 1000 }, (_, i) => makeQuestion(i));
  assert.equal(new Set(texts).size, 1000);
  assert.ok(texts.every((text) => text.length > 10));
});
