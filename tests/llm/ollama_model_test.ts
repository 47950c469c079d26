import assert from "node:assert/strict";
import { InputError } from "../../lib/errors.ts";
import { ModelCallError } from "../../lib/llm/model_call_error.ts";
import { defaultOllamaUrl, openOllamaModel } from "../../lib/llm/ollama_model.ts";
import { openRecording } from "../../lib/llm/open_recording.ts";
import { createRecordedModel } from "../../lib/llm/recorded_model.ts";
import { withRetries } from "../../lib/llm/with_retries.ts";
import { delay, findClosedUrl, ollamaAnswer, ollamaLines, startOllama } from "./fake_servers.ts";
import { ask } from "./requests.ts";

const name = "qwen2.5-coder:1.5b";

async function fails(work: Promise<unknown>): Promise<ModelCallError> {
  const error = await work.then(() => undefined, (error: unknown) => error);
  assert.ok(error instanceof ModelCallError, `Expected a ModelCallError, got ${error}`);
  return error;
}

Deno.test("openOllamaModel: identity holds name, weights digest and version", async () => {
  await using server = startOllama(() => ollamaAnswer("SELECT 1"));
  assert.deepEqual((await openOllamaModel({ name, url: `${server.url}/` })).identity, {
    name,
    digest: "d7372fd82851",
    server: "ollama 0.12.6",
  });
  assert.equal(
    (await openOllamaModel({ name: "phi", url: server.url })).identity.name,
    "phi:latest",
  );
});

Deno.test("openOllamaModel: a model that is not held is an InputError with the nearest and the cure", async () => {
  await using server = startOllama(() => ollamaAnswer(""));
  await assert.rejects(
    openOllamaModel({ name: "qwen2.5-coder:7b", url: server.url }),
    (error) =>
      error instanceof InputError &&
      /nearest of its 2 is "qwen2.5-coder:1.5b" \(ollama pull qwen2.5-coder:7b\)/.test(
        error.message,
      ),
  );
});

Deno.test("openOllamaModel: G6-14 nobody there is said plainly, and the default is no host name", async () => {
  const url = await findClosedUrl();
  const error = await fails(openOllamaModel({ name, url }));
  assert.equal(error.failure, "unreachable");
  assert.equal(error.message, `Cannot reach Ollama at ${url}: is it running? (ollama serve)`);
  assert.equal(defaultOllamaUrl, "http://127.0.0.1:11434");
});

Deno.test("openOllamaModel: G6-13 all sampling parameters travel under options", async () => {
  await using server = startOllama(() => ollamaAnswer("SELECT 1"));
  const model = await openOllamaModel({ name, url: server.url });
  const request = ask("How many singers?", { temperature: 0.7, topP: 0.95 });
  await model.complete(request);
  assert.deepEqual(server.calls[0]?.body, {
    model: name,
    messages: request.messages,
    stream: true,
    truncate: false,
    shift: false,
    options: { temperature: 0.7, top_p: 0.95, num_predict: 256, seed: 7, num_ctx: 4096 },
  });
});

Deno.test("openOllamaModel: G6-07 a prompt cut to half of the window is marked, and not kept", async () => {
  await using server = startOllama(() => ollamaAnswer("SELECT 1", { prompt_eval_count: 2050 }));
  const model = await openOllamaModel({ name, url: server.url });
  // Some 7,900 tokens at the 3.5 characters a token of schema text.
  const long = ask("CREATE TABLE singer (singer_id INTEGER, name TEXT);\n".repeat(532));
  assert.equal((await model.complete(long)).finish, "truncated_prompt");
  using database = openRecording(":memory:");
  const recorded = createRecordedModel({ database, model, mode: "record" });
  await recorded.complete(long);
  assert.equal((await recorded.complete(long)).source, "live");
});

Deno.test("openOllamaModel: G6-07 a server that refuses a long prompt is reported so, once", async () => {
  await using server = startOllama(() =>
    Response.json({ error: "the prompt is too long: exceeds context length 4096" }, { status: 400 })
  );
  const model = withRetries(await openOllamaModel({ name, url: server.url }));
  const error = await fails(model.complete(ask("x")));
  assert.match(error.message, /the prompt is too long for its context window/);
  assert.equal(server.calls.length, 1);
});

Deno.test("openOllamaModel: G6-08 thinking alone is empty, its text stays out, it is kept as empty", async () => {
  await using server = startOllama(() =>
    ollamaLines(
      { message: { content: "", thinking: "SELECT 2; ".repeat(31) }, done: false },
      {
        message: { content: "" },
        done: true,
        done_reason: "length",
        prompt_eval_count: 10,
        eval_count: 256,
      },
    )
  );
  using database = openRecording(":memory:");
  const model = await openOllamaModel({ name, url: server.url });
  const recorded = createRecordedModel({ database, model, mode: "record" });
  for (const source of ["live", "replayed"]) {
    const response = await recorded.complete(ask("x"));
    assert.equal(response.finish, "empty");
    assert.equal(response.text, "");
    assert.equal(response.usage.completionTokens, 256);
    assert.equal(response.source, source);
  }
});

Deno.test("openOllamaModel: finish length", async () => {
  await using server = startOllama(() => ollamaAnswer("SELECT", { done_reason: "length" }));
  const model = await openOllamaModel({ name, url: server.url });
  assert.equal((await model.complete(ask("x"))).finish, "length");
});

Deno.test("openOllamaModel: G6-11 an error line in a 200 stream is an error, its text not kept", async () => {
  const streams = [
    () => ollamaLines({ message: { content: "SELECT 1" } }, { error: "model runner has crashed" }),
    () => ollamaLines({ message: { content: "SELECT 1" } }),
    () => ollamaAnswer("x".repeat(262_145)),
    () => new Response('{"message":{"content":"SELECT 1"}}\n{"messa\n{"done":true}\n'),
  ];
  await using server = startOllama(({ number }) => streams[number % 4]!());
  using database = openRecording(":memory:");
  const model = await openOllamaModel({ name, url: server.url });
  const recorded = createRecordedModel({ database, model, mode: "record" });
  const crashed = await fails(recorded.complete(ask("x")));
  assert.equal(crashed.failure, "broken");
  assert.match(crashed.message, /model runner has crashed/);
  assert.equal((await fails(recorded.complete(ask("x")))).failure, "broken");
  assert.match((await fails(recorded.complete(ask("x")))).message, /need what 256 tokens can hold/);
  assert.match((await fails(recorded.complete(ask("x")))).message, /need JSON, got "{\\"messa"/);
  assert.equal(database.prepare("SELECT count(*) AS calls FROM calls").get()?.["calls"], 0);
});

Deno.test("openOllamaModel: answers that make no sense are broken, and not kept", async () => {
  const says = (content: unknown) =>
    ollamaLines(
      { message: { content }, done: false },
      { done: true, done_reason: "stop", prompt_eval_count: 10, eval_count: 20 },
    );
  const cases: readonly (readonly [() => Response, RegExp])[] = [
    [() => says({ a: 1 }), /content is {"a":1}, need a text/],
    [() => says(42), /content is 42, need a text/],
    [() => says(["SELECT 1"]), /content is \["SELECT 1"\], need a text/],
    ...["unload", "load", undefined].map((reason) =>
      [
        () => ollamaAnswer("", { done_reason: reason }),
        new RegExp(`done_reason is ${JSON.stringify(reason)}, need "stop" or "length"`),
      ] as const
    ),
    [
      () =>
        ollamaLines(
          { response: "SELECT 1", done: false },
          { done: true, done_reason: "stop", prompt_eval_count: 10, eval_count: 20 },
        ),
      /holds no message/,
    ],
    [() => ollamaAnswer("SELECT 1", { prompt_eval_count: 2 ** 53 - 1 }), /prompt tokens are 9/],
    [() => ollamaAnswer("SELECT 1", { prompt_eval_count: 0 }), /prompt tokens are 0, need 1/],
    [() => ollamaAnswer("SELECT 1", { eval_count: 0 }), /completion tokens are 0, need 1/],
    [() => ollamaAnswer("SELECT 1", { eval_count: 265 }), /are 265, need 1 to 264/],
  ];
  await using server = startOllama(({ number }) =>
    (cases[number]?.[0] ?? (() => says("SELECT")))()
  );
  using database = openRecording(":memory:");
  const model = await openOllamaModel({ name, url: server.url });
  const recorded = createRecordedModel({ database, model, mode: "record" });
  for (const [, message] of cases) {
    const error = await fails(recorded.complete(ask("x")));
    assert.equal(error.failure, "broken");
    assert.match(error.message, message);
  }
  assert.equal(database.prepare("SELECT count(*) AS calls FROM calls").get()?.["calls"], 0);
  // Old servers leave the message out of the last line.
  assert.equal((await recorded.complete(ask("x"))).text, "SELECT");
});

Deno.test("openOllamaModel: missing token counts are an error, never 0", async () => {
  await using server = startOllama(() =>
    ollamaAnswer("SELECT 1", { prompt_eval_count: undefined })
  );
  const model = await openOllamaModel({ name, url: server.url });
  assert.match((await fails(model.complete(ask("x")))).message, /token counts are missing/);
});

Deno.test("openOllamaModel: G6-14 one call that times out leaves the others", async () => {
  await using server = startOllama(async ({ contents }) => {
    await delay(contents.at(-1) === "two" ? 400 : 150);
    return ollamaAnswer(`SELECT ${contents.at(-1)}`);
  });
  const model = await openOllamaModel({ name, url: server.url });
  const reason = new Error("Too slow");
  const abort = new AbortController();
  setTimeout(() => abort.abort(reason), 50);
  const results = await Promise.allSettled([
    model.complete(ask("one")),
    model.complete(ask("two"), abort.signal),
    model.complete(ask("three")),
  ]);
  const texts = results.map((result) =>
    result.status === "fulfilled" ? result.value.text : result.reason
  );
  assert.deepEqual(texts, ["SELECT one", reason, "SELECT three"]);
});

Deno.test("openOllamaModel: an address with a password or query is refused, and not repeated", async () => {
  for (
    const address of ["me:hunter2@127.0.0.1:1", ":hunter2@127.0.0.1:1", "127.0.0.1:1/?key=hunter2"]
  ) {
    await assert.rejects(
      openOllamaModel({ name: "phi", url: `http://${address}` }),
      (error: Error) => error instanceof InputError && !error.message.includes("hunter2"),
    );
  }
});
