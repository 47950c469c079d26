/**
 * Checks with real weights, run by `transformers_embedder_test.ts` in a process of their own, which
 * has no network and writes no lock file. Argument: the folder that holds the model's folder.
 *
 * @module
 */
import assert from "node:assert/strict";
import { createTransformersEmbedder } from "../../../lib/scorer/transformers_embedder.ts";
import { testEmbedderContract } from "../embedder_contract.ts";
import reference from "../reference/minilm_reference.json" with { type: "json" };

const folder = Deno.args[0]!;
const minilm = createTransformersEmbedder({ folder });

testEmbedderContract({
  name: "createTransformersEmbedder",
  open: () => ({ embedder: minilm, close: () => Promise.resolve() }),
});

Deno.test("createTransformersEmbedder: equals ONNX Runtime under Python (G6-04)", async () => {
  const vectors = await minilm.embed(reference.texts);
  for (const [i, vector] of vectors.entries()) {
    reference.first_components[i]!.forEach((value, j) => {
      assert.ok(Math.abs(vector[j]! - value) < 1e-6, `text ${i}, component ${j}`);
    });
    const cosine = vector.reduce((sum, value, j) => sum + value * vectors[0]![j]!, 0);
    assert.ok(Math.abs(cosine - reference.cosines_with_first[i]!) < 1e-5, `text ${i}`);
  }
});

Deno.test("createTransformersEmbedder: a text is cut at 512 tokens, not before", async () => {
  const [short, longer, longest] = await minilm.embed([500, 520, 600].map((n) => "a ".repeat(n)));
  assert.notDeepEqual(short, longer);
  assert.deepEqual(longer, longest);
});

Deno.test("createTransformersEmbedder: checks the digest of the weights", async () => {
  const digest = reference.weights_sha256;
  const [vector] = await createTransformersEmbedder({ folder, digest }).embed(["a"]);
  assert.deepEqual(vector, (await minilm.embed(["a"]))[0]);
});
