/**
 * A model on an Ollama server.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import {
  askServer,
  askServerForJson,
  readCount,
  readField,
  requirePossibleLength,
  type ServerAddress,
} from "./ask_server.ts";
import { isPromptTruncated } from "./estimate_tokens.ts";
import type { FinishReason, LanguageModel, ModelRequest, ModelResponse } from "./language_model.ts";
import { ModelCallError } from "./model_call_error.ts";
import { nearestName } from "../nearest_name.ts";

/** Where Ollama listens unless told otherwise; a number, as `localhost` may mean IPv6. */
export const defaultOllamaUrl = "http://127.0.0.1:11434";

/**
 * Opens a model on an Ollama server. The identity is read once: name, weights digest, version. Each
 * call sends every sampling parameter under `options`, the context window included, and asks not
 * to cut the prompt; servers that cut it all the same are noticed by their token count, and the
 * answer is marked `truncated_prompt`. Answers are streamed, so a slow one keeps its connection.
 * Calls have no time limit of their own: wrap the model with `withRetries`.
 *
 * @param options.name as Ollama lists it; the tag `latest` may be left out
 * @param options.url the server's address; {@linkcode defaultOllamaUrl} by default
 * @param options.signal stops the opening
 * @returns the model; `complete` does one request and never retries
 * @throws {InputError} when the address is none or the server does not hold the model
 * @throws {ModelCallError} when the server cannot be reached
 * @see {@link https://github.com/ollama/ollama/blob/main/docs/api.md}
 *
 * @example
 * ```ts
 * import { InputError } from "../errors.ts";
 * import { openOllamaModel } from "./ollama_model.ts";
 * const opening = openOllamaModel({ name: "qwen2.5-coder:1.5b", url: "no address" });
 * const error = await opening.catch((error: unknown) => error);
 * if (!(error instanceof InputError)) throw new Error("Expected to be told what an address is");
 * ```
 */
export async function openOllamaModel(options: {
  readonly name: string;
  readonly url?: string;
  readonly signal?: AbortSignal;
}): Promise<LanguageModel> {
  const host = readHost(options.url ?? defaultOllamaUrl);
  const server: ServerAddress = {
    label: `Ollama at ${host}`,
    startHint: "ollama serve",
    apiKey: "",
  };
  const init = options.signal === undefined ? {} : { signal: options.signal };
  const list = readField(await askServerForJson(`${host}/api/tags`, init, server), "models");
  const version = readField(await askServerForJson(`${host}/api/version`, init, server), "version");
  const models = new Map(
    (Array.isArray(list) ? list as readonly unknown[] : [])
      .map((model) => [readField(model, "name"), readField(model, "digest")] as const)
      .filter((model): model is [string, unknown] => typeof model[0] === "string"),
  );
  const name = [options.name, `${options.name}:latest`].find((name) => models.has(name));
  if (name === undefined) {
    const nearest = nearestName(options.name, [...models.keys()]);
    throw new InputError(
      `Cannot open model ${JSON.stringify(options.name)}: ${server.label} does not hold it, the ` +
        `nearest of its ${models.size} is ${JSON.stringify(nearest ?? "")} ` +
        `(ollama pull ${options.name})`,
    );
  }
  return {
    identity: { name, digest: String(models.get(name) ?? ""), server: `ollama ${version}` },
    async complete(request, signal) {
      const started = performance.now();
      const { text, last } = await chat({ host, name, server, request, signal });
      const durationMs = Math.round(performance.now() - started);
      return readResponse({ text, last, request, durationMs, server });
    },
  };
}

function readHost(url: string): string {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol) || address.username !== "") {
    throw new InputError(
      `Cannot open Ollama: address is ${
        JSON.stringify(address?.host ?? url)
      }, need http://HOST:PORT without name or password`,
    );
  }
  return (address.origin + address.pathname).replace(/\/+$/, "");
}

/** Values of a body that has one JSON text a line, as they come: no line is left out. */
async function* readJsonLines(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  let rest = "";
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    rest += piece;
    if (!piece.includes("\n")) continue;
    const lines = rest.split("\n");
    rest = lines.pop()!;
    for (const line of lines) yield parseLine(line);
  }
  if (rest.trim() !== "") yield parseLine(rest);
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new Error(`need JSON, got ${JSON.stringify(line.slice(0, 80))}`, { cause });
  }
}

async function chat(call: {
  readonly host: string;
  readonly name: string;
  readonly server: ServerAddress;
  readonly request: ModelRequest;
  readonly signal: AbortSignal | undefined;
}): Promise<{ readonly text: string; readonly last: unknown }> {
  const { host, name, server, request: { messages, sampling }, signal } = call;
  // Ends the connection on every way out, also after an error line that leaves the body half read.
  const done = new AbortController();
  try {
    const { body } = await askServer(`${host}/api/chat`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        model: name,
        messages: messages.map(({ role, content }) => ({ role, content })),
        stream: true,
        truncate: false,
        shift: false,
        options: {
          temperature: sampling.temperature,
          top_p: sampling.topP,
          num_predict: sampling.maxTokens,
          seed: sampling.seed,
          num_ctx: sampling.contextTokens,
        },
      }),
      signal: signal ? AbortSignal.any([signal, done.signal]) : done.signal,
    }, server);
    let text = "";
    for await (const part of readJsonLines(body!)) {
      const error = readField(part, "error");
      if (error !== undefined) throw new Error(String(error));
      const content = readField(part, "message", "content");
      if (typeof content === "string") text += content;
      requirePossibleLength(text, { maxTokens: sampling.maxTokens, server });
      if (readField(part, "done") === true) return { text, last: part };
    }
    throw new Error("the stream ended early");
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof ModelCallError) throw cause;
    const { message } = cause as Error;
    throw new ModelCallError(`Cannot use the answer of ${server.label}: ${message}`, {
      failure: "broken",
      cause,
    });
  } finally {
    done.abort();
  }
}

function readResponse(answer: {
  readonly text: string;
  readonly last: unknown;
  readonly request: ModelRequest;
  readonly durationMs: number;
  readonly server: ServerAddress;
}): ModelResponse {
  const { text, last, request, durationMs, server } = answer;
  const isEmpty = text.trim() === "";
  const promptTokens = readCount(last, "prompt_eval_count");
  const completionTokens = readCount(last, "eval_count") ?? (isEmpty ? 0 : null);
  if (promptTokens === null || completionTokens === null) {
    throw new ModelCallError(
      `Cannot use the answer of ${server.label}: token counts are missing, ` +
        `need prompt_eval_count and eval_count`,
      { failure: "refused" },
    );
  }
  const { messages, sampling: { contextTokens } } = request;
  const finish: FinishReason = isPromptTruncated({ messages, promptTokens, contextTokens })
    ? "truncated_prompt"
    : isEmpty
    ? "empty"
    : readField(last, "done_reason") === "length"
    ? "length"
    : "stop";
  return {
    text,
    usage: { promptTokens, completionTokens, cachedTokens: null },
    durationMs,
    finish,
    source: "live",
    retries: [],
  };
}
