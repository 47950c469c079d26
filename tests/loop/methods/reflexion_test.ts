import assert from "node:assert/strict";
import { reflexion } from "../../../lib/loop/methods/reflexion.ts";
import { entryAt } from "../../memory/entries.ts";
import { correct, failed, learn, recallIds } from "./recall.ts";

const reflectionAt = (position: number, polarity: "positive" | "negative") =>
  entryAt(position, { kind: "reflection", polarity, text: "Spell the columns of singers right." });
const entries = [
  reflectionAt(0, "positive"),
  reflectionAt(1, "negative"),
  reflectionAt(2, "positive"),
  reflectionAt(3, "negative"),
  entryAt(4),
  entryAt(5, { kind: "pair" }),
];

Deno.test("reflexion: three reflections of either polarity", async () => {
  assert.deepEqual(await recallIds(reflexion, entries), [
    "000000-reflection-0",
    "000001-reflection-0",
    "000002-reflection-0",
  ]);
});

Deno.test("reflexion: the original shares none between questions", async () => {
  assert.deepEqual(
    await recallIds(reflexion, entries, { reflexion: { shared: false, own: 3 } }),
    [],
  );
});

Deno.test("reflexion: keeps the last reflection, with the outcome's polarity", () => {
  const kept = [[failed, correct], [failed, failed]].map((attempts) =>
    learn(reflexion, attempts, ["An early thought.", "The last thought."]).map((entry) => [
      entry.kind,
      entry.polarity,
      entry.text,
    ])
  );
  assert.deepEqual(kept, [
    [["reflection", "positive", "The last thought."]],
    [["reflection", "negative", "The last thought."]],
  ]);
});

Deno.test("reflexion: keeps nothing where nothing was reflected", () => {
  assert.deepEqual(learn(reflexion, [correct]), []);
  assert.deepEqual(learn(reflexion, [], ["A thought without an attempt."]), []);
});
