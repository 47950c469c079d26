/** BM25 against the textbook's sum. */
import assert from "node:assert/strict";
import { createBM25Index } from "../../lib/scorer/bm25.ts";
import { arbitrary, testProperty } from "../property.ts";

/** Short enough to be no compounds, few enough to meet again. */
const word = arbitrary.constantFrom(..."abcdefgh", "é", "東");
const document = arbitrary.array(word, { maxLength: 12 });

testProperty(
  "score: is the sum over the query's words of idf times saturated frequency",
  [
    arbitrary.array(document, { minLength: 1, maxLength: 12 }),
    document,
    arbitrary.double({ min: 0, max: 3, noNaN: true }),
    arbitrary.double({ min: 0, max: 1, noNaN: true }),
    arbitrary.array(arbitrary.boolean(), { minLength: 12, maxLength: 12 }),
  ],
  (documents, query, k1, b, kept) => {
    const index = createBM25Index({ k1, b });
    documents.forEach((words, at) => index.add(String(at), words.join(" ")));
    const pool = [...documents.keys()].filter((at) => kept[at]);
    const words = pool.map((at) => documents[at]!);
    const average = words.reduce((sum, own) => sum + own.length, 0) / words.length;
    const scores = index.score(query.join(" "), pool.map(String));
    for (const at of pool) {
      const own = documents[at]!;
      let sum = 0;
      for (const term of query) {
        const frequency = own.filter((word) => word === term).length;
        if (frequency === 0) continue;
        const holding = words.filter((other) => other.includes(term)).length;
        const idf = Math.log(1 + (words.length - holding + 0.5) / (holding + 0.5));
        sum += idf * frequency / (frequency + k1 * (1 - b + b * own.length / average));
      }
      const found = scores.get(String(at));
      assert.ok(Math.abs(found - sum) <= 1e-12 * Math.max(1, sum), `${found}, need ${sum}`);
    }
    const best = scores.best();
    assert.ok(best.every(({ score }, at) => at === 0 || best[at - 1]!.score >= score));
  },
);
