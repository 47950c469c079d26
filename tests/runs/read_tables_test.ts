import assert from "node:assert/strict";
import {
  readManifest,
  readManifestDigest,
  readRequest,
  readVectors,
} from "../../lib/runs/read_tables.ts";
import { createRunFile } from "../../lib/runs/run_file.ts";
import { newPath, worldManifest } from "./world.ts";

Deno.test("readManifest: refuses a run without one", () => {
  using database = createRunFile(":memory:");
  assert.throws(() => readManifest(database), {
    name: "InputError",
    message: 'Cannot read run ":memory:": it has no manifest',
  });
  assert.throws(() => readManifestDigest(database), { name: "InputError" });
});

const whole = worldManifest();
const { method: _, ...methodless } = whole;
const { budget: __, ...unbounded } = whole.configuration;
const manifests: Readonly<Record<string, readonly [text: string, fault: string]>> = {
  "text": ["The manifest", "its manifest is no JSON"],
  "null": ["null", "it has no manifest"],
  "a number": ["7", "its manifest has a number as a whole, need an object"],
  "a list": ["[]", "its manifest has a list as a whole, need an object"],
  "one without method": [JSON.stringify(methodless), "its manifest has no method"],
  "one without budget": [
    JSON.stringify({ ...whole, configuration: unbounded }),
    "its manifest has no configuration.budget",
  ],
  "one with a text for a tree": [
    JSON.stringify({ ...whole, judge: "denotation" }),
    "its manifest has a string as judge, need an object",
  ],
  "one with null for a tree": [
    JSON.stringify({ ...whole, stream: null }),
    "its manifest has null as stream, need an object",
  ],
  "one with a text for a number": [
    JSON.stringify({ ...whole, order: "1" }),
    "its manifest has a string as order, need a number",
  ],
  "one with an object for a list": [
    JSON.stringify({ ...whole, benchmark: { ...whole.benchmark, inputs: {} } }),
    "its manifest has an object as benchmark.inputs, need a list",
  ],
};

for (const [what, [text, fault]] of Object.entries(manifests)) {
  Deno.test(`readManifest: refuses ${what} and names the file`, async () => {
    const path = await newPath();
    using database = createRunFile(path);
    database.prepare("INSERT INTO run VALUES ('manifest', ?)").run(text);
    assert.throws(() => readManifest(database), {
      name: "InputError",
      message: `Cannot read run "${path}": ${fault}`,
    });
  });
}

Deno.test("readManifest: takes values that this kit does not know, and further parts", () => {
  const manifest = { ...whole, method: "of tomorrow", note: 1 };
  using database = createRunFile(":memory:");
  database.prepare("INSERT INTO run VALUES ('manifest', ?)").run(JSON.stringify(manifest));
  assert.deepEqual(readManifest(database), manifest);
});

Deno.test("readRequest: refuses what is no JSON", () => {
  using database = createRunFile(":memory:");
  database.exec("INSERT INTO run VALUES ('request', '{')");
  assert.throws(() => readRequest(database), {
    name: "InputError",
    message: /request is no JSON$/,
  });
});

Deno.test("readVectors: refuses bytes that are no numbers", () => {
  using database = createRunFile(":memory:");
  database.exec("INSERT INTO vectors VALUES ('a text', x'0102030405')");
  assert.throws(() => readVectors(database), {
    name: "InputError",
    message: /the vector of "a text" has 5 bytes$/,
  });
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
