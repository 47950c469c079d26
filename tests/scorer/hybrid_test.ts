import assert from "node:assert/strict";
import { createRandom } from "../../lib/random.ts";
import { createBM25Index } from "../../lib/scorer/bm25.ts";
import { createDenseIndex } from "../../lib/scorer/dense.ts";
import { scoreHybrid } from "../../lib/scorer/hybrid.ts";

interface Entry {
  readonly id: string;
  readonly text: string;
  readonly vector: readonly [number, number];
}

function indexEntries(entries: readonly Entry[]) {
  const lexical = createBM25Index(), dense = createDenseIndex(2);
  for (const { id, text, vector } of entries) {
    lexical.add(id, text);
    dense.add(id, Float32Array.from(vector));
  }
  return { lexical, dense };
}

const east: readonly [number, number] = [1, 0];
const north: readonly [number, number] = [0, 1];
const west: readonly [number, number] = [-1, 0];
const query = { text: "windy city", vector: Float32Array.of(1, 0) };
const ids = (scores: readonly { readonly id: string }[]) => scores.map(({ id }) => id);

Deno.test("scoreHybrid: weighs both sources and keeps the breakdown", () => {
  const indexes = indexEntries([
    { id: "a", text: "windy", vector: east },
    { id: "b", text: "windy city", vector: north },
    { id: "c", text: "sunny", vector: east },
    { id: "d", text: "sunny", vector: west },
  ]);
  const raw = indexes.lexical.score(query.text);
  const ratio = raw.get("a") / raw.get("b");
  assert.deepEqual(scoreHybrid({ ...indexes, query, candidates: ["a", "b", "c", "d"] }), [
    { id: "a", dense: 1, lexical: ratio, lexicalRaw: raw.get("a"), total: 0.75 + 0.25 * ratio },
    { id: "c", dense: 1, lexical: 0, lexicalRaw: 0, total: 0.75 },
    { id: "b", dense: 0, lexical: 1, lexicalRaw: raw.get("b"), total: 0.25 },
  ]);
});

Deno.test("scoreHybrid: BM25's statistics are over the pool, its maximum over the candidates", () => {
  const entries: readonly Entry[] = [
    { id: "best", text: "windy city", vector: north },
    { id: "a", text: "windy harbour town", vector: north },
    { id: "b", text: "city", vector: north },
    { id: "outside", text: "windy windy city city", vector: north },
  ];
  const indexes = indexEntries(entries);
  const pool = ["best", "a", "b"], candidates = ["a", "b"];
  const alone = indexEntries(entries.filter(({ id }) => pool.includes(id))).lexical;
  const raw = alone.score(query.text);
  const scores = scoreHybrid({ ...indexes, query, pool, candidates });
  assert.deepEqual(ids(scores), ["b", "a"]);
  for (const { id, lexicalRaw } of scores) assert.equal(lexicalRaw, raw.get(id));
  assert.equal(scores[0]!.lexical, 1);
  assert.equal(scores[1]!.lexical, raw.get("a") / raw.get("b"));
});

Deno.test("scoreHybrid: a weight of 0 switches a source off", () => {
  const indexes = indexEntries([
    { id: "dense", text: "sunny", vector: east },
    { id: "lexical", text: "windy", vector: north },
  ]);
  const candidates = ["dense", "lexical"];
  const rank = (dense: number, lexical: number) =>
    ids(scoreHybrid({ ...indexes, query, candidates, weights: { dense, lexical } }));
  assert.deepEqual(rank(1, 0), ["dense"]);
  assert.deepEqual(rank(0, 1), ["lexical"]);
});

Deno.test("scoreHybrid: ties are ordered by id, whatever the order of candidates", () => {
  const names = ["10", "9", "b", "B", "a"];
  const indexes = indexEntries(names.map((id) => ({ id, text: "windy", vector: east })));
  for (const candidates of [names, names.toReversed()]) {
    assert.deepEqual(ids(scoreHybrid({ ...indexes, query, candidates })), names.toSorted());
  }
});

Deno.test("scoreHybrid: G5-04, what shares nothing is left out and a large limit is no error", () => {
  const entries = ["a", "b", "c", "d", "e"].map((id): Entry => ({
    id,
    text: id === "c" ? "windy" : "sunny",
    vector: id === "a" ? west : north,
  }));
  const indexes = indexEntries(entries), candidates = ids(entries);
  assert.deepEqual(ids(scoreHybrid({ ...indexes, query, candidates, limit: 3 })), ["c"]);
  assert.deepEqual(ids(scoreHybrid({ ...indexes, query, candidates, limit: 99 })), ["c"]);
  assert.deepEqual(scoreHybrid({ ...indexes, query, candidates, limit: 0 }), []);
  assert.deepEqual(scoreHybrid({ ...indexes, query, candidates: [] }), []);
  assert.deepEqual(scoreHybrid({ ...indexEntries([]), query, candidates: [] }), []);
});

Deno.test("scoreHybrid: G5-05, sorted also when fewer match than are asked for", () => {
  const indexes = indexEntries([
    { id: "A", text: "windy and a lot of other words that say nothing", vector: north },
    { id: "B", text: "windy windy city", vector: north },
    { id: "C", text: "windy city and other words", vector: north },
    { id: "D", text: "sunny", vector: north },
  ]);
  const scores = scoreHybrid({ ...indexes, query, candidates: ["A", "B", "C", "D"], limit: 4 });
  assert.deepEqual(ids(scores), ["B", "C", "A"]);
});

Deno.test("scoreHybrid: G5-07, a source that says the same of all does not reorder the other", () => {
  const entry = (id: string, text: string, vector: Entry["vector"]): Entry => ({
    id,
    text,
    vector,
  });
  const same = indexEntries([
    entry("near", "windy", [1, 0]),
    entry("mid", "windy", [1, 1]),
    entry("far", "windy", [1, 3]),
  ]);
  const candidates = ["far", "mid", "near"];
  assert.deepEqual(ids(scoreHybrid({ ...same, query, candidates })), ["near", "mid", "far"]);
  const silent = { text: "nothing of this", vector: query.vector };
  const scores = scoreHybrid({ ...same, query: silent, candidates });
  assert.deepEqual(ids(scores), ["near", "mid", "far"]);
  assert.ok(scores.every(({ lexical, total }) => lexical === 0 && Number.isFinite(total)));
  const [only] = scoreHybrid({ ...same, query, candidates: ["far"] });
  assert.equal(only?.lexical, 1);
});

Deno.test("scoreHybrid: what holds for all inputs", () => {
  const random = createRandom("hybrid");
  const word = () => random.pick(["windy", "city", "sunny", "rome", "oslo"]);
  const component = () => random.pick([-1, 0, 0, 0.5, 1]);
  for (let round = 0; round < 100; round++) {
    const entries = Array.from({ length: random.integer(1, 12) }, (_, i): Entry => ({
      id: `e${i}`,
      text: Array.from({ length: random.integer(0, 4) }, word).join(" "),
      vector: [component(), component()],
    }));
    const indexes = indexEntries(entries);
    const pool = ids(entries).filter(() => random.next() < 0.8);
    const candidates = pool.filter(() => random.next() < 0.7);
    const asked = {
      text: `${word()} ${word()}`,
      vector: Float32Array.of(component(), component()),
    };
    const scores = scoreHybrid({ ...indexes, query: asked, pool, candidates });
    for (const [i, score] of scores.entries()) {
      assert.ok(candidates.includes(score.id));
      assert.ok(score.dense >= 0 && score.dense <= 1);
      assert.ok(score.lexical >= 0 && score.lexical <= 1 && score.lexicalRaw >= 0);
      assert.ok(score.total > 0);
      assert.equal(score.total, 0.75 * score.dense + 0.25 * score.lexical);
      assert.ok(i === 0 || scores[i - 1]!.total >= score.total);
    }
    const limit = random.integer(0, 5);
    const shuffled = random.shuffle([...candidates, ...candidates]);
    assert.deepEqual(
      scoreHybrid({ ...indexes, query: asked, pool, candidates: shuffled, limit }),
      scores.slice(0, limit),
    );
  }
});

Deno.test("scoreHybrid: mistakes are refused", () => {
  const indexes = indexEntries([
    { id: "a", text: "windy", vector: east },
    { id: "b", text: "windy", vector: east },
  ]);
  const options = { ...indexes, query, candidates: ["a"] };
  assert.throws(() => scoreHybrid({ ...options, pool: ["b"] }), /"a" is not of the pool/);
  assert.throws(() => scoreHybrid({ ...options, candidates: ["c"] }), /"c" is not of the pool/);
  assert.throws(() => scoreHybrid({ ...options, dense: createDenseIndex(2) }), RangeError);
  for (const limit of [-1, 1.5, NaN]) {
    assert.throws(() => scoreHybrid({ ...options, limit }), /limit is/);
  }
  for (const [dense, lexical] of [[-1, 1], [NaN, 1], [0, 0], [1, Infinity]] as const) {
    assert.throws(() => scoreHybrid({ ...options, weights: { dense, lexical } }), /weights are/);
  }
});

Deno.test("scoreHybrid: of many candidates, the first of all scores, repeats and order set aside", () => {
  const random = createRandom("hybrid of many");
  const lexical = createBM25Index(), dense = createDenseIndex(8);
  const words = Array.from({ length: 40 }, (_, i) => `w${i}`);
  const text = () =>
    Array.from({ length: random.integer(0, 9) }, () => random.pick(words)).join(" ");
  const vector = () => Float32Array.from({ length: 8 }, () => random.next() - 0.5);
  const names = Array.from({ length: 1500 }, (_, i) => String(i).padStart(4, "0"));
  for (const id of names) lexical.add(id, text()), dense.add(id, vector());
  for (let round = 0; round < 10; round++) {
    const pool = names.filter(() => random.next() < 0.9);
    const candidates = pool.filter(() => random.next() < 0.6);
    const indexes = { lexical, dense, pool, query: { text: text(), vector: vector() } };
    const all = scoreHybrid({ ...indexes, candidates });
    for (const limit of [0, 1, 4, 100]) {
      const shuffled = random.shuffle([...candidates, ...candidates]);
      assert.deepEqual(scoreHybrid({ ...indexes, candidates, limit }), all.slice(0, limit));
      assert.deepEqual(
        scoreHybrid({ ...indexes, candidates: shuffled, limit }),
        all.slice(0, limit),
      );
    }
  }
});
