import assert from "node:assert/strict";
import { dynamicRag } from "../../../lib/loop/methods/dynamic_rag.ts";
import { exampleTask } from "../../../lib/memory/examples.ts";
import { maskQuestion } from "../../../lib/memory/texts.ts";
import { entryAt } from "../../memory/entries.ts";
import { correct, failed, learn, recallIds } from "./recall.ts";

/** A pair as `learn` would keep it. */
const pairAt = (position: number, question: string, sqlAfter: string) =>
  entryAt(position, {
    kind: "pair",
    question,
    sqlAfter,
    text: maskQuestion(question, exampleTask.schema),
  });

// The task asks "How many singers are older than 30?"; the failed query is SELECT nme FROM singer.
const sameWords = pairAt(0, "How many singers are older than 30?", "SELECT count(*) FROM singer");
const sameMask = pairAt(1, "How many names are older than 5?", "SELECT count(*) FROM t");
const sameSkeleton = pairAt(2, "Which names are there?", "SELECT id FROM t");

Deno.test("dynamicRag: act orders by the question as it is", async () => {
  assert.deepEqual(
    await recallIds(dynamicRag, [sameSkeleton, sameMask, sameWords], { selector: "act" }),
    [sameWords.id, sameMask.id, sameSkeleton.id],
  );
});

Deno.test("dynamicRag: dail takes like skeletons first, then by the masked question", async () => {
  assert.deepEqual(await recallIds(dynamicRag, [sameMask, sameSkeleton, sameWords]), [
    sameSkeleton.id,
    sameWords.id,
    sameMask.id,
  ]);
});

Deno.test("dynamicRag: three pairs, no repairs or reflections", async () => {
  const entries = [
    ...[0, 1, 2, 3].map((position) => pairAt(position, exampleTask.question, "SELECT 1")),
    entryAt(4),
    entryAt(5, { kind: "reflection" }),
  ];
  assert.deepEqual(await recallIds(dynamicRag, entries), [
    "000000-pair-0",
    "000001-pair-0",
    "000002-pair-0",
  ]);
});

Deno.test("dynamicRag: keeps every confirmed pair, first successes included", () => {
  const [first] = learn(dynamicRag, [{ ...correct, number: 0 }]);
  assert.deepEqual([first!.kind, first!.sqlBefore, first!.sqlAfter, first!.text], [
    "pair",
    "",
    "SELECT name FROM singer",
    "How many <mask> are older than <value>?",
  ]);
  const [repaired] = learn(dynamicRag, [failed, correct]);
  assert.deepEqual([repaired!.sqlBefore, repaired!.failureType], [
    "SELECT nme FROM singer",
    "schema_linking",
  ]);
});

Deno.test("dynamicRag: learns nothing from an unsolved episode", () => {
  assert.deepEqual(learn(dynamicRag, [failed, failed]), []);
  assert.deepEqual(learn(dynamicRag, []), []);
});
