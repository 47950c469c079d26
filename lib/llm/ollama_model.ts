// deno-lint-ignore-file no-import-prefix
/**
 * A model on an Ollama server.
 *
 * @module
 */
import {
  type ChatRequest,
  type ChatResponse,
  type ListResponse,
  Ollama,
} from "npm:ollama@0.6.4/browser";
import { InputError } from "../errors.ts";
import { askServer, readCount, readField, type ServerAddress } from "./ask_server.ts";
import { isPromptTruncated } from "./estimate_tokens.ts";
import type { FinishReason, LanguageModel, ModelRequest, ModelResponse } from "./language_model.ts";
import { ModelCallError } from "./model_call_error.ts";
import { nearestName } from "../nearest_name.ts";
import {
  brokenAnswer,
  requireFinish,
  requirePossibleLength,
  requirePossibleUsage,
  requireText,
} from "./require_possible.ts";

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
  const { models, version } = await readServer(host, server, options.signal);
  const held = models.find(({ name }) =>
    name === options.name || name === `${options.name}:latest`
  );
  if (held === undefined) {
    const nearest = nearestName(options.name, models.map(({ name }) => name));
    throw new InputError(
      `Cannot open model ${JSON.stringify(options.name)}: ${server.label} does not hold it, the ` +
        `nearest of its ${models.length} is ${JSON.stringify(nearest ?? "")} ` +
        `(ollama pull ${options.name})`,
    );
  }
  return {
    identity: { name: held.name, digest: held.digest ?? "", server: `ollama ${version}` },
    async complete(request, signal) {
      const started = performance.now();
      const { text, last } = await chat({ host, name: held.name, server, request, signal });
      const durationMs = Math.round(performance.now() - started);
      return readResponse({ text, last, request, durationMs, server });
    },
  };
}

function readHost(url: string): string {
  const address = URL.parse(url);
  const isHTTP = address !== null && /^https?:$/.test(address.protocol);
  if (!isHTTP || address.username + address.password + address.search + address.hash !== "") {
    throw new InputError(
      `Cannot open Ollama: address is ${
        JSON.stringify(address?.host ?? url)
      }, need http://HOST:PORT without name, password or query`,
    );
  }
  return (address.origin + address.pathname).replace(/\/+$/, "");
}

async function readServer(
  host: string,
  server: ServerAddress,
  signal: AbortSignal | undefined,
): Promise<{ readonly models: ListResponse["models"]; readonly version: string }> {
  const client = createClient(host, server, signal);
  try {
    const { models } = await client.list();
    return { models: models ?? [], version: (await client.version()).version };
  } catch (error) {
    return rethrow(error, server, signal);
  }
}

/** A client of its own for each call: the package's `abort` ends all calls of a client. */
function createClient(
  host: string,
  server: ServerAddress,
  signal: AbortSignal | undefined,
): Ollama {
  return new Ollama({
    host,
    async fetch(url, init) {
      const response = await askServer(String(url), { ...init, signal: signal ?? null }, server);
      return new Response(response.body!.pipeThrough(requireJsonLines()), response);
    },
  });
}

/** Lets lines of JSON through. The package leaves out a line that is none, and so loses words. */
function requireJsonLines(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const decoder = new TextDecoder();
  let rest = "";
  return new TransformStream({
    transform(chunk, controller) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop()!;
      lines.forEach(requireJson);
      controller.enqueue(chunk);
    },
    flush: () => requireJson(rest),
  });
}

function requireJson(line: string): void {
  if (line.trim() === "") return;
  try {
    JSON.parse(line);
  } catch (cause) {
    throw new Error(`need JSON, got ${JSON.stringify(line.slice(0, 80))}`, { cause });
  }
}

/** What the package throws for an error inside an answer, as our error. */
function rethrow(error: unknown, server: ServerAddress, signal: AbortSignal | undefined): never {
  signal?.throwIfAborted();
  if (error instanceof ModelCallError) throw error;
  throw brokenAnswer(server, (error as Error).message, { cause: error });
}

async function chat(call: {
  readonly host: string;
  readonly name: string;
  readonly server: ServerAddress;
  readonly request: ModelRequest;
  readonly signal: AbortSignal | undefined;
}): Promise<{ readonly text: string; readonly last: ChatResponse }> {
  const { host, name, server, request: { messages, sampling }, signal } = call;
  // Ends the connection on every way out, also after an error line that leaves the body half read.
  const done = new AbortController();
  const client = createClient(
    host,
    server,
    signal ? AbortSignal.any([signal, done.signal]) : done.signal,
  );
  const body: ChatRequest & { stream: true; truncate: boolean; shift: boolean } = {
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
  };
  try {
    let text = "";
    let hasMessage = false;
    for await (const part of await client.chat(body)) {
      hasMessage ||= Boolean(part.message);
      text += requireText(readField(part, "message", "content"), server);
      requirePossibleLength(text, { maxTokens: sampling.maxTokens, server });
      if (!part.done) continue;
      if (!hasMessage) throw brokenAnswer(server, "it holds no message");
      return { text, last: part };
    }
    throw brokenAnswer(server, "the stream ended early");
  } catch (error) {
    return rethrow(error, server, signal);
  } finally {
    done.abort();
  }
}

function readResponse(answer: {
  readonly text: string;
  readonly last: ChatResponse;
  readonly request: ModelRequest;
  readonly durationMs: number;
  readonly server: ServerAddress;
}): ModelResponse {
  const { text, last, request, durationMs, server } = answer;
  const reason = requireFinish(last.done_reason, { name: "done_reason", server });
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
  const usage = { promptTokens, completionTokens, cachedTokens: null };
  requirePossibleUsage(usage, { text, request, server });
  const { messages, sampling: { contextTokens } } = request;
  const finish: FinishReason = isPromptTruncated({ messages, promptTokens, contextTokens })
    ? "truncated_prompt"
    : isEmpty
    ? "empty"
    : reason;
  return {
    text,
    usage,
    durationMs,
    finish,
    source: "live",
    retries: [],
  };
}
