import assert from "node:assert/strict";
import { InfrastructureError, InputError } from "../../lib/errors.ts";
import { type CallFailureDetails, ModelCallError } from "../../lib/llm/model_call_error.ts";
import { openOpenAIModel } from "../../lib/llm/openai_model.ts";
import { createScriptedModel } from "../../lib/llm/scripted_model.ts";
import { withRetries } from "../../lib/llm/with_retries.ts";
import { openAIAnswer, startOpenAI } from "./fake_servers.ts";
import { ask } from "./requests.ts";

/** A clock that only waiting moves, and what was waited. */
function createClock(start = Date.parse("2026-03-01T12:00:00Z")) {
  const waits: number[] = [];
  return {
    waits,
    now: () => start + waits.reduce((sum, wait) => sum + wait, 0),
    sleep(ms: number) {
      waits.push(ms);
      return Promise.resolve();
    },
  };
}

/** Fails as told, call by call, then answers. */
function createFlaky(failures: readonly CallFailureDetails[]) {
  const seen = { calls: 0 };
  const model = createScriptedModel({
    answer(_request, call) {
      seen.calls++;
      const failure = failures[call];
      if (failure !== undefined) throw new ModelCallError(`Failure ${call}`, failure);
      return "SELECT 1";
    },
  });
  return { model, seen };
}

async function fails(work: Promise<unknown>): Promise<ModelCallError> {
  const error = await work.then(() => undefined, (error: unknown) => error);
  assert.ok(error instanceof ModelCallError, `Expected a ModelCallError, got ${error}`);
  return error;
}

const busy = { failure: "busy", status: 429 } as const;

Deno.test("withRetries: G7-08 429, 429, 200 is an answer with two failed tries", async () => {
  await using server = startOpenAI(({ number }) =>
    number < 2 ? new Response("slow down", { status: 429 }) : openAIAnswer("SELECT 1")
  );
  const clock = createClock();
  const open = await openOpenAIModel({ name: "qwen-1.5b-q8", url: server.url });
  const { text, retries } = await withRetries(open, clock).complete(ask("x"));
  assert.equal(text, "SELECT 1");
  assert.equal(server.calls.length, 3);
  assert.deepEqual(retries.map(({ status, waitedMs }) => [status, waitedMs]), [
    [429, 1000],
    [429, 2000],
  ]);
  assert.match(retries[0]!.message, /status 429: slow down/);
});

Deno.test("withRetries: G7-08 429 always is broken machinery, never an empty answer", async () => {
  await using server = startOpenAI(() => new Response("", { status: 429 }));
  const clock = createClock();
  const open = await openOpenAIModel({ name: "qwen-1.5b-q8", url: server.url });
  const error = await fails(withRetries(open, clock).complete(ask("x")));
  assert.ok(error instanceof InfrastructureError);
  assert.equal(server.calls.length, 8);
  assert.deepEqual(clock.waits, [1000, 2000, 4000, 8000, 16000, 32000, 60000]);
  assert.deepEqual(error.tries.map(({ waitedMs }) => waitedMs), [...clock.waits, 0]);
  assert.match(error.message, /status 429: .*; gave up after 8 tries and 123 s of waiting$/);
});

Deno.test("withRetries: G7-09 Retry-After in seconds and as a date is waited as told", async () => {
  const headers = ["60", "Sun, 01 Mar 2026 12:02:30 GMT"];
  await using server = startOpenAI(({ number }) =>
    number < 2
      ? new Response("", { status: 429, headers: { "retry-after": headers[number]! } })
      : openAIAnswer("SELECT 1")
  );
  const clock = createClock();
  const open = await openOpenAIModel({ name: "qwen-1.5b-q8", url: server.url });
  await withRetries(open, clock).complete(ask("x"));
  assert.deepEqual(clock.waits, [60_000, 90_000]);
});

Deno.test("withRetries: a Retry-After that says nothing falls back to the schedule", async () => {
  const retryAfter = ["0", "soon", "", "Sun, 01 Mar 2020 12:00:00 GMT"];
  const { model } = createFlaky(retryAfter.map((text) => ({ ...busy, retryAfter: text })));
  const clock = createClock();
  await withRetries(model, clock).complete(ask("x"));
  assert.deepEqual(clock.waits, [1000, 2000, 4000, 8000]);
});

Deno.test("withRetries: G7-09 a wait beyond the total ends the call at once, trace kept", async () => {
  const { model, seen } = createFlaky([busy, { ...busy, retryAfter: "3600" }]);
  const clock = createClock();
  const error = await fails(withRetries(model, clock).complete(ask("x")));
  assert.equal(seen.calls, 2);
  assert.deepEqual(clock.waits, [1000]);
  assert.deepEqual(error.tries, [
    { status: 429, message: "Failure 0", waitedMs: 1000 },
    { status: 429, message: "Failure 1", waitedMs: 0 },
  ]);
  assert.match(error.message, /the next wait would be 3600 s, of at most 600 s in all/);
});

Deno.test("withRetries: G7-09 other 4xx answers are not retried", async () => {
  for (const status of [400, 401, 404, 422]) {
    const { model, seen } = createFlaky([{ failure: "refused", status }]);
    const error = await fails(withRetries(model, createClock()).complete(ask("x")));
    assert.equal(seen.calls, 1);
    assert.equal(error.message, "Failure 0");
    assert.deepEqual(error.tries, [{ status, message: "Failure 0", waitedMs: 0 }]);
  }
});

Deno.test("withRetries: lost connections and broken answers are retried, up to the tries set", async () => {
  for (const failure of ["unreachable", "broken"] as const) {
    const { model, seen } = createFlaky(Array.from({ length: 9 }, () => ({ failure })));
    await fails(withRetries(model, { ...createClock(), maxTries: 3 }).complete(ask("x")));
    assert.equal(seen.calls, 3);
  }
});

Deno.test("withRetries: G6-10 a timeout is retried once", async () => {
  const once = createFlaky([{ failure: "timeout" }]);
  assert.equal((await withRetries(once.model, createClock()).complete(ask("x"))).text, "SELECT 1");
  const twice = createFlaky([{ failure: "timeout" }, busy, { failure: "timeout" }]);
  await fails(withRetries(twice.model, createClock()).complete(ask("x")));
  assert.equal(twice.seen.calls, 3);
});

Deno.test("withRetries: errors of other kinds pass through", async () => {
  const error = new InputError("Cannot read the schema");
  const model = createScriptedModel({
    answer() {
      throw error;
    },
  });
  await assert.rejects(withRetries(model, createClock()).complete(ask("x")), error);
});

Deno.test("withRetries: an abort ends a wait with the caller's reason", async () => {
  const { model, seen } = createFlaky([busy, busy]);
  const reason = new Error("Stopped by the user");
  const abort = new AbortController();
  setTimeout(() => abort.abort(reason), 20);
  await assert.rejects(withRetries(model).complete(ask("x"), abort.signal), reason);
  assert.equal(seen.calls, 1);
});

Deno.test("withRetries: a timeout or a wait that no timer can hold is a RangeError", () => {
  for (const timeoutMs of [0, -1, NaN, 2 ** 31]) {
    assert.throws(() => withRetries(createFlaky([]).model, { timeoutMs }), RangeError);
  }
  for (const totalWaitMs of [-1, NaN, 2 ** 31, Infinity]) {
    assert.throws(() => withRetries(createFlaky([]).model, { totalWaitMs }), RangeError);
  }
});
