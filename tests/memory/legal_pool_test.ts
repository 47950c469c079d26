import assert from "node:assert/strict";
import type { MemoryEntry } from "../../lib/domain.ts";
import { exampleTask } from "../../lib/memory/examples.ts";
import { conditionOnType, isLegal, type PoolRequest } from "../../lib/memory/legal_pool.ts";
import type { RetrievalPolicy } from "../../lib/memory/policy.ts";
import { entryAt } from "./entries.ts";

const request: PoolRequest = {
  task: exampleTask,
  position: 5,
  kind: "repair",
  polarity: "positive",
  policy: { scope: "same-db", twins: "allow" },
};

type Row = [what: string, Partial<MemoryEntry>, Partial<RetrievalPolicy>, legal: boolean];

const own = { taskId: exampleTask.id };
const twin = { twinGroup: exampleTask.twinGroup };
const other = { databaseId: "zoo" };
const rows: readonly Row[] = [
  ["an earlier repair of the same database", {}, {}, true],
  ["the first episode's", { position: 0 }, {}, true],
  ["one that memory started with", { position: -1 }, {}, true],
  ["one of the same position", { position: 5 }, {}, false],
  ["a later one", { position: 6 }, {}, false],
  ["a later one, any database", { position: 6 }, { scope: "any" }, false],
  ["one of the task itself", own, {}, false],
  ["one of the task itself before the stream", { ...own, position: -1 }, {}, false],
  ["another kind", { kind: "pair" }, {}, false],
  ["another polarity", { polarity: "negative" }, {}, false],
  ["a twin, allowed", twin, { twins: "allow" }, true],
  ["a twin, blocked", twin, { twins: "block" }, false],
  ["no twin, blocked", {}, { twins: "block" }, true],
  ["same database, any", {}, { scope: "any" }, true],
  ["same database, cross", {}, { scope: "cross-db" }, false],
  ["other database, same", other, { scope: "same-db" }, false],
  ["other database, any", other, { scope: "any" }, true],
  ["other database, cross", other, { scope: "cross-db" }, true],
  ["a twin in another database, blocked", { ...other, ...twin }, {
    scope: "any",
    twins: "block",
  }, false],
];

for (const [what, change, policy, legal] of rows) {
  Deno.test(`isLegal: ${what} is ${legal ? "legal" : "illegal"}`, () => {
    const asked = { ...request, policy: { ...request.policy, ...policy } };
    assert.equal(isLegal(entryAt(4, change), asked), legal);
  });
}

Deno.test("isLegal: either polarity is legal where none is asked for", () => {
  for (const polarity of ["positive", "negative"] as const) {
    assert.equal(isLegal(entryAt(4, { polarity }), { ...request, polarity: null }), true);
  }
});

interface Combination {
  readonly entry: Partial<MemoryEntry>;
  readonly policy: Partial<RetrievalPolicy>;
  readonly wanted: PoolRequest["polarity"];
}

/** All values of what legality depends on, factor by factor. */
const factors: readonly (readonly Partial<Combination>[])[] = [
  [4, 5, 6].map((position) => ({ entry: { position } })),
  [own, {}].map((entry) => ({ entry })),
  (["repair", "pair", "reflection"] as const).map((kind) => ({ entry: { kind } })),
  (["positive", "negative"] as const).map((polarity) => ({ entry: { polarity } })),
  (["positive", "negative", null] as const).map((wanted) => ({ wanted })),
  [twin, {}].map((entry) => ({ entry })),
  (["allow", "block"] as const).map((twins) => ({ policy: { twins } })),
  [other, {}].map((entry) => ({ entry })),
  (["same-db", "any", "cross-db"] as const).map((scope) => ({ policy: { scope } })),
];

Deno.test("isLegal: the conditions are independent of each other", () => {
  const combinations = factors.reduce<readonly Combination[]>(
    (all, factor) =>
      all.flatMap((one) =>
        factor.map((part) => ({
          entry: { ...one.entry, ...part.entry },
          policy: { ...one.policy, ...part.policy },
          wanted: part.wanted === undefined ? one.wanted : part.wanted,
        }))
      ),
    [{ entry: {}, policy: {}, wanted: null }],
  );
  const legal = combinations.filter(({ entry, policy, wanted }) =>
    isLegal(entryAt(4, entry), {
      ...request,
      polarity: wanted,
      policy: { ...request.policy, ...policy },
    })
  );
  // Position 1 of 3, task 1 of 2, kind 1 of 3, polarity 4 of 6, twins 3 of 4, scope 4 of 6.
  assert.equal(combinations.length, 3 * 2 * 3 * 6 * 4 * 6);
  assert.equal(legal.length, 4 * 3 * 4);
});

/** A pool of two entries of another type and so many of the wanted one. */
const poolWith = (sameType: number) => [
  entryAt(0, { failureType: "aggregation" }),
  ...Array.from({ length: sameType }, (_, i) => entryAt(i + 1, { failureType: "syntax" })),
  entryAt(90, { failureType: null }),
];

const conditions: readonly [RetrievalPolicy["typeCondition"], found: readonly number[]][] = [
  ["fallback", [2, 3, 4, 3, 4]],
  ["strict", [0, 1, 2, 3, 4]],
  ["untyped", [2, 3, 4, 5, 6]],
  // Types are permuted, not drawn: there are as many of each as before.
  ["shuffled", [2, 3, 4, 3, 4]],
];

for (const [typeCondition, found] of conditions) {
  Deno.test(`conditionOnType: ${typeCondition} with 0 to 4 entries of the type`, () => {
    const request = {
      failureType: "syntax",
      policy: { typeCondition, minimumSameType: 3 },
      runSeed: 1,
    } as const;
    const sizes = found.map((_, n) => conditionOnType(poolWith(n), request).length);
    assert.deepEqual(sizes, found);
  });
}

Deno.test("conditionOnType: keeps the pool's order and only the type", () => {
  const found = conditionOnType(poolWith(3), {
    failureType: "syntax",
    policy: { typeCondition: "fallback", minimumSameType: 3 },
    runSeed: 1,
  });
  assert.deepEqual(found.map(({ position }) => position), [1, 2, 3]);
});

Deno.test("conditionOnType: no type leaves the pool as it is, whatever the condition", () => {
  for (const [typeCondition] of conditions) {
    const policy = { typeCondition, minimumSameType: 3 };
    const pool = poolWith(4);
    assert.equal(conditionOnType(pool, { failureType: null, policy, runSeed: 1 }), pool);
  }
});

Deno.test("conditionOnType: shuffled types find each entry as often as the others", () => {
  const policy = { typeCondition: "shuffled", minimumSameType: 3 } as const;
  const seeds = 4_000, pool = poolWith(4), times = new Map<number, number>();
  for (let runSeed = 0; runSeed < seeds; runSeed++) {
    for (const { position } of conditionOnType(pool, { failureType: "syntax", policy, runSeed })) {
      times.set(position, (times.get(position) ?? 0) + 1);
    }
  }
  // 4 of 6 entries are of the type; five standard deviations of a binomial draw.
  const expected = seeds * 4 / 6, slack = 5 * Math.sqrt(seeds * (4 / 6) * (2 / 6));
  assert.deepEqual([...times.keys()].toSorted((a, b) => a - b), [0, 1, 2, 3, 4, 90]);
  for (const [position, count] of times) {
    assert.ok(Math.abs(count - expected) < slack, `entry ${position} was found ${count} times`);
  }
});
