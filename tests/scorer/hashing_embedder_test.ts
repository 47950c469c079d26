import assert from "node:assert/strict";
import { createHashingEmbedder } from "../../lib/scorer/hashing_embedder.ts";
import { testEmbedderContract } from "./embedder_contract.ts";

testEmbedderContract({
  name: "createHashingEmbedder",
  open: () => ({ embedder: createHashingEmbedder(), close: () => Promise.resolve() }),
});

Deno.test("createHashingEmbedder: a text without terms gives the zero vector", async () => {
  const vectors = await createHashingEmbedder().embed(["", " ; "]);
  for (const vector of vectors) assert.deepEqual(vector, new Float32Array(64));
});

Deno.test("createHashingEmbedder: one term is one component, on every machine the same", async () => {
  const [vector] = await createHashingEmbedder().embed(["singer singer"]);
  const [singer, ...others] = [...vector!.entries()].filter(([, value]) => value !== 0);
  assert.equal(others.length, 0);
  assert.deepEqual(singer, [41, 1]);
});
