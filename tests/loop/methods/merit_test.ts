import assert from "node:assert/strict";
import { defaultConfiguration } from "../../../lib/loop/configuration.ts";
import { merit } from "../../../lib/loop/methods/merit.ts";
import { entryAt } from "../../memory/entries.ts";
import { correct, failed, learn, recallIds } from "./recall.ts";

const negative = { polarity: "negative" } as const;
const other = { failureType: "syntax" } as const;
const entries = [
  ...[0, 1, 2, 3].map((position) => entryAt(position)),
  ...[4, 5].map((position) => entryAt(position, negative)),
  entryAt(6, { kind: "pair" }),
  entryAt(7, { kind: "reflection" }),
  entryAt(100),
];
const { memory } = defaultConfiguration;

Deno.test("merit: three positives and one negative, positives first", async () => {
  assert.deepEqual(await recallIds(merit, entries), [
    "000000-repair-0",
    "000001-repair-0",
    "000002-repair-0",
    "000004-repair-0",
  ]);
});

Deno.test("merit: a limit of 0 turns a polarity off", async () => {
  const limits = [{ positive: 0, negative: 2 }, { positive: 1, negative: 0 }];
  const found = limits.map((limit) => recallIds(merit, entries, { memory: { ...memory, limit } }));
  assert.deepEqual(await Promise.all(found), [
    ["000004-repair-0", "000005-repair-0"],
    ["000000-repair-0"],
  ]);
});

for (const polarity of ["positive", "negative"] as const) {
  Deno.test(`merit: ${polarity}s are of the failure's type from three of it`, async () => {
    const nearest = entryAt(0, { ...other, polarity, question: "How many singers are older?" });
    const same = (n: number) =>
      Array.from({ length: n }, (_, i) => entryAt(i + 1, { polarity, question: "Else?" }));
    assert.equal((await recallIds(merit, [nearest, ...same(2)]))[0], nearest.id);
    assert.equal((await recallIds(merit, [nearest, ...same(3)])).includes(nearest.id), false);
  });
}

const pooled = { memory: { ...memory, polarity: "pooled" } } as const;

Deno.test("merit: pooled, one search over both polarities with the sum of the limits", async () => {
  const far = { question: "Else?", sqlBefore: "SELECT 1", sqlAfter: "SELECT 2" };
  const both = [
    ...[0, 1].map((position) => entryAt(position, far)),
    ...[2, 3, 4].map((position) => entryAt(position, negative)),
  ];
  // The nearer negatives come first, more than a limit of their own would let through.
  assert.deepEqual(await recallIds(merit, both, pooled), [
    "000002-repair-0",
    "000003-repair-0",
    "000004-repair-0",
    "000000-repair-0",
  ]);
  assert.equal((await recallIds(merit, entries, pooled)).length, 4);
});

Deno.test("merit: pooled, the type counts over both polarities", async () => {
  const nearest = entryAt(0, { ...other, question: "How many singers are older?" });
  const same = (n: number) =>
    Array.from(
      { length: n },
      (_, i) => entryAt(i + 1, { polarity: i === 0 ? "positive" : "negative", question: "Else?" }),
    );
  assert.equal((await recallIds(merit, [nearest, ...same(2)], pooled))[0], nearest.id);
  assert.equal((await recallIds(merit, [nearest, ...same(3)], pooled)).includes(nearest.id), false);
  // Apart, neither polarity has three of the type.
  assert.equal((await recallIds(merit, [nearest, ...same(3)])).includes(nearest.id), true);
});

Deno.test("merit: learns from both outcomes, and nothing from a first success", () => {
  assert.deepEqual(learn(merit, [failed, correct]).map(({ polarity }) => polarity), ["positive"]);
  assert.deepEqual(learn(merit, [failed, failed]).map(({ polarity }) => polarity), ["negative"]);
  assert.deepEqual(learn(merit, [correct]), []);
});
