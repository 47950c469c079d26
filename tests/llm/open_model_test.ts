import assert from "node:assert/strict";
import { InputError } from "../../lib/errors.ts";
import { ModelCallError } from "../../lib/llm/model_call_error.ts";
import { openModel } from "../../lib/llm/open_model.ts";
import {
  findClosedUrl,
  ollamaAnswer,
  openAIAnswer,
  startOllama,
  startOpenAI,
} from "./fake_servers.ts";
import { ask } from "./requests.ts";

const readVariable = () => undefined;

Deno.test("openModel: ollama and openai texts reach their servers", async () => {
  await using ollama = startOllama(() => ollamaAnswer("SELECT 1"));
  const local = await openModel(`ollama:qwen2.5-coder:1.5b@${ollama.url}`);
  assert.equal(local.identity.name, "qwen2.5-coder:1.5b");
  assert.equal((await local.complete(ask("x"))).text, "SELECT 1");
  await using openai = startOpenAI(() => openAIAnswer("SELECT 2"));
  const served = await openModel(`openai:qwen-1.5b-q8@${openai.url}/v1`, { readVariable });
  assert.equal((await served.complete(ask("x"))).text, "SELECT 2");
  assert.equal(openai.calls[0]?.headers.get("authorization"), null);
});

Deno.test("openModel: the key comes from the variable named", async () => {
  await using server = startOpenAI(() => openAIAnswer("SELECT 1"));
  const variables: Readonly<Record<string, string>> = { OPENAI_API_KEY: " a\n", MY_KEY: "b" };
  const options = { readVariable: (name: string) => variables[name] };
  const spec = `openai:qwen-1.5b-q8@${server.url}`;
  await (await openModel(spec, options)).complete(ask("x"));
  await (await openModel(spec, { ...options, keyVariable: "MY_KEY" })).complete(ask("x"));
  assert.deepEqual(server.calls.map(({ headers }) => headers.get("authorization")), [
    "Bearer a",
    "Bearer b",
  ]);
});

Deno.test("openModel: servers are retried", async () => {
  await using server = startOpenAI(({ number }) =>
    number === 0 ? new Response("", { status: 503 }) : openAIAnswer("SELECT 1")
  );
  const model = await openModel(`openai:qwen-1.5b-q8@${server.url}`, {
    readVariable,
    retries: { sleep: () => Promise.resolve() },
  });
  assert.equal((await model.complete(ask("x"))).retries.length, 1);
});

Deno.test("openModel: several servers share the calls, and one that is away is passed over", async () => {
  await using one = startOpenAI(() => openAIAnswer("one"));
  await using two = startOpenAI(() => openAIAnswer("two"));
  const closed = await findClosedUrl();
  const spec = `openai:qwen-1.5b-q8@${closed}, ${one.url},${two.url}/v1`;
  const model = await openModel(spec, { readVariable });
  const answers = await Promise.all([model.complete(ask("x")), model.complete(ask("y"))]);
  assert.deepEqual(answers.map(({ text }) => text).toSorted(), ["one", "two"]);
  await assert.rejects(openModel(`openai:m@${closed},${closed}`, { readVariable }), ModelCallError);
  await assert.rejects(
    openModel(`openai:other@${one.url},${closed}`, { readVariable }),
    InputError,
  );
});

Deno.test("openModel: a server that was away at the start takes calls once it is there", async () => {
  await using one = startOpenAI(() => openAIAnswer("one"));
  const away = await findClosedUrl();
  const spec = `openai:qwen-1.5b-q8@${away},${one.url}`;
  const model = await openModel(spec, { readVariable, pauseMs: 0 });
  const [missed] = (await model.complete(ask("x"))).retries;
  assert.match(missed!.message, /Cannot reach/);
  {
    await using _late = startOpenAI(() => openAIAnswer("late"), {}, Number(new URL(away).port));
    const texts = [];
    for (let call = 0; call < 4; call++) texts.push((await model.complete(ask(`${call}`))).text);
    assert.ok(texts.includes("late"), texts.join());
  }
  assert.equal((await model.complete(ask("after"))).text, "one");
});

Deno.test("openModel: servers of one name with other weights are refused", async () => {
  await using one = startOpenAI(() => openAIAnswer("one"));
  await using two = startOpenAI(() => openAIAnswer("two"), {
    "/v1/models": () => Response.json({ data: [{ id: "qwen-1.5b-q8", digest: "sha256:2" }] }),
  });
  await assert.rejects(
    openModel(`openai:qwen-1.5b-q8@${one.url},${two.url}`, { readVariable }),
    /need the same model on every server/,
  );
});

Deno.test("openModel: texts of no known form are InputErrors that help", async () => {
  const cases = [
    ["olama:qwen", /its kind is "olama" \(nearest: "ollama"\), need ollama:NAME/],
    ["gpt-4", /its kind is "gpt-4"/],
    ["", /its kind is ""/],
    ["ollama", /it has no name/],
    ["ollama:", /it has no name/],
    ["openai:@http://127.0.0.1:8080", /it has no name/],
    ["openai:qwen", /it has no http:\/\/ address/],
    ["openai:qwen@127.0.0.1:8080", /it has no http:\/\/ address/],
    ["ollama:qwen@127.0.0.1:11434", /its address is not http:\/\/HOST:PORT/],
    ["ollama:qwen@http://127.0.0.1:1,http://127.0.0.1:2", /it has 2 addresses/],
    ["scripted:select-one@http://127.0.0.1:1", /it has an address/],
    ["scripted:select-on", /need one of select-one, count-rows \(nearest: select-one\)/],
  ] as const;
  for (const [spec, message] of cases) {
    await assert.rejects(openModel(spec, { readVariable }), (error) => {
      assert.ok(error instanceof InputError, `Expected an InputError for ${spec}, got ${error}`);
      assert.match(error.message, message);
      return true;
    });
  }
});
