/** Model servers that do everything but answer. */
import assert from "node:assert/strict";
import { runCell } from "../../lib/experiment/run_cell.ts";
import type { LanguageModel } from "../../lib/llm/language_model.ts";
import { openOllamaModel } from "../../lib/llm/ollama_model.ts";
import { openOpenAIModel } from "../../lib/llm/openai_model.ts";
import { withRetries } from "../../lib/llm/with_retries.ts";
import { readRun } from "../../lib/runs/run_reader.ts";
import {
  type FakeServer,
  ollamaAnswer,
  ollamaLines,
  openAIAnswer,
  startOllama,
  startOpenAI,
} from "../llm/fake_servers.ts";
import { observations } from "../loop/scripted_loop.ts";
import { newPath, observe, worldCell, worldModel } from "../runs/world.ts";
import { failsWith, type Fault, findDamage, findWrong, type Try, undisturbedRun } from "./fault.ts";

type Reply = () => Response | Promise<Response>;

/** A kind of server, and how it goes wrong in its own words. */
interface Kind {
  readonly name: string;
  readonly start: typeof startOllama;
  open(url: string): Promise<LanguageModel>;
  answer(text: string): Response;
  /** What was sampled, out of a request's body. */
  sampling(body: { seed: number; options?: { seed: number } }): number;
  readonly half: Reply;
  readonly thinking: Reply;
}

/** Sends some bytes and then breaks the line. */
function breakOff(text: string): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      setTimeout(() => controller.error(new Error("The cable was pulled")), 5);
    },
  });
  return new Response(body);
}

const thought = "I could SELECT name FROM t WHERE v = 0";

export const kinds: readonly Kind[] = [
  {
    name: "openai",
    start: startOpenAI,
    open: (url) => openOpenAIModel({ name: "qwen-1.5b-q8", url }),
    answer: openAIAnswer,
    sampling: ({ seed }) => seed,
    half: () => breakOff('{"choices": [{"message": {"content": "SELECT name FROM t WHERE v = 0'),
    thinking: () =>
      openAIAnswer(null, {
        choices: [{ message: { content: "", reasoning_content: thought }, finish_reason: "stop" }],
      }),
  },
  {
    name: "ollama",
    start: startOllama,
    open: (url) => openOllamaModel({ name: "phi", url }),
    answer: ollamaAnswer,
    sampling: ({ options }) => options!.seed,
    half: () => breakOff('{"message":{"content":"SELECT name FROM t WHERE v = 0"},"done":false}\n'),
    thinking: () =>
      ollamaLines(
        { message: { content: "", thinking: thought }, done: false },
        {
          ...{ message: { content: "" }, done: true, done_reason: "stop" },
          ...{ prompt_eval_count: 10, eval_count: 20 },
        },
      ),
  },
];

/** A server of the small world that can be told to do something else. */
export async function startWorld(kind: Kind, timeoutMs?: number) {
  const state: { disturb: ((call: number) => Response | Promise<Response> | null) | null } = {
    disturb: null,
  };
  const server: FakeServer = kind.start(async ({ number }) => {
    const disturbed = await state.disturb?.(number);
    if (disturbed) return disturbed;
    const { body } = server.calls[number]!;
    const sampling = {
      ...{ temperature: 0, topP: 1, maxTokens: 1, contextTokens: 1 },
      seed: kind.sampling(body),
    };
    const { text } = await worldModel().complete({
      messages: body.messages,
      sampling,
      context: "from a server",
    });
    return kind.answer(text);
  });
  return { server, state, model: patient(await kind.open(server.url), timeoutMs) };
}

/** Shorter than a server that hangs; for others this machine may be as slow as it likes. */
const hangTimeoutMs = 1000;

/** Tries as often as by default, without the waits. */
export const patient = (model: LanguageModel, timeoutMs = 120_000) =>
  withRetries(model, { sleep: () => Promise.resolve(), timeoutMs });

interface Disturbance {
  readonly what: string;
  reply(kind: Kind): Response | Promise<Response>;
  readonly timeoutMs?: number;
  /** What is said of a server that does nothing else. */
  readonly says: RegExp;
}

const never = () =>
  new Promise<Response>((resolve) => setTimeout(resolve, 1.2 * hangTimeoutMs, new Response("")));
const large = "SELECT ".repeat(10 * 1024 ** 2 / 7);

const disturbances: readonly Disturbance[] = [
  {
    what: "hangs",
    reply: never,
    timeoutMs: hangTimeoutMs,
    says: /timeout after 1000 ms; gave up after 2 tries/,
  },
  {
    what: "answers 429",
    reply: () => new Response("slow down", { status: 429 }),
    says: /status 429: slow down; gave up after 8 tries/,
  },
  {
    what: "answers 500",
    reply: () => new Response("out of memory", { status: 500 }),
    says: /status 500: out of memory; gave up after 8 tries/,
  },
  {
    what: "answers garbage",
    reply: () => new Response("<html>SELECT name FROM t WHERE v = 0</html>"),
    says: /need JSON|JSON|Unexpected/,
  },
  {
    what: "answers half a stream",
    reply: ({ half }) => half(),
    says: /broke off|ended early|error reading|pulled|closed|decoding/,
  },
  {
    what: "answers 10 MB",
    reply: ({ answer }) => answer(large),
    says: /characters, need what \d+ tokens can hold/,
  },
];

/** One failure now and then is waited out: the run is as if nothing had been. */
function passing(kind: Kind, { what, reply, timeoutMs }: Disturbance): Try {
  return {
    what: `${kind.name} ${what} at times`,
    async run() {
      const { server, state, model } = await startWorld(kind, timeoutMs);
      await using _server = server;
      state.disturb = (call) => call % 11 === 3 ? reply(kind) : null;
      const path = await newPath();
      await runCell({ ...worldCell(path), model });
      return await findDamage(path, await undisturbedRun());
    },
  };
}

/** From a call on the server does nothing else: the run stops, and goes on when the server is well. */
function lasting(kind: Kind, disturbance: Disturbance, from: number): Try {
  const { what, reply, timeoutMs, says } = disturbance;
  return {
    what: `${kind.name} ${what} from call ${from} on`,
    async run() {
      const { server, state, model } = await startWorld(kind, timeoutMs);
      await using _server = server;
      state.disturb = (call) => call >= from ? reply(kind) : null;
      const path = await newPath();
      const goOn = () => runCell({ ...worldCell(path), resume: true, model });
      await failsWith(goOn, "InfrastructureError", /Stopped after 3 unscored episodes in a row/);
      for (const { outcome, note } of readRun(path).episodes) {
        if (outcome === "unscored") assert.match(note, says);
      }
      const wrong = await findWrong(path, await undisturbedRun());
      state.disturb = null;
      await goOn();
      const damage = await findDamage(path, await undisturbedRun());
      return { ...damage, wrong: damage.wrong + wrong };
    },
  };
}

/** The server goes away and comes back at another address, or was never there. */
function dying(kind: Kind, calls: number): Try {
  return {
    what: `${kind.name} ${calls === 0 ? "refuses" : `dies at call ${calls}`}`,
    async run() {
      const path = await newPath();
      const first = await startWorld(kind);
      let called = 0;
      const model: LanguageModel = {
        identity: first.model.identity,
        async complete(request, signal) {
          if (called++ === calls) await first.server[Symbol.asyncDispose]();
          return await first.model.complete(request, signal);
        },
      };
      await failsWith(
        () => runCell({ ...worldCell(path), model }),
        "InfrastructureError",
        /Stopped after 3 .*is it running\? \((?:for llama.cpp: llama-server|ollama serve)/s,
      );
      const wrong = await findWrong(path, await undisturbedRun());
      const second = await startWorld(kind);
      await using _server = second.server;
      await runCell({ ...worldCell(path), resume: true, model: second.model });
      const damage = await findDamage(path, await undisturbedRun());
      return { ...damage, wrong: damage.wrong + wrong };
    },
  };
}

const observeSilence: typeof observe = async (task, sql) =>
  sql === "" ? { ...observations.error, outcome: "no_statement" } : await observe(task, sql);

/** A model that says nothing has answered, and its thoughts are no query. */
function silent(kind: Kind, what: string, reply: Reply, isSilent: (call: number) => boolean): Try {
  return {
    what: `${kind.name} ${what}`,
    async run() {
      const { server, state, model } = await startWorld(kind);
      await using _server = server;
      state.disturb = (call) => isSilent(call) ? reply() : null;
      const [path, wanted] = [await newPath(), await newPath()];
      await runCell({ ...worldCell(path), model, observe: observeSilence });
      const world = worldModel();
      let call = 0;
      await runCell({
        ...worldCell(wanted),
        observe: observeSilence,
        model: {
          identity: world.identity,
          async complete(request) {
            const response = await world.complete(request);
            return isSilent(call++)
              ? { ...response, text: "", finish: "empty" as const }
              : response;
          },
        },
      });
      const said = readRun(path).episodes.flatMap(({ steps }) => steps)
        .filter(({ attempt }) => attempt.completion === "");
      assert.ok(said.length > 0, "need an attempt without words");
      for (const { attempt } of said) {
        assert.deepEqual([attempt.sql, attempt.observation.status], ["", "error"]);
      }
      return await findDamage(path, wanted);
    },
  };
}

export const serverFaults: readonly Fault[] = kinds.flatMap((kind): Fault[] => [
  {
    name: `${kind.name} server refuses, or dies in mid-run`,
    end: "unscored, stops after 3, goes on when it is back",
    tries: [0, 1, 5, 9].map((calls) => dying(kind, calls)),
  },
  ...disturbances.map((disturbance): Fault => ({
    name: `${kind.name} server ${disturbance.what}`,
    end: "tried again, else unscored, goes on when it is well",
    atOnce: 3,
    tries: [
      passing(kind, disturbance),
      lasting(kind, disturbance, 0),
      lasting(kind, disturbance, 6),
    ],
  })),
  {
    name: `${kind.name} server answers nothing, or thoughts alone`,
    end: "an answer without SQL; no thought is run",
    tries: [
      silent(kind, "empty at times", () => kind.answer(""), (call) => call % 5 === 2),
      silent(kind, "empty always", () => kind.answer(""), () => true),
      silent(kind, "thinking at times", kind.thinking, (call) => call % 5 === 2),
      silent(kind, "thinking always", kind.thinking, () => true),
    ],
  },
]);
