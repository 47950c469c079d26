import assert from "node:assert/strict";
import { resample } from "../../../lib/loop/methods/resample.ts";
import { entryAt } from "../../memory/entries.ts";
import { correct, failed, learn, recallIds } from "./recall.ts";

Deno.test("resample: recalls nothing and learns nothing", async () => {
  const entries = [entryAt(0), entryAt(1, { kind: "pair" }), entryAt(2, { kind: "reflection" })];
  assert.deepEqual(await recallIds(resample, entries), []);
  assert.deepEqual(learn(resample, [failed, correct], ["A thought of five words."]), []);
  assert.deepEqual(learn(resample, [failed, failed], ["A thought of five words."]), []);
});
