import assert from "node:assert/strict";
import { createRandom } from "../../lib/random.ts";
import { type BM25Index, createBM25Index } from "../../lib/scorer/bm25.ts";
import reference from "./reference/bm25_reference.json" with { type: "json" };

function indexOf(documents: readonly string[], parameters = {}): BM25Index {
  const index = createBM25Index(parameters);
  documents.forEach((document, i) => index.add(String(i), document));
  return index;
}

Deno.test("createBM25Index: equals bm25s, method lucene", () => {
  for (const { documents, query, scores, k1, b } of reference.cases) {
    const found = indexOf(documents, { k1, b }).score(query);
    scores.forEach((score, i) => {
      assert.ok(Math.abs(found.get(String(i)) - score) < 1e-12, `${query}: document ${i}`);
    });
  }
});

Deno.test("score: one document, one term, by hand", () => {
  const score = indexOf(["alone"]).score("alone").get("0");
  assert.equal(score, Math.log(1 + 0.5 / 1.5) * 1 / (1 + 1.5));
});

Deno.test("score: G5-01, a term in half of the documents counts", () => {
  const scores = indexOf(["windy london", "windy paris", "sunny rome", "cloudy oslo"])
    .score("windy").best();
  assert.deepEqual(scores.map(({ id }) => id), ["0", "1"]);
  assert.ok(scores.every(({ score }) => score > 0));
});

Deno.test("score: G5-02, an exact copy of the query comes first and nothing is negative", () => {
  const scores = indexOf(["list all singers", "count all singers"]).score("count all singers");
  assert.ok(scores.get("1") > scores.get("0"));
  assert.ok(scores.get("0") > 0);
  assert.ok(indexOf(["singers"]).score("singers").get("0") > 0);
});

Deno.test("score: G5-09, text of any script is found by the same text, and by no other", () => {
  const documents = ["东京 singers", "café", "Łódź", "हिन्दी", "caf", "d"];
  const index = indexOf(documents);
  documents.slice(0, 4).forEach((query, at) => {
    assert.deepEqual(index.score(query).best().map(({ id }) => id), [String(at)], query);
  });
});

Deno.test("score: G5-03, no documents, empty documents and empty queries give nothing", () => {
  assert.deepEqual(createBM25Index().score("singer").best(), []);
  assert.deepEqual(indexOf(["", "", ""]).score("singer").best(), []);
  assert.deepEqual(indexOf(["", ";", "singer"]).score("").best(), []);
  assert.deepEqual(indexOf(["singer", ""]).score("singer", []).best(), []);
  const scores = indexOf(["", "singer"]).score("singer");
  assert.equal(scores.get("0"), 0);
  assert.ok(scores.get("1") > 0 && Number.isFinite(scores.get("1")));
});

Deno.test("score: G5-11, words that are names of object members are words like any other", () => {
  const words = ["constructor", "toString", "__proto__", "hasOwnProperty"];
  const index = createBM25Index();
  for (const word of words) index.add(word, `the ${word} table`);
  for (const word of words) assert.ok(index.score(word).get(word) > 0, word);
  assert.equal(({} as Record<string, unknown>).rows, undefined);
});

Deno.test("score: a pool is scored like a fresh index that holds it alone", () => {
  const random = createRandom("bm25 pools");
  const word = () => `w${Math.floor(random.next() ** 3 * 20)}`;
  for (let round = 0; round < 50; round++) {
    const documents = Array.from(
      { length: random.integer(1, 30) },
      () => Array.from({ length: random.integer(0, 12) }, word).join(" "),
    );
    const query = Array.from({ length: 6 }, word).join(" ");
    const pool = documents.map((_, i) => String(i)).filter(() => random.next() < 0.5);
    const alone = createBM25Index();
    for (const id of pool) alone.add(id, documents[Number(id)]!);
    const found = indexOf(documents).score(query, random.shuffle([...pool, ...pool]));
    assert.deepEqual(found.best(), alone.score(query).best());
  }
});

Deno.test("score: a query between two additions sees what is held then", () => {
  const index = indexOf(["windy london"]);
  const scores = index.score("windy"), before = scores.get("0");
  index.add("1", "sunny rome");
  assert.equal(scores.get("0"), before);
  assert.throws(() => scores.get("1"), /"1" is not of the pool/);
  const fresh = indexOf(["windy london", "sunny rome"]).score("windy");
  assert.equal(index.score("windy").get("0"), fresh.get("0"));
  assert.notEqual(fresh.get("0"), before);
  assert.equal(index.score("windy", ["0"]).get("0"), before);
});

Deno.test("score: answers stay as they were, read in turns, with additions in between", () => {
  const random = createRandom("bm25 in turns"), index = createBM25Index();
  const text = () => Array.from({ length: 8 }, () => `w${random.integer(0, 40)}`).join(" ");
  const answers: { ids: string[]; read: () => unknown; first: unknown }[] = [];
  for (let i = 0; i < 2200; i++) {
    index.add(String(i), text());
    if (i % 200 !== 0) continue;
    const ids = Array.from({ length: i + 1 }, (_, row) => String(row)).filter((_, row) =>
      row % 3 > 0
    );
    for (const pool of [undefined, ids]) {
      const scores = index.score(text(), pool);
      const read = () => [scores.best(5), [...scores.getAll(ids)]];
      answers.push({ ids, read, first: i % 400 === 0 ? read() : null });
    }
  }
  const fresh = answers.map(({ read }) => structuredClone(read()));
  for (const at of random.shuffle([...answers.keys()])) {
    const { read, first } = answers[at]!;
    assert.deepEqual(read(), fresh[at]);
    if (first !== null) assert.deepEqual(read(), first);
  }
});

Deno.test("best: G5-04 and G5-05, sorted, without what shares nothing, ties by id", () => {
  const index = createBM25Index();
  index.add("A", "windy and other words that say nothing of it");
  index.add("C", "windy city and other words");
  index.add("B2", "windy city");
  index.add("B1", "windy city");
  index.add("D", "sunny");
  const order = ["B1", "B2", "C", "A"];
  for (const limit of [0, 1, 2, 3, 4, 9, Infinity]) {
    const found = index.score("windy city").best(limit).map(({ id }) => id);
    assert.deepEqual(found, order.slice(0, limit));
  }
});

Deno.test("createBM25Index: size and has", () => {
  const index = indexOf(["a", "b"]);
  assert.equal(index.size, 2);
  assert.ok(index.has("1"));
  assert.ok(!index.has("2"));
});

Deno.test("createBM25Index: mistakes are refused and change nothing", () => {
  const index = indexOf(["windy"]);
  assert.throws(() => index.add("0", "rome"), /^RangeError: Cannot add .*"0" is held/);
  assert.throws(() => index.score("windy", ["0", "9"]), /^RangeError: .*no document "9"/);
  assert.deepEqual(index.score("windy rome").best(), indexOf(["windy"]).score("windy").best());
  assert.throws(() => index.score("windy").get("9"), /^RangeError: .*"9" is not of the pool/);
  assert.throws(() => index.score("windy", []).get("0"), /^RangeError: .*"0" is not of the pool/);
  for (const k1 of [-1, NaN, Infinity]) assert.throws(() => createBM25Index({ k1 }), RangeError);
  for (const b of [-0.1, 1.1, NaN]) assert.throws(() => createBM25Index({ b }), RangeError);
});

Deno.test("score: thousands of documents are scored as the textbook sum says, with pools and without", () => {
  const random = createRandom("bm25 of many"), index = createBM25Index();
  const word = () => `w${Math.floor(random.next() ** 3 * 300)}`;
  const texts: string[][] = [];
  for (let i = 0; i < 2500; i++) {
    texts.push(Array.from({ length: random.integer(0, 30) }, word));
    index.add(String(i), texts[i]!.join(" "));
    if (i % 500 > 1) continue;
    const query = [...Array.from({ length: 12 }, word), "w0", "w0"];
    for (const share of [1, 0.5]) {
      const rows = [...texts.keys()].filter(() => random.next() < share);
      const pool = rows.map(String),
        average = rows.reduce((sum, row) => sum + texts[row]!.length, 0) / rows.length;
      const scoreOf = (row: number) => {
        let score = 0;
        for (const term of new Set(query)) {
          const holders = rows.filter((one) => texts[one]!.includes(term)).length;
          const count = texts[row]!.filter((one) => one === term).length;
          if (count === 0) continue;
          const weight = query.filter((one) => one === term).length *
            Math.log(1 + (rows.length - holders + 0.5) / (holders + 0.5));
          score += weight * count /
            (count + 1.5 * 0.25 + 1.5 * 0.75 / average * texts[row]!.length);
        }
        return score;
      };
      const scores = index.score(query.join(" "), share === 1 && i % 2 === 0 ? undefined : pool);
      const some = random.shuffle(rows).slice(0, 60);
      assert.deepEqual([...scores.getAll(some.map(String))], some.map(scoreOf));
      const all = scores.best();
      assert.deepEqual(scores.best(7), all.slice(0, 7));
      assert.ok(all.every(({ id }) => rows.includes(Number(id))));
    }
  }
});

Deno.test("getAll: in the order asked; what is not of the pool is refused", () => {
  const index = indexOf(["windy", "sunny rome", "windy rome"]);
  const scores = index.score("windy rome", ["0", "2"]);
  assert.deepEqual([...scores.getAll(["2", "0", "2"])], ["2", "0", "2"].map(scores.get));
  assert.throws(() => scores.getAll(["0", "1"]), /"1" is not of the pool/);
  assert.throws(() => scores.getAll(["9"]), /"9" is not of the pool/);
});
