import assert from "node:assert/strict";
import { nearestName } from "../lib/nearest_name.ts";

Deno.test("nearestName: the fewest edits win, capitals are no edits, the first of equals", () => {
  assert.equal(nearestName("OPNEAI", ["ollama", "openai"]), "openai");
  assert.equal(nearestName("qwen:7b", ["phi:latest", "qwen:1.5b", "qwen:3b"]), "qwen:3b");
  assert.equal(nearestName("b", ["c", "a"]), "c");
  assert.equal(nearestName("", ["ab", "a"]), "a");
  assert.equal(nearestName("x", []), undefined);
});
