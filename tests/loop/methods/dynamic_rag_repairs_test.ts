import assert from "node:assert/strict";
import { dynamicRagRepairs } from "../../../lib/loop/methods/dynamic_rag_repairs.ts";
import { entryAt } from "../../memory/entries.ts";
import { correct, failed, learn, recallIds } from "./recall.ts";

Deno.test("dynamicRagRepairs: the nearest positives whatever their type", async () => {
  const nearest = entryAt(9, { failureType: "syntax", question: "How many singers are older?" });
  const entries = [
    ...[0, 1, 2, 3].map((position) => entryAt(position, { question: "Else?" })),
    entryAt(4, { polarity: "negative" }),
    entryAt(5, { kind: "pair" }),
    nearest,
  ];
  assert.deepEqual(await recallIds(dynamicRagRepairs, entries), [
    nearest.id,
    "000000-repair-0",
    "000001-repair-0",
  ]);
});

Deno.test("dynamicRagRepairs: learns positives only", () => {
  const polarities = learn(dynamicRagRepairs, [failed, correct]).map(({ polarity }) => polarity);
  assert.deepEqual(polarities, ["positive"]);
  assert.deepEqual(learn(dynamicRagRepairs, [failed, failed]), []);
  assert.deepEqual(learn(dynamicRagRepairs, [correct]), []);
});
