import assert from "node:assert/strict";
import { createScriptedModel } from "../../lib/llm/scripted_model.ts";
import { scriptedModels } from "../../lib/llm/scripted_models.ts";
import { ask } from "./requests.ts";

Deno.test("createScriptedModel: the function sees the request and the call's number", async () => {
  const identity = { name: "fake", digest: "1", server: "test" };
  const model = createScriptedModel({
    identity,
    answer: ({ messages }, call) => `${call}: ${messages[1]?.content}`,
  });
  assert.deepEqual(model.identity, identity);
  assert.equal((await model.complete(ask("a"))).text, "0: a");
  assert.equal((await model.complete(ask("b"))).text, "1: b");
});

Deno.test("createScriptedModel: estimates tokens unless told", async () => {
  const usage = { promptTokens: 1, completionTokens: 2, cachedTokens: 1 };
  const model = createScriptedModel({
    answer: (_request, call) =>
      call === 0 ? "SELECT 1" : { text: "SELECT", usage, finish: "length" },
  });
  const estimated = await model.complete(ask("How many singers?"));
  // "Answer in SQL." has 14 characters, the question 17: 4 and 5 tokens.
  assert.deepEqual(estimated.usage, { promptTokens: 9, completionTokens: 2, cachedTokens: null });
  const told = await model.complete(ask("x"));
  assert.deepEqual([told.usage, told.finish], [usage, "length"]);
});

Deno.test("scriptedModels: count-rows counts a table of the prompt, by seed", async () => {
  const schema = 'CREATE TABLE singer (id);\ncreate table if not exists "song list" (id);';
  const texts = await Promise.all(
    [0, 1, 2].map(async (seed) =>
      (await scriptedModels["count-rows"]().complete(ask(schema, { seed }))).text
    ),
  );
  assert.deepEqual(texts, [
    "```sql\nSELECT count(*) FROM singer\n```",
    '```sql\nSELECT count(*) FROM "song list"\n```',
    "```sql\nSELECT count(*) FROM singer\n```",
  ]);
  const bare = await scriptedModels["count-rows"]().complete(ask("How many singers?"));
  assert.equal(bare.text, "```sql\nSELECT 1\n```");
  const one = await scriptedModels["select-one"]().complete(ask(schema));
  assert.equal(one.text, "```sql\nSELECT 1\n```");
});
