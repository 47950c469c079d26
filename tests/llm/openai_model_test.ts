import assert from "node:assert/strict";
import { InputError } from "../../lib/errors.ts";
import { ModelCallError } from "../../lib/llm/model_call_error.ts";
import { openOpenAIModel } from "../../lib/llm/openai_model.ts";
import { withRetries } from "../../lib/llm/with_retries.ts";
import { delay, findClosedUrl, openAIAnswer, startOpenAI, startRaw } from "./fake_servers.ts";
import { ask } from "./requests.ts";

const name = "qwen-1.5b-q8";
const key = "sk-secret-123";

async function fails(work: Promise<unknown>): Promise<ModelCallError> {
  const error = await work.then(() => undefined, (error: unknown) => error);
  assert.ok(error instanceof ModelCallError, `Expected a ModelCallError, got ${error}`);
  return error;
}

Deno.test("openOpenAIModel: identity of llama.cpp holds the file's name, its size and the build", async () => {
  await using server = startOpenAI(() => openAIAnswer("SELECT 1"));
  const expected = {
    name,
    digest: "bytes:1646569984,parameters:1543714304",
    server: "llama.cpp b4242-abcdef",
  };
  for (const asked of [name, `${name}.gguf`, "/data/models/qwen-1.5b-q8.gguf"]) {
    for (const url of [server.url, `${server.url}/`, `${server.url}/v1`, `${server.url}/v1/`]) {
      assert.deepEqual((await openOpenAIModel({ name: asked, url })).identity, expected);
    }
  }
});

Deno.test("openOpenAIModel: identity of other servers", async () => {
  const missing = () => new Response("no", { status: 404 });
  await using vllm = startOpenAI(() => openAIAnswer(""), {
    "/v1/models": () => Response.json({ data: [{ id: "Qwen/Qwen2.5-Coder", owned_by: "vllm" }] }),
    "/version": () => Response.json({ version: "0.11.0" }),
  });
  const { identity } = await openOpenAIModel({ name: "Qwen/Qwen2.5-Coder", url: vllm.url });
  assert.deepEqual(identity, { name: "Qwen/Qwen2.5-Coder", digest: "", server: "vllm 0.11.0" });
  await using bare = startOpenAI(() => openAIAnswer(""), {
    "/v1/models": missing,
    "/props": missing,
  });
  assert.deepEqual((await openOpenAIModel({ name: "any", url: bare.url })).identity, {
    name: "any",
    digest: "",
    server: "openai-compatible",
  });
});

Deno.test("openOpenAIModel: an unknown name is an InputError that names the nearest", async () => {
  await using server = startOpenAI(() => openAIAnswer(""));
  await assert.rejects(
    openOpenAIModel({ name: "qwen-1.5b-q4", url: server.url }),
    (error: Error) => {
      assert.ok(error instanceof InputError);
      assert.match(error.message, /"qwen-1.5b-q4".*nearest is "qwen-1.5b-q8"/);
      assert.doesNotMatch(error.message, /data\/models/);
      return true;
    },
  );
});

Deno.test("openOpenAIModel: addresses with a password or query, without http or with nobody there", async () => {
  const secrets = ["me:hunter2@127.0.0.1:1", "127.0.0.1:1/v1?key=hunter2", "127.0.0.1:1/#hunter2"];
  for (const secret of secrets) {
    await assert.rejects(
      openOpenAIModel({ name, url: `http://${secret}` }),
      (error: Error) => error instanceof InputError && !error.message.includes("hunter2"),
    );
  }
  await assert.rejects(openOpenAIModel({ name, url: "ftp://127.0.0.1" }), InputError);
  const url = await findClosedUrl();
  const error = await fails(openOpenAIModel({ name, url }));
  assert.equal(error.failure, "unreachable");
  assert.match(
    error.message,
    new RegExp(`^Cannot reach the model server at ${url}: is it running`),
  );
});

Deno.test("openOpenAIModel: sends messages, sampling and key", async () => {
  await using server = startOpenAI(() => openAIAnswer("SELECT 1"));
  const model = await openOpenAIModel({ name, url: server.url, apiKey: key });
  const request = ask("How many singers?", { temperature: 0.7, topP: 0.95 });
  await model.complete({ ...request, context: "task 3" });
  assert.deepEqual(server.calls[0]?.body, {
    model: "/data/models/qwen-1.5b-q8.gguf",
    messages: request.messages,
    temperature: 0.7,
    top_p: 0.95,
    max_tokens: 256,
    seed: 7,
  });
  assert.equal(server.calls[0]?.headers.get("authorization"), `Bearer ${key}`);
});

Deno.test("openOpenAIModel: G7-10 cached prompt tokens are a part of the prompt tokens", async () => {
  const answers = [
    {
      usage: {
        prompt_tokens: 10,
        completion_tokens: 20,
        prompt_tokens_details: { cached_tokens: 5 },
      },
    },
    { timings: { cache_n: 7, prompt_n: 3 } },
    {},
  ];
  await using server = startOpenAI(({ number }) => openAIAnswer("SELECT 1", answers[number]));
  const model = await openOpenAIModel({ name, url: server.url });
  for (const cachedTokens of [5, 7, null]) {
    const { usage } = await model.complete(ask("x"));
    assert.deepEqual(usage, { promptTokens: 10, completionTokens: 20, cachedTokens });
  }
});

Deno.test("openOpenAIModel: finish", async () => {
  const choice = (content: string | null, finish_reason: string | null, more = {}) =>
    openAIAnswer(null, { choices: [{ message: { content, ...more }, finish_reason }] });
  const cases = [
    [() => choice("SELECT 1", "stop"), "stop"],
    [() => choice("SELECT", "length"), "length"],
    [() => choice(null, "stop"), "empty"],
    [() => choice("", "length", { reasoning_content: "SELECT 2" }), "empty"],
  ] as const;
  await using server = startOpenAI(({ number }) => cases[number]![0]());
  const model = await openOpenAIModel({ name, url: server.url });
  for (const [, finish] of cases) {
    const response = await model.complete(ask("x"));
    assert.equal(response.finish, finish);
    assert.doesNotMatch(response.text, /SELECT 2/);
  }
});

Deno.test("openOpenAIModel: G6-07 a prompt cut in silence is marked", async () => {
  await using server = startOpenAI(() =>
    openAIAnswer("SELECT 1", { usage: { prompt_tokens: 2050, completion_tokens: 3 } })
  );
  const model = await openOpenAIModel({ name, url: server.url });
  const long = ask("SELECT name FROM singer WHERE age > 30; ".repeat(800));
  assert.equal((await model.complete(long)).finish, "truncated_prompt");
});

Deno.test("openOpenAIModel: a prompt too long for the window is refused in plain words", async () => {
  const bodies = [
    {
      error: {
        code: 400,
        type: "exceed_context_size_error",
        message: "request (9412 tokens) exceeds the available context size (8192 tokens)",
      },
    },
    { object: "error", message: "This model's maximum context length is 4096 tokens." },
  ];
  await using server = startOpenAI(({ number }) => Response.json(bodies[number], { status: 400 }));
  const model = withRetries(await openOpenAIModel({ name, url: server.url }));
  for (const tokens of [/8192/, /4096/]) {
    const error = await fails(model.complete(ask("x")));
    assert.equal(error.failure, "refused");
    assert.match(error.message, /the prompt is too long for its context window/);
    assert.match(error.message, tokens);
  }
  assert.equal(server.calls.length, 2);
});

Deno.test("openOpenAIModel: the key is struck out of error texts", async () => {
  await using server = startOpenAI(() =>
    Response.json({ error: { message: `Incorrect API key provided: ${key}.` } }, { status: 401 })
  );
  const model = await openOpenAIModel({ name, url: server.url, apiKey: key });
  const error = await fails(model.complete(ask("x")));
  assert.match(error.message, /status 401: Incorrect API key provided: \[key\]\./);
  assert.ok(!Deno.inspect(error, { depth: 10 }).includes(key));
});

Deno.test("openOpenAIModel: a key rejected at opening is the user's to mend", async () => {
  await using server = startOpenAI(() => openAIAnswer(""), {
    "/v1/models": () => new Response(`bad key ${key}`, { status: 401 }),
  });
  await assert.rejects(openOpenAIModel({ name, url: server.url, apiKey: key }), (error: Error) => {
    assert.ok(error instanceof InputError);
    assert.ok(!Deno.inspect(error, { depth: 10 }).includes(key));
    return /rejects the key .*OPENAI_API_KEY/.test(error.message);
  });
});

Deno.test("openOpenAIModel: answers that make no sense are broken, never text", async () => {
  const choice = (message: unknown, finish_reason: string | null = "stop") =>
    openAIAnswer(null, { choices: [{ message, finish_reason }] });
  const cases: readonly (readonly [() => Response, RegExp])[] = [
    [() => new Response("<html>proxy</html>"), /need JSON, got "<html>proxy<\/html>"/],
    [() => Response.json({ error: { message: "out of memory" } }), /out of memory/],
    [() => Response.json({}), /finish_reason is undefined/],
    [() => openAIAnswer("SELECT 1", { usage: null }), /token counts are missing/],
    ...["abort", "content_filter", "tool_calls", null].map((reason) =>
      [
        () => choice({ content: null }, reason),
        new RegExp(`finish_reason is ${JSON.stringify(reason)}, need "stop" or "length"`),
      ] as const
    ),
    [
      () => choice({ content: [{ type: "text", text: "SELECT 1" }] }),
      /content is \[{"type":"text"/,
    ],
    [() => choice({ content: { a: 1 } }), /content is {"a":1}, need a text/],
    [() => choice({ content: 42 }), /content is 42, need a text/],
    [() => choice(undefined), /holds no message/],
    [() => Response.json({ error: `no such key: ${key}` }), /no such key: \[key\]$/],
    [() => openAIAnswer("x".repeat(262_145)), /has 262145 characters, need what 256 tokens can/],
  ];
  await using server = startOpenAI(({ number }) => cases[number]![0]());
  const model = await openOpenAIModel({ name, url: server.url, apiKey: key });
  for (const [, message] of cases) {
    const error = await fails(model.complete(ask("x")));
    assert.equal(error.failure, "broken");
    assert.match(error.message, message);
  }
});

Deno.test("openOpenAIModel: token counts that no text can have are broken", async () => {
  const cases = [
    [{ prompt_tokens: 2 ** 53 - 1, completion_tokens: 20 }, /prompt tokens are 9007199254740991/],
    [{ prompt_tokens: 0, completion_tokens: 20 }, /prompt tokens are 0, need 1 to 4111/],
    [{ prompt_tokens: 10, completion_tokens: 265 }, /completion tokens are 265, need 1 to 264/],
    [{ prompt_tokens: 10, completion_tokens: 0 }, /completion tokens are 0/],
    [
      { prompt_tokens: 10, completion_tokens: 9, prompt_tokens_details: { cached_tokens: 11 } },
      /cached tokens are 11, need 0 to 10/,
    ],
  ] as const;
  await using server = startOpenAI(({ number }) =>
    openAIAnswer("SELECT 1", { usage: cases[number]![0] })
  );
  const model = await openOpenAIModel({ name, url: server.url });
  for (const [, message] of cases) {
    const error = await fails(model.complete(ask("x")));
    assert.equal(error.failure, "broken");
    assert.match(error.message, message);
  }
});

Deno.test("openOpenAIModel: a line cut before and inside the answer is broken", async () => {
  for (const bytes of ["", 'HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"choices":']) {
    await using server = startRaw(bytes, { cut: true });
    const model = await openOpenAIModel({ name, url: server.url });
    assert.equal((await fails(model.complete(ask("x")))).failure, "broken");
  }
});

Deno.test("openOpenAIModel: G6-10 a slow answer arrives, a hanging server times out", async () => {
  await using slow = startOpenAI(async () => {
    await delay(310);
    return openAIAnswer("SELECT 1");
  });
  const patient = withRetries(await openOpenAIModel({ name, url: slow.url }), { timeoutMs: 9000 });
  const { text, durationMs } = await patient.complete(ask("x"));
  assert.equal(text, "SELECT 1");
  assert.ok(durationMs >= 300, `Expected at least 300 ms, got ${durationMs}`);

  await using hanging = startRaw("", { cut: false });
  const model = withRetries(await openOpenAIModel({ name, url: hanging.url }), {
    timeoutMs: 100,
    sleep: () => Promise.resolve(),
  });
  const started = performance.now();
  const error = await fails(model.complete(ask("x")));
  const took = performance.now() - started;
  assert.equal(error.failure, "timeout");
  assert.match(error.message, /timeout after 100 ms; gave up after 2 tries/);
  assert.ok(took >= 190 && took < 5000, `Expected some 200 ms, got ${took}`);
  for (let i = 0; i < 100 && hanging.seen.left < 2; i++) await delay(20);
  assert.deepEqual(hanging.seen, { asked: 2, left: 2 });
});
