import assert from "node:assert/strict";
import type { MemoryEntry, Retrieved } from "../../../lib/domain.ts";
import { estimateTokens } from "../../../lib/llm/estimate_tokens.ts";
import { defaultConfiguration, type LoopConfiguration } from "../../../lib/loop/configuration.ts";
import { isLengthMatched } from "../../../lib/loop/match_lengths.ts";
import type { Method } from "../../../lib/loop/method.ts";
import { merit } from "../../../lib/loop/methods/merit.ts";
import { meritPlacebo } from "../../../lib/loop/methods/merit_placebo.ts";
import { promptSets } from "../../../lib/loop/prompts.ts";
import { renderEntry } from "../../../lib/loop/render_prompt.ts";
import { exampleTask } from "../../../lib/memory/examples.ts";
import { createRandom } from "../../../lib/random.ts";
import { entryAt, memoryOf } from "../../memory/entries.ts";
import { correct, failed, learn } from "./recall.ts";

const { memory } = defaultConfiguration;

/** What a method recalls at position 100 for the repair of an attempt. */
function recall(
  method: Method,
  entries: readonly MemoryEntry[],
  { number = 0, ...changes }: Partial<LoopConfiguration> & { readonly number?: number } = {},
): Promise<readonly Retrieved[]> {
  return method.recall({
    task: exampleTask,
    position: 100,
    failed: { ...failed, number },
    failure: failed.failure!,
    memory: memoryOf(entries),
    configuration: { ...defaultConfiguration, ...changes },
  });
}

/** An entry of another database whose rendered text grows with its size. */
const otherAt = (position: number, size: number, changes: Partial<MemoryEntry> = {}) =>
  entryAt(position, {
    databaseId: "zoo",
    taskId: `zoo-${position}`,
    question: `How many animals are there? ${"x".repeat(size)}`,
    ...changes,
  });
const negative = { polarity: "negative" } as const;
const own = [
  ...[0, 1, 2, 3].map((position) => entryAt(position)),
  ...[4, 5].map((position) => entryAt(position, negative)),
];
const plenty = Array.from(
  { length: 40 },
  (_, i) => otherAt(10 + i, i, i % 2 === 0 ? {} : negative),
);
const tokens = (found: readonly Retrieved[], polarity: "split" | "pooled" = "split") =>
  found.map(({ entry }) =>
    estimateTokens(
      renderEntry(entry, { prompts: promptSets[defaultConfiguration.prompts], polarity }),
    )
  ).reduce((sum, length) => sum + length, 0);
const shape = (found: readonly Retrieved[]) =>
  found.map(({ entry, rank }) => `${entry.polarity} ${rank}`);

for (const polarity of ["split", "pooled"] as const) {
  Deno.test(`meritPlacebo: ${polarity}, merit's shape and length out of other databases`, async () => {
    for (let runSeed = 0; runSeed < 20; runSeed++) {
      const options = { runSeed, memory: { ...memory, polarity } };
      const meant = await recall(merit, [...own, ...plenty], options);
      const shown = await recall(meritPlacebo, [...own, ...plenty], options);
      assert.equal(meant.length, 4);
      assert.deepEqual(shape(shown), shape(meant));
      assert.ok(shown.every(({ entry }) => entry.databaseId === "zoo"));
      assert.equal(new Set(shown.map(({ entry }) => entry.id)).size, 4);
      const [length, wanted] = [tokens(shown, polarity), tokens(meant, polarity)];
      assert.ok(isLengthMatched(length, wanted), `${length} tokens for ${wanted}`);
    }
  });
}

Deno.test("meritPlacebo: shows nothing where merit shows nothing", async () => {
  assert.deepEqual(await recall(meritPlacebo, plenty), []);
  const limit = { positive: 0, negative: 0 };
  assert.deepEqual(
    await recall(meritPlacebo, [...own, ...plenty], { memory: { ...memory, limit } }),
    [],
  );
});

Deno.test("meritPlacebo: no entry of another polarity or kind stands in", async () => {
  const unfit = [
    ...plenty.filter((entry) => entry.polarity === "negative"),
    otherAt(90, 1, { kind: "pair" }),
    otherAt(91, 1, { kind: "reflection" }),
    otherAt(100, 1),
    otherAt(101, 1),
  ];
  const shown = await recall(meritPlacebo, [...own, ...unfit]);
  assert.deepEqual(shape(shown), ["negative 1"]);
});

Deno.test("meritPlacebo: as many as there are, with the ranks that they stand in for", async () => {
  assert.deepEqual(await recall(meritPlacebo, own), []);
  const two = [otherAt(20, 3), otherAt(21, 60), otherAt(22, 3, negative)];
  const shown = await recall(meritPlacebo, [...own, ...two]);
  assert.deepEqual(shape(shown), ["positive 1", "positive 2", "negative 1"]);
});

Deno.test("meritPlacebo: the nearest lengths where none fits", async () => {
  const [meant] = await recall(merit, own, {
    memory: { ...memory, limit: { positive: 1, negative: 0 } },
  });
  const short = { question: "Q?", sqlBefore: "SELECT 1", sqlAfter: "SELECT 2" };
  const others = [
    otherAt(20, 0, short),
    otherAt(21, 0, { ...short, sqlAfter: "SELECT 2, 3" }),
    otherAt(22, 0, { ...short, sqlBefore: "SELECT 2, 3", sqlAfter: "SELECT 2, 3, 4, 5, 6" }),
  ];
  const limit = { positive: 1, negative: 0 };
  const [shown] = await recall(meritPlacebo, [...own, ...others], { memory: { ...memory, limit } });
  assert.equal(shown!.entry.position, 22);
  assert.equal(isLengthMatched(tokens([shown!]), tokens([meant!])), false);
});

Deno.test("meritPlacebo: the score and the pool are those of the entry shown", async () => {
  const shown = await recall(meritPlacebo, [...own, ...plenty]);
  const found = await memoryOf(plenty).search({
    pool: {
      task: exampleTask,
      position: 100,
      kind: "repair",
      polarity: "positive",
      policy: { ...memory, scope: "any" },
    },
    failureType: null,
    policy: memory,
    limit: 99,
    query: "How many singers are older than 30?\nSELECT nme FROM singer\nno such column: nme",
    entryText: (entry) => [entry.question, entry.sqlBefore, entry.sqlAfter].join("\n"),
    runSeed: 1,
    attempt: 1,
  });
  for (const { entry, score, poolSize } of shown.slice(0, 3)) {
    const same = found.find((one) => one.entry.id === entry.id)!;
    assert.deepEqual([score, poolSize], [same.score, same.poolSize]);
  }
});

Deno.test("meritPlacebo: every entry that fits is drawn as often as the others", async () => {
  const twins = Array.from({ length: 6 }, (_, i) => otherAt(10 + i, 5));
  const limit = { positive: 1, negative: 0 }, draws = 1_200;
  const counts = new Map<string, number>();
  for (let draw = 0; draw < draws; draw++) {
    const options = { runSeed: draw, memory: { ...memory, limit }, number: draw % 7 };
    const [shown] = await recall(meritPlacebo, [...own, ...twins], options);
    counts.set(shown!.entry.id, (counts.get(shown!.entry.id) ?? 0) + 1);
  }
  const expected = draws / 6;
  const square = [...counts.values()]
    .reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  assert.equal(counts.size, 6);
  // scipy.stats.chi2.isf(1e-4, 5) = 25.745
  assert.ok(square < 25.745, `need chi-squared below 25.745, it is ${square}`);
});

Deno.test("meritPlacebo: another run seed or attempt draws others, the same draws the same", async () => {
  const ids = async (changes: Parameters<typeof recall>[2]) =>
    (await recall(meritPlacebo, createRandom("order").shuffle([...own, ...plenty]), changes))
      .map(({ entry }) => entry.id).join();
  const first = await ids({});
  assert.equal(await ids({}), first);
  assert.notEqual(await ids({ runSeed: 2 }), first);
  assert.notEqual(await ids({ number: 1 }), first);
});

Deno.test("meritPlacebo: keeps the memory that merit keeps", () => {
  for (const attempts of [[failed, correct], [failed, failed], [correct]]) {
    assert.deepEqual(learn(meritPlacebo, attempts), learn(merit, attempts));
  }
});
