import assert from "node:assert/strict";
import { readPaperResults } from "../../lib/analysis/paper_results.ts";

async function readText(text: string) {
  const path = await Deno.makeTempFile({ suffix: ".json" });
  try {
    await Deno.writeTextFile(path, text);
    return await readPaperResults(new URL(`file://${path}`));
  } finally {
    await Deno.remove(path);
  }
}

Deno.test("readPaperResults: the paper's numbers", async () => {
  const { accuracy, ablations, model } = await readPaperResults();
  const find = (benchmark: string) =>
    Object.fromEntries(
      accuracy.filter((row) => row.benchmark === benchmark)
        .map(({ method, percent }) => [method, percent]),
    );
  assert.equal(model, "Qwen2.5-7B-Instruct");
  assert.deepEqual(find("spider"), {
    stateless: 66.34,
    "dynamic-rag": 69.79,
    reflexion: 68.38,
    merit: 69.79,
  });
  assert.deepEqual(find("bird"), {
    stateless: 47.35,
    "dynamic-rag": 48.15,
    reflexion: 51.24,
    merit: 48.44,
  });
  assert.deepEqual(ablations.map(({ points }) => points), [-0.13, -0.58, -2.74]);
});

Deno.test("readPaperResults: a broken file is refused by name", async () => {
  await assert.rejects(readText("{"), /Cannot read file:.*\.json: /);
  await assert.rejects(readText("{}"), /source is undefined, need a text/);
  await assert.rejects(
    readText('{"source":"","model":"","budget":7,"accuracy":[{"benchmark":1}],"ablations":[]}'),
    /benchmark is 1, need a text/,
  );
});
