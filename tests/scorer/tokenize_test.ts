import assert from "node:assert/strict";
import { createRandom } from "../../lib/random.ts";
import { tokenize } from "../../lib/scorer/tokenize.ts";

Deno.test("tokenize: compounds give themselves, then their parts", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["stadium_id", "stadium_id stadium id"],
    ["stadiumId", "stadiumid stadium id"],
    ["StadiumID", "stadiumid stadium id"],
    ["HTTPServer2Port", "httpserver2port http server2 port"],
    ["Singer_inConcert", "singer_inconcert singer in concert"],
    ["_name_", "_name_ name"],
    ["T1", "t1"],
    ["SELECT", "select"],
    ["2014", "2014"],
    ["Écoles_dÉtat", "écoles_détat écoles d état"],
  ];
  for (const [text, terms] of cases) assert.equal(tokenize(text).join(" "), terms);
});

Deno.test("tokenize: SQL punctuation separates and is dropped", () => {
  assert.deepEqual(
    tokenize("SELECT count(*), T1.name FROM `singer` AS T1 WHERE age>=20 AND x <> 'New York';"),
    "select count t1 name from singer as t1 where age 20 and x new york".split(" "),
  );
});

Deno.test("tokenize: G5-09, letters, numbers and marks of any script", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["东京 singers", "东京 singers"],
    ["東京", "東京"],
    ["café", "café"],
    ["Łódź", "łódź"],
    ["हिन्दी", "हिन्दी"],
    ["ΑΘΗΝΑ", "αθηνα"],
    ["١٢٣", "١٢٣"],
  ];
  for (const [text, terms] of cases) assert.equal(tokenize(text).join(" "), terms);
});

Deno.test("tokenize: composed and decomposed spellings are one term", () => {
  assert.deepEqual(tokenize("cafe\u0301"), tokenize("caf\u00e9"));
});

Deno.test("tokenize: nothing but separators gives nothing", () => {
  for (const text of ["", "  \n", "(*);", "_ __", "\u0301", "🎤"]) {
    assert.deepEqual(tokenize(text), []);
  }
});

Deno.test("tokenize: terms repeat as often as they appear", () => {
  assert.deepEqual(tokenize("age AGE Age"), ["age", "age", "age"]);
});

Deno.test("tokenize: long hostile texts take no long time", () => {
  const start = performance.now();
  for (const piece of ["_", "\u0301", "A\u0301", "aB", "A", "x_"]) tokenize(piece.repeat(200_000));
  assert.ok(performance.now() - start < 3_000);
});

Deno.test("tokenize: ASCII is cut as the same text in letters of other scripts", () => {
  const random = createRandom("ascii words");
  const ascii = [..."abzABZ019"], others = [..."αβζΑΒΖ٠١٩"], separators = [..."__ .,'\"\n-"];
  for (let round = 0; round < 3000; round++) {
    const text = Array.from(
      { length: random.integer(0, 24) },
      () => random.pick([...ascii, ...separators]),
    );
    const other = text.map((character) => others[ascii.indexOf(character)] ?? character);
    const back = tokenize(other.join("")).map((term) =>
      [...term].map((character) => ascii[others.indexOf(character)] ?? character).join("")
    );
    assert.deepEqual(tokenize(text.join("")), back, JSON.stringify(text.join("")));
  }
});
