import assert from "node:assert/strict";
import { InfrastructureError, ReplayMissError } from "../../lib/errors.ts";
import type {
  LanguageModel,
  ModelIdentity,
  ModelRequest,
  Sampling,
} from "../../lib/llm/language_model.ts";
import { openRecording } from "../../lib/llm/open_recording.ts";
import { createRecordedModel } from "../../lib/llm/recorded_model.ts";
import { readRecordedIdentities } from "../../lib/llm/recording_tables.ts";
import { createScriptedModel } from "../../lib/llm/scripted_model.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { ask, sampling } from "./requests.ts";

const identity: ModelIdentity = { name: "qwen", digest: "sha256:1", server: "ollama 0.12.6" };

/** Answers `SELECT n` for its n-th call. */
function createCounting(as: ModelIdentity = identity) {
  const seen = { calls: 0 };
  const model = createScriptedModel({
    identity: as,
    answer(_request, call) {
      seen.calls++;
      return `SELECT ${call}`;
    },
  });
  return { model, seen };
}

function record(database: DatabaseSync, model: LanguageModel): LanguageModel {
  return createRecordedModel({ database, model, mode: "record" });
}

Deno.test("createRecordedModel: a recorded call is replayed alike, offline", async () => {
  using database = openRecording(":memory:");
  const usage = { promptTokens: 10, completionTokens: 20, cachedTokens: 5 };
  const text = "\ufeff```sql\nSELECT 'naïve 🎤\u0000'\n```" + " ".repeat(500);
  const model = createScriptedModel({
    identity,
    answer: () => ({ text, usage, finish: "length" }),
  });
  const live = await record(database, model).complete(ask("How many?"));
  const replay = createRecordedModel({ database, model: identity, mode: "replay" });
  const replayed = await replay.complete(ask("How many?"));
  assert.deepEqual(live, {
    text,
    usage,
    durationMs: 0,
    finish: "length",
    source: "live",
    retries: [],
  });
  assert.deepEqual(replayed, { ...live, source: "replayed" });
  assert.deepEqual(replay.identity, identity);
  assert.deepEqual(readRecordedIdentities(database), [identity]);
});

Deno.test("createRecordedModel: replay mode never asks a model that is passed", async () => {
  using database = openRecording(":memory:");
  const { model, seen } = createCounting();
  const replay = createRecordedModel({ database, model, mode: "replay" });
  await assert.rejects(replay.complete(ask("x")), ReplayMissError);
  assert.equal(seen.calls, 0);
});

Deno.test("createRecordedModel: G7-01 each part of the request makes a call of its own", async () => {
  using database = openRecording(":memory:");
  const { model, seen } = createCounting();
  const { model: otherWeights } = createCounting({ ...identity, digest: "sha256:2" });
  const { model: otherServer } = createCounting({ ...identity, server: "ollama 0.13.0" });
  const system = (content: string): ModelRequest => ({
    messages: [{ role: "system", content }, { role: "user", content: "x" }],
    sampling,
  });
  const { seed: _seed, ...withoutSeed } = sampling;
  const unseeded = { ...ask("x"), sampling: withoutSeed as Sampling };
  const calls: readonly (readonly [LanguageModel, ModelRequest])[] = [
    [model, ask("x")],
    [model, ask("x", { temperature: 0.7 })],
    [model, ask("x", { topP: 0.95 })],
    [model, ask("x", { maxTokens: 1 })],
    [model, ask("x", { seed: 0 })],
    [model, unseeded],
    [model, ask("x", { contextTokens: 8192 })],
    [model, system("Other words.")],
    [model, { messages: [{ role: "user", content: "x" }], sampling }],
    [model, { messages: [...ask("x").messages].reverse(), sampling }],
    [otherWeights, ask("x")],
    [otherServer, ask("x")],
  ];
  for (const [asked, request] of calls) {
    assert.equal((await record(database, asked).complete(request)).source, "live");
  }
  for (const [asked, request] of calls) {
    assert.equal((await record(database, asked).complete(request)).source, "replayed");
  }
  assert.equal(seen.calls, 10);
});

Deno.test("createRecordedModel: G7-01 key order, undefined fields and context are not in the key", async () => {
  using database = openRecording(":memory:");
  const { model, seen } = createCounting();
  await record(database, model).complete({ ...ask("x"), context: "task 1" });
  const shuffled = {
    context: "task 2, another method",
    sampling: {
      contextTokens: 4096,
      seed: 7,
      stop: undefined,
      maxTokens: 256,
      topP: 1,
      temperature: 0,
    },
    messages: ask("x").messages.map(({ role, content }) => ({ content, role })),
  };
  const response = await record(database, model).complete(shuffled);
  assert.equal(response.source, "replayed");
  assert.equal(seen.calls, 1);
});

Deno.test("createRecordedModel: the sample index tells answers to one request apart", async () => {
  using database = openRecording(":memory:");
  const { model } = createCounting();
  const sample = (sampleIndex: number) =>
    createRecordedModel({ database, model, mode: "record", sampleIndex }).complete(ask("x"));
  const texts = [];
  for (const index of [0, 1, 0, 1]) texts.push((await sample(index)).text);
  assert.deepEqual(texts, ["SELECT 0", "SELECT 1", "SELECT 0", "SELECT 1"]);
  for (const sampleIndex of [-1, 0.5, NaN]) {
    assert.throws(
      () => createRecordedModel({ database, model, mode: "record", sampleIndex }),
      RangeError,
    );
  }
});

Deno.test("createRecordedModel: G7-10 replayed calls can be told from live ones, so that they add nothing to the cost", async () => {
  using database = openRecording(":memory:");
  const usage = { promptTokens: 10, completionTokens: 20, cachedTokens: 5 };
  const model = record(database, createScriptedModel({ answer: () => ({ text: "x", usage }) }));
  const responses = [];
  for (let call = 0; call < 3; call++) responses.push(await model.complete(ask("x")));
  assert.deepEqual(responses.map((one) => one.source), ["live", "replayed", "replayed"]);
  assert.deepEqual(responses.map((one) => one.usage), [usage, usage, usage]);
});

Deno.test("createRecordedModel: errors and cut prompts are asked again, an empty answer is kept as such", async () => {
  using database = openRecording(":memory:");
  const answers = [
    { text: "SELECT 1", finish: "truncated_prompt" },
    { text: "", finish: "empty" },
  ] as const;
  const model = record(
    database,
    createScriptedModel({
      answer(_request, call) {
        if (call === 0) throw new InfrastructureError("Cannot reach the server");
        return answers[call - 1]!;
      },
    }),
  );
  await assert.rejects(model.complete(ask("x")), /Cannot reach the server/);
  const sources = [];
  for (let call = 0; call < 3; call++) {
    const { finish, source } = await model.complete(ask("x"));
    sources.push([finish, source]);
  }
  assert.deepEqual(sources, [
    ["truncated_prompt", "live"],
    ["empty", "live"],
    ["empty", "replayed"],
  ]);
});

Deno.test("createRecordedModel: a caller cannot change a kept answer", async () => {
  using database = openRecording(":memory:");
  const model = record(database, createCounting().model);
  for (let call = 0; call < 2; call++) {
    const response = await model.complete(ask("x"));
    assert.throws(() => Object.assign(response, { text: "SELECT 9" }), TypeError);
    assert.throws(() => Object.assign(response.usage, { promptTokens: 0 }), TypeError);
    assert.throws(() => (response.retries as unknown[]).push({}), TypeError);
  }
  assert.equal((await model.complete(ask("x"))).text, "SELECT 0");
});

Deno.test("createRecordedModel: equal calls at once ask the model once, over two recorders", async () => {
  using database = openRecording(":memory:");
  const { model: counting, seen } = createCounting();
  const slow: LanguageModel = {
    identity,
    async complete(request, signal) {
      await Promise.resolve();
      return counting.complete(request, signal);
    },
  };
  const one = record(database, slow), two = record(database, slow);
  const responses = await Promise.all([
    one.complete(ask("x")),
    two.complete(ask("x")),
    one.complete(ask("x")),
    one.complete(ask("y")),
  ]);
  assert.equal(seen.calls, 2);
  assert.deepEqual(responses.map(({ source }) => source), ["live", "replayed", "replayed", "live"]);
  assert.equal(new Set(responses.slice(0, 3).map(({ text }) => text)).size, 1);
});

Deno.test("createRecordedModel: a database without the tables is broken machinery, said plainly", () => {
  using database = new DatabaseSync(":memory:");
  assert.throws(
    () => record(database, createCounting().model),
    /Cannot read the recording: no such table/,
  );
});

Deno.test("createRecordedModel: an answer that cannot be kept is not given out", async () => {
  using database = openRecording(":memory:");
  const model = record(database, createCounting().model);
  database.exec("PRAGMA query_only = 1");
  await assert.rejects(
    model.complete(ask("x")),
    (error) =>
      error instanceof InfrastructureError && /Cannot write the recording/.test(error.message),
  );
  database.exec("PRAGMA query_only = 0");
  assert.equal((await model.complete(ask("x"))).source, "live");
});

Deno.test("createRecordedModel: a full disk is told with the file and how to go on", async () => {
  const path = `${await Deno.makeTempDir()}/calls.sqlite`;
  using database = openRecording(path);
  database.exec("PRAGMA max_page_count = 1");
  const model = record(database, createScriptedModel({ answer: () => "x".repeat(1e6) }));
  const noise = crypto.getRandomValues(new Uint8Array(50_000)).toHex();
  await assert.rejects(model.complete(ask(noise)), {
    name: "InfrastructureError",
    message: `Cannot write the recording ${path}: database or disk is full; what was recorded is ` +
      "kept: mend that, then go on",
  });
});
