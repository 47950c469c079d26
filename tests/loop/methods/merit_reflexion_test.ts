import assert from "node:assert/strict";
import { merit } from "../../../lib/loop/methods/merit.ts";
import { meritReflexion } from "../../../lib/loop/methods/merit_reflexion.ts";
import { correct, failed, learn } from "./recall.ts";

Deno.test("meritReflexion: merit but for its reflection", () => {
  const { name: _, summary: _summary, reflects, ...rest } = meritReflexion;
  const { name: _name, summary: _words, reflects: _none, ...expected } = merit;
  assert.equal(reflects, "inline");
  assert.deepEqual(rest, expected);
});

Deno.test("meritReflexion: its reflections are not kept for other questions", () => {
  const thoughts = ["The join skipped the bridge table."];
  for (const attempts of [[failed, correct], [failed, failed]]) {
    const kept = learn(meritReflexion, attempts, thoughts);
    assert.deepEqual(kept, learn(merit, attempts));
    assert.deepEqual(kept.map(({ kind, text }) => [kind, text]), [["repair", ""]]);
  }
});
