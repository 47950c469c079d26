import assert from "node:assert/strict";
import { canonicalJson } from "../../lib/llm/canonical_json.ts";
import { createRandom, type Random } from "../../lib/random.ts";

/** A random value of JSON, and the same value with its keys in another order. */
function drawPair(random: Random, depth: number): readonly [unknown, unknown] {
  const kind = random.integer(0, depth > 0 ? 5 : 3);
  if (kind < 4) {
    const leaf = [null, random.next() < 0.5, random.next() * 1e9, `é"\\\n${random.next()}`][kind];
    return [leaf, leaf];
  }
  const items = Array.from({ length: random.integer(0, 4) }, () => drawPair(random, depth - 1));
  if (kind === 4) return [items.map(([one]) => one), items.map(([, other]) => other)];
  const fields = items.map((item, i) => [`key ${i}`, item] as const);
  return [
    Object.fromEntries(fields.map(([key, [one]]) => [key, one])),
    Object.fromEntries(random.shuffle(fields).map(([key, [, other]]) => [key, other])),
  ];
}

Deno.test("canonicalJson: is JSON of the same value, whatever the order of keys", () => {
  const random = createRandom("canonical JSON");
  for (let i = 0; i < 300; i++) {
    const [one, other] = drawPair(random, 3);
    assert.equal(canonicalJson(one), canonicalJson(other));
    assert.deepEqual(JSON.parse(canonicalJson(one)), one);
  }
});

Deno.test("canonicalJson: undefined is as absent, and differs from 0 and null", () => {
  const texts = [{ a: undefined }, { a: 0 }, { a: null }, { a: "" }].map(canonicalJson);
  assert.deepEqual(texts, ["{}", '{"a":0}', '{"a":null}', '{"a":""}']);
  assert.equal(canonicalJson({}), "{}");
  assert.equal(canonicalJson(-0), canonicalJson(0));
});

Deno.test("canonicalJson: what JSON cannot write is a TypeError", () => {
  for (const value of [NaN, Infinity, undefined, [undefined], { a: NaN }, 1n, () => 1]) {
    assert.throws(() => canonicalJson(value), TypeError);
  }
});
