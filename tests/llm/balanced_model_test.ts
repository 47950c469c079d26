import assert from "node:assert/strict";
import { InputError } from "../../lib/errors.ts";
import { createBalancedModel } from "../../lib/llm/balanced_model.ts";
import type { LanguageModel } from "../../lib/llm/language_model.ts";
import { type CallFailure, ModelCallError } from "../../lib/llm/model_call_error.ts";
import { createScriptedModel } from "../../lib/llm/scripted_model.ts";
import { ask } from "./requests.ts";

/** A server whose answers wait until the test lets them go, or that fails in a set way. */
function createServer(name: string) {
  const waiting: (() => void)[] = [];
  const state = { calls: 0, failure: undefined as CallFailure | undefined, isOpen: false };
  const { complete, identity } = createScriptedModel({ answer: () => name });
  const model: LanguageModel = {
    identity,
    async complete(request) {
      state.calls++;
      if (state.failure !== undefined) {
        throw new ModelCallError(`Cannot ask ${name}`, { failure: state.failure });
      }
      if (!state.isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
      return complete(request);
    },
  };
  return { model, state, release: () => waiting.shift()?.() };
}

Deno.test("createBalancedModel: a call goes where the fewest are in flight", async () => {
  const [a, b] = [createServer("a"), createServer("b")];
  const model = createBalancedModel({ models: [a.model, b.model] });
  const first = model.complete(ask("1"));
  const second = model.complete(ask("2"));
  const third = model.complete(ask("3"));
  assert.deepEqual([a.state.calls, b.state.calls], [2, 1]);
  b.release();
  assert.equal((await second).text, "b");
  const fourth = model.complete(ask("4"));
  assert.deepEqual([a.state.calls, b.state.calls], [2, 2]);
  a.release();
  a.release();
  b.release();
  assert.deepEqual((await Promise.all([first, third, fourth])).map(({ text }) => text), [
    "a",
    "a",
    "b",
  ]);
});

Deno.test("createBalancedModel: one call at a time goes round all servers", async () => {
  const servers = ["a", "b", "c"].map(createServer);
  for (const { state } of servers) state.isOpen = true;
  const model = createBalancedModel({ models: servers.map(({ model }) => model) });
  for (let call = 0; call < 7; call++) await model.complete(ask("x"));
  assert.deepEqual(servers.map(({ state }) => state.calls), [3, 2, 2]);
});

Deno.test("createBalancedModel: an unreachable server is passed over until the pause is over", async () => {
  let time = 0;
  const [a, b] = [createServer("a"), createServer("b")];
  a.state.isOpen = b.state.isOpen = true;
  a.state.failure = "unreachable";
  const model = createBalancedModel({ models: [a.model, b.model], pauseMs: 1000, now: () => time });
  const first = await model.complete(ask("1"));
  assert.equal(first.text, "b");
  assert.deepEqual(first.retries, [{ status: 0, message: "Cannot ask a", waitedMs: 0 }]);
  assert.deepEqual((await model.complete(ask("2"))).retries, []);
  assert.equal(a.state.calls, 1);
  a.state.failure = undefined;
  time = 1000;
  assert.equal((await model.complete(ask("3"))).text, "a");
});

Deno.test("createBalancedModel: when none can be reached, each was asked and the trace says so", async () => {
  const servers = ["a", "b", "c"].map(createServer);
  servers.forEach(({ state }) => state.failure = "unreachable");
  const model = createBalancedModel({ models: servers.map(({ model }) => model) });
  for (let call = 1; call <= 2; call++) {
    await assert.rejects(model.complete(ask("x")), (error) => {
      assert.ok(error instanceof ModelCallError);
      assert.equal(error.failure, "unreachable");
      assert.equal(error.tries.length, 3);
      return true;
    });
    assert.deepEqual(servers.map(({ state }) => state.calls), [call, call, call]);
  }
});

Deno.test("createBalancedModel: other failures stay with their server", async () => {
  const [a, b] = [createServer("a"), createServer("b")];
  a.state.failure = "busy";
  const model = createBalancedModel({ models: [a.model, b.model] });
  await assert.rejects(model.complete(ask("x")), /Cannot ask a/);
  assert.equal(b.state.calls, 0);
});

Deno.test("createBalancedModel: servers of different models, or none, are refused", () => {
  const identity = { name: "scripted", digest: "other", server: "scripted" };
  const models = [
    createServer("a").model,
    createScriptedModel({ identity, answer: () => "" }),
  ];
  assert.throws(
    () => createBalancedModel({ models }),
    (error) =>
      error instanceof InputError && /digest unknown.*digest other.*same model/.test(error.message),
  );
  assert.throws(() => createBalancedModel({ models: [] }), InputError);
});
