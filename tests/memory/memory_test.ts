import assert from "node:assert/strict";
import { createMemory, type SearchRequest } from "../../lib/memory/memory.ts";
import { paperPolicy } from "../../lib/memory/policy.ts";
import { createMemoryStore } from "../../lib/memory/store.ts";
import { createVectorBook } from "../../lib/memory/vector_book.ts";
import { createHashingEmbedder } from "../../lib/scorer/hashing_embedder.ts";
import { entryAt, foundIds, memoryOf, searchRequest, tableEmbedder } from "./entries.ts";

const five = [3, 1, 4, 0, 2].map((position) => entryAt(position));

for (const [limit, found] of [[0, 0], [1, 1], [3, 3], [5, 5], [50, 5]] as const) {
  Deno.test(`search: limit ${limit} of 5 gives ${found}`, async () => {
    assert.equal((await memoryOf(five).search(searchRequest({ limit }))).length, found);
  });
}

Deno.test("search: ties are broken by id, whatever the order of finalization", async () => {
  assert.deepEqual(await foundIds(memoryOf(five), searchRequest()), [
    "000000-repair-0",
    "000001-repair-0",
    "000002-repair-0",
  ]);
});

Deno.test("search: an empty store, an empty pool and limit 0 ask the embedder nothing", async () => {
  const embedder = tableEmbedder({});
  assert.deepEqual(await memoryOf([], embedder).search(searchRequest()), []);
  const later = memoryOf([entryAt(100), entryAt(101)], embedder);
  assert.deepEqual(await later.search(searchRequest()), []);
  assert.deepEqual(await memoryOf(five, embedder).search(searchRequest({ limit: 0 })), []);
  assert.deepEqual(embedder.asked, []);
});

const texts = { query: "oldest singer", near: "oldest singer", side: "singer", far: "zebra" };
const vectors = {
  [texts.query]: [1, 0],
  [texts.side]: [0.6, 0.8],
  [texts.far]: [-1, 0],
};
const three = [
  entryAt(0, { text: texts.near }),
  entryAt(1, { text: texts.side }),
  entryAt(2, { text: texts.far }),
];
const byText = searchRequest({ query: texts.query, entryText: (entry) => entry.text });

Deno.test("search: the score is 0.75 dense and 0.25 lexical, with ranks from 1", async () => {
  const found = await memoryOf(three, tableEmbedder(vectors)).search(byText);
  const round = (value: number) => Number(value.toFixed(6));
  const lexical = found[1]!.score.lexical;
  assert.ok(lexical > 0 && lexical < 1, `need a part of the best BM25, got ${lexical}`);
  assert.deepEqual(
    found.map(({ entry, rank, score }) => [
      entry.position,
      rank,
      round(score.dense),
      round(score.total - 0.25 * score.lexical),
    ]),
    [[0, 1, 1, 0.75], [1, 2, 0.6, 0.45]],
  );
  assert.equal(found[0]!.score.lexical, 1);
});

Deno.test("search: what shares nothing with the query is not found", async () => {
  const found = await foundIds(memoryOf(three, tableEmbedder(vectors)), byText);
  assert.equal(found.includes("000002-repair-0"), false);
});

Deno.test("search: preferred entries come first, in the order of their scores", async () => {
  const memory = memoryOf(three, tableEmbedder(vectors));
  const found = await memory.search({ ...byText, preferred: ({ position }) => position === 1 });
  assert.deepEqual(found.map(({ entry }) => entry.position), [1, 0]);
  const [plain] = await memory.search({ ...byText, limit: 9 });
  assert.equal(found[1]!.score.total, plain!.score.total);
  assert.ok(found[0]!.score.total > 1);
});

const typed = (sameType: number) => [
  entryAt(0, { failureType: "aggregation", question: "Name the oldest singer." }),
  ...Array.from(
    { length: sameType },
    (_, i) => entryAt(i + 1, { failureType: "syntax", question: "Oldest?" }),
  ),
];

Deno.test("search: the type counts from exactly three entries of it", async () => {
  const request = searchRequest({ failureType: "syntax" });
  const [fallback] = await foundIds(memoryOf(typed(2)), request);
  assert.equal(fallback, "000000-repair-0");
  assert.deepEqual(await foundIds(memoryOf(typed(3)), request), [
    "000001-repair-0",
    "000002-repair-0",
    "000003-repair-0",
  ]);
});

Deno.test("search: the pool's size counts legal entries, not those of the type", async () => {
  const entries = [...typed(3), entryAt(50, { databaseId: "zoo" }), entryAt(100)];
  const found = await memoryOf(entries).search(searchRequest({ failureType: "syntax" }));
  assert.deepEqual(found.map(({ poolSize }) => poolSize), [4, 4, 4]);
});

Deno.test("search: BM25 is counted over the legal pool alone", async () => {
  const legal = [entryAt(0, { question: "oldest singer" }), entryAt(1, { question: "singers" })];
  const illegal = Array.from(
    { length: 20 },
    (_, i) => entryAt(i + 100, { question: `oldest ${"word ".repeat(i)}` }),
  );
  const score = async (entries: typeof legal) =>
    (await memoryOf(entries).search(searchRequest())).map((found) => found.score);
  assert.deepEqual(await score([...legal, ...illegal]), await score(legal));
});

Deno.test("search: a pool that grows gives what a fresh memory gives", async () => {
  const store = createMemoryStore();
  const vectors = createVectorBook(createHashingEmbedder());
  const memory = createMemory({ store, vectors });
  const words = ["oldest singer", "a stadium", "singer name", "names of the oldest", "concert"];
  for (const [position, question] of words.entries()) {
    store.add([entryAt(position, { question })]);
    const request = searchRequest({ limit: 9 });
    const fresh = await memoryOf(store.entries()).search(request);
    assert.deepEqual(await memory.search(request), fresh);
  }
});

const drawn = { ...paperPolicy, ranking: "random" } as const;
const many = Array.from({ length: 12 }, (_, position) =>
  entryAt(position, {
    question: `oldest singer ${"of the band ".repeat(position)}`,
    failureType: position % 3 === 0 ? "syntax" : "aggregation",
  }));

Deno.test("search: a random ranking finds what the scores find, in another order", async () => {
  for (const [limit, typeCondition] of [[0, "strict"], [4, "strict"], [9, "untyped"]] as const) {
    const request = searchRequest({
      limit: 99,
      failureType: "syntax",
      policy: { ...paperPolicy, typeCondition },
    });
    const random = { ...request, policy: { ...drawn, typeCondition } };
    const byScore = await memoryOf(many).search(request);
    const byDraw = await memoryOf(many).search(random);
    const unranked = (found: typeof byScore) =>
      found.map(({ rank: _, ...rest }) => rest)
        .toSorted((a, b) => a.entry.position - b.entry.position);
    assert.deepEqual(unranked(byDraw), unranked(byScore));
    assert.deepEqual(byDraw.map(({ rank }) => rank), byDraw.map((_, i) => i + 1));
    const few = await memoryOf(many).search({ ...random, limit });
    assert.deepEqual(few, byDraw.slice(0, limit));
  }
});

Deno.test("search: what shares nothing with the query is not drawn either", async () => {
  const memory = memoryOf(three, tableEmbedder(vectors));
  const found = await memory.search({ ...byText, policy: drawn, limit: 9 });
  assert.deepEqual(found.map(({ entry }) => entry.position).toSorted(), [0, 1]);
});

Deno.test("search: a draw heeds no preference", async () => {
  const ids = (preferred?: SearchRequest["preferred"]) =>
    foundIds(
      memoryOf(many),
      searchRequest({ policy: drawn, limit: 9, ...(preferred ? { preferred } : {}) }),
    );
  assert.deepEqual(await ids(({ position }) => position === 7), await ids());
});

Deno.test("search: run seed, task and attempt draw anew, and nothing else does", async () => {
  const ids = (changes: Partial<SearchRequest>) =>
    foundIds(memoryOf(many), searchRequest({ policy: drawn, limit: 12, ...changes }));
  const { pool } = searchRequest();
  const first = await ids({});
  assert.deepEqual(await ids({ query: "singer, the oldest" }), first);
  assert.deepEqual(await ids({ pool: { ...pool, position: 50 } }), first);
  const others = [
    await ids({ runSeed: 2 }),
    await ids({ attempt: 2 }),
    await ids({ pool: { ...pool, task: { ...pool.task, id: "8" } } }),
  ];
  assert.equal(new Set([first, ...others].map((found) => found.join())).size, 4);
  // An entry keeps its place among the others when one more comes.
  const [more] = [
    await foundIds(
      memoryOf([...many, entryAt(20, { question: "oldest singer" })]),
      searchRequest({ policy: drawn, limit: 13 }),
    ),
  ];
  assert.deepEqual(more.filter((id) => first.includes(id)), first);
});

Deno.test("search: searches at the same time find what single ones find", async () => {
  const requests = many.map((_, position) =>
    searchRequest({ pool: { ...searchRequest().pool, position } })
  );
  const memory = memoryOf(many);
  const together = await Promise.all(requests.map((request) => memory.search(request)));
  for (const [i, request] of requests.entries()) {
    assert.deepEqual(together[i], await memoryOf(many).search(request));
  }
});

Deno.test("search: a weight of 0 turns its part off", async () => {
  const weights = { dense: 0, lexical: 1 };
  const policy = { ...paperPolicy, weights };
  const found = await memoryOf(three, tableEmbedder(vectors)).search({ ...byText, policy });
  assert.deepEqual(found.map(({ score }) => score.total === score.lexical), [true, true]);
});
