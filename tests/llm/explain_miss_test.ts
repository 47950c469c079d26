import assert from "node:assert/strict";
import { ReplayMissError } from "../../lib/errors.ts";
import type { LanguageModel, ModelIdentity, ModelRequest } from "../../lib/llm/language_model.ts";
import { openRecording } from "../../lib/llm/open_recording.ts";
import { createRecordedModel } from "../../lib/llm/recorded_model.ts";
import { createScriptedModel } from "../../lib/llm/scripted_model.ts";
import type { DatabaseSync } from "../../lib/sqlite.ts";
import { ask, sampling } from "./requests.ts";

const identity: ModelIdentity = { name: "qwen", digest: "sha256:1", server: "ollama 0.12.6" };

function record(database: DatabaseSync): LanguageModel {
  const model = createScriptedModel({ identity, answer: () => "SELECT 1" });
  return createRecordedModel({ database, model, mode: "record" });
}

async function missMessage(database: DatabaseSync, request: ModelRequest): Promise<string> {
  const model = createRecordedModel({ database, model: identity, mode: "replay" });
  const error = await model.complete(request).then(() => undefined, (error: unknown) => error);
  assert.ok(error instanceof ReplayMissError, `Expected a ReplayMissError, got ${error}`);
  return error.message;
}

Deno.test("explainMiss: a miss names context, message, place and both texts", async () => {
  using database = openRecording(":memory:");
  const model = record(database);
  await model.complete(ask("How many singers are from France?"));
  await model.complete(ask("List all concerts"));
  await model.complete({ messages: [{ role: "user", content: "How many" }], sampling });
  assert.equal(
    await missMessage(database, {
      ...ask("How many singers are in Spain?"),
      context: "task dev-12, method merit, attempt 2",
    }),
    "Cannot replay task dev-12, method merit, attempt 2: message 2 of 2 (user) differs from the " +
      'nearest recorded call at character 21: recorded …"ow many singers are from France?", ' +
      'asked …"ow many singers are in Spain?"',
  );
});

Deno.test("explainMiss: a miss by length, role, sampling, identity, or in an empty recording", async () => {
  using database = openRecording(":memory:");
  assert.match(
    await missMessage(database, ask("x")),
    /^Cannot replay a call: the recording holds no call$/,
  );
  const model = record(database);
  await model.complete(ask("x", { temperature: 0.7, seed: 1 }));
  await model.complete(ask("x", { seed: 1, maxTokens: 10 }));
  const [system, user] = ask("x").messages;
  assert.match(
    await missMessage(database, { messages: [system!], sampling }),
    /the nearest recorded call goes on with a message 2 after the 1 asked$/,
  );
  assert.match(
    await missMessage(database, { messages: [system!, user!, user!], sampling }),
    /the nearest recorded call ends before message 3 of 3 \(user\)$/,
  );
  assert.match(
    await missMessage(database, { messages: [system!, { ...user!, role: "assistant" }], sampling }),
    /message 2 of 2 \(assistant, recorded as user\) differs/,
  );
  assert.match(
    await missMessage(database, ask("x", { seed: 2, maxTokens: 10 })),
    /the messages are those of a recorded call, which differs in seed \(recorded 1, asked 2\)$/,
  );
  const other = { ...identity, digest: "" };
  const replay = createRecordedModel({ database, model: other, mode: "replay" });
  await assert.rejects(
    replay.complete(ask("x", { seed: 1, maxTokens: 10 })),
    /differs in digest \(recorded "sha256:1", asked ""\)$/,
  );
  const second = { database, model: identity, mode: "replay", sampleIndex: 1 } as const;
  await assert.rejects(
    createRecordedModel(second).complete(ask("x", { seed: 1, maxTokens: 10 })),
    /differs in sampleIndex \(recorded 0, asked 1\)$/,
  );
});
