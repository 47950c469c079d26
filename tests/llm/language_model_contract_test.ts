/** What holds for every language model, over each that ships. */
import assert from "node:assert/strict";
import { InfrastructureError } from "../../lib/errors.ts";
import type { LanguageModel } from "../../lib/llm/language_model.ts";
import { openOllamaModel } from "../../lib/llm/ollama_model.ts";
import { openOpenAIModel } from "../../lib/llm/openai_model.ts";
import { createRecordedModel } from "../../lib/llm/recorded_model.ts";
import { openRecording } from "../../lib/llm/open_recording.ts";
import { createScriptedModel } from "../../lib/llm/scripted_model.ts";
import { ModelCallError } from "../../lib/llm/model_call_error.ts";
import { delay, ollamaAnswer, openAIAnswer, startOllama, startOpenAI } from "./fake_servers.ts";
import { ask } from "./requests.ts";

/** Every model under test answers so: an echo, nothing for a blank question, failure for "fail". */
const echo = (contents: readonly string[]) =>
  contents.at(-1)!.trim() === "" ? "" : contents.join("|");

const scripted = () =>
  createScriptedModel({
    answer({ messages }) {
      const contents = messages.map(({ content }) => content);
      if (contents.at(-1) === "fail") throw new ModelCallError("Busy", { failure: "busy" });
      return echo(contents);
    },
  });

const implementations: Readonly<
  Record<string, (stack: AsyncDisposableStack) => Promise<LanguageModel>>
> = {
  scripted: () => Promise.resolve(scripted()),
  recorded(stack) {
    const database = stack.use(openRecording(":memory:"));
    return Promise.resolve(createRecordedModel({ database, model: scripted(), mode: "record" }));
  },
  openai(stack) {
    const server = stack.use(startOpenAI(async ({ contents }) => {
      if (contents.at(-1) === "fail") return new Response("busy", { status: 503 });
      await delay(contents.at(-1)!.length);
      return openAIAnswer(echo(contents));
    }));
    return openOpenAIModel({ name: "qwen-1.5b-q8", url: server.url });
  },
  ollama(stack) {
    const server = stack.use(startOllama(async ({ contents }) => {
      if (contents.at(-1) === "fail") return Response.json({ error: "busy" }, { status: 503 });
      await delay(contents.at(-1)!.length);
      return ollamaAnswer(echo(contents));
    }));
    return openOllamaModel({ name: "phi", url: server.url });
  },
};

for (const [name, open] of Object.entries(implementations)) {
  const check = (behaviour: string, test: (model: LanguageModel) => Promise<void>) =>
    Deno.test(`LanguageModel: ${name} ${behaviour}`, async () => {
      await using stack = new AsyncDisposableStack();
      await test(await open(stack));
    });

  check("names itself", (model) => {
    assert.ok(model.identity.name !== "" && model.identity.server !== "");
    assert.equal(typeof model.identity.digest, "string");
    return Promise.resolve();
  });

  check("answers a conversation with text and its cost", async (model) => {
    const response = await model.complete(ask("How many singers?"));
    assert.equal(response.text, "Answer in SQL.|How many singers?");
    assert.equal(response.finish, "stop");
    assert.equal(response.source, "live");
    assert.deepEqual(response.retries, []);
    const { promptTokens, completionTokens, cachedTokens } = response.usage;
    assert.ok(Number.isSafeInteger(promptTokens) && promptTokens > 0);
    assert.ok(Number.isSafeInteger(completionTokens) && completionTokens > 0);
    assert.equal(cachedTokens, null);
    assert.ok(Number.isSafeInteger(response.durationMs) && response.durationMs >= 0);
  });

  check("keeps every character", async (model) => {
    const question = "\ufeffWho sang “naïve”\u0000 🎤 — \u2028 \\n?\r\n\t";
    assert.equal((await model.complete(ask(question))).text, `Answer in SQL.|${question}`);
  });

  check("calls an answer without text empty", async (model) => {
    const response = await model.complete(ask(" "));
    assert.equal(response.finish, "empty");
    assert.equal(response.text, "");
  });

  check("gives each of several calls at once its own answer", async (model) => {
    const questions = ["a".repeat(40), "b".repeat(5), "c".repeat(30), "d", "e".repeat(20)];
    const answers = await Promise.all(questions.map((question) => model.complete(ask(question))));
    assert.deepEqual(answers.map(({ text }) => text), questions.map((q) => `Answer in SQL.|${q}`));
  });

  check("leaves the request as it is", async (model) => {
    const request = ask("How many singers?");
    const before = structuredClone(request);
    request.messages.forEach(Object.freeze);
    await model.complete(Object.freeze(request));
    assert.deepEqual(request, before);
  });

  check("rejects with the reason of an aborted signal", async (model) => {
    const reason = new Error("Stopped by the user");
    await assert.rejects(model.complete(ask("x"), AbortSignal.abort(reason)), reason);
  });

  check("fails as broken machinery", async (model) => {
    await assert.rejects(model.complete(ask("fail")), InfrastructureError);
  });
}
