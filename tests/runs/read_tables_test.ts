import assert from "node:assert/strict";
import { readManifest, readRequest, readVectors } from "../../lib/runs/read_tables.ts";
import { createRunFile } from "../../lib/runs/run_file.ts";

Deno.test("readManifest: refuses a run without one", () => {
  using database = createRunFile(":memory:");
  assert.throws(() => readManifest(database), { name: "InputError" });
});

Deno.test("readRequest: a run that keeps none has null", () => {
  using database = createRunFile(":memory:");
  assert.equal(readRequest(database), null);
});

Deno.test("readVectors: numbers as they were, in the order in which they were written", () => {
  using database = createRunFile(":memory:");
  const insert = database.prepare("INSERT INTO vectors VALUES (?, ?)");
  const vectors = new Map([["b", Float32Array.of(0.1, -2)], ["a", Float32Array.of(3, 0)]]);
  for (const [text, vector] of vectors) insert.run(text, new Uint8Array(vector.buffer));
  assert.deepEqual([...readVectors(database)], [...vectors]);
});
