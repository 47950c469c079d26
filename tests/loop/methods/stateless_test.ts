import assert from "node:assert/strict";
import { stateless } from "../../../lib/loop/methods/stateless.ts";
import { entryAt } from "../../memory/entries.ts";
import { correct, failed, learn, recallIds } from "./recall.ts";

Deno.test("stateless: recalls nothing and learns nothing", async () => {
  const entries = [entryAt(0), entryAt(1, { kind: "pair" }), entryAt(2, { kind: "reflection" })];
  assert.deepEqual(await recallIds(stateless, entries), []);
  assert.deepEqual(learn(stateless, [failed, correct], ["A thought of five words."]), []);
  assert.deepEqual(learn(stateless, [failed, failed], ["A thought of five words."]), []);
});
