/**
 * Any server that speaks OpenAI's chat completions: llama.cpp, vLLM, llama-cpp-python and others.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { askServerForJson, readCount, readField, type ServerAddress } from "./ask_server.ts";
import { isPromptTruncated } from "./estimate_tokens.ts";
import type {
  FinishReason,
  LanguageModel,
  ModelIdentity,
  ModelRequest,
  ModelResponse,
} from "./language_model.ts";
import { ModelCallError } from "./model_call_error.ts";
import { nearestName } from "../nearest_name.ts";
import {
  brokenAnswer,
  requireFinish,
  requirePossibleLength,
  requirePossibleUsage,
  requireText,
} from "./require_possible.ts";

/**
 * Opens a model on an OpenAI-compatible server. The identity is read once: the name from the list
 * of models (the file's name where the server lists a path), a digest where one is served (size and
 * parameter count on llama.cpp), program and version where the server tells them. The server's own
 * context window decides; `contextTokens` only serves to notice a prompt that was cut. Calls have
 * no time limit of their own: wrap the model with `withRetries`.
 *
 * @param options.name as the server lists it; the file's name will do for a listed path
 * @param options.url the server's address, with or without `/v1`
 * @param options.apiKey bearer token; empty for none. It is struck out of every error text
 * @param options.signal stops the opening
 * @returns the model; `complete` does one request and never retries
 * @throws {InputError} when the address holds a password or query, the key is rejected or the name unknown
 * @throws {ModelCallError} when the server cannot be reached
 * @see {@link https://platform.openai.com/docs/api-reference/chat}
 *
 * @example
 * ```ts
 * import { InputError } from "../errors.ts";
 * import { openOpenAIModel } from "./openai_model.ts";
 * const opening = openOpenAIModel({ name: "qwen", url: "127.0.0.1:8080" });
 * const error = await opening.catch((error: unknown) => error);
 * if (!(error instanceof InputError)) throw new Error("Expected to be told that http:// is missing");
 * ```
 */
export async function openOpenAIModel(options: {
  readonly name: string;
  readonly url: string;
  readonly apiKey?: string;
  readonly signal?: AbortSignal;
}): Promise<LanguageModel> {
  const { name, apiKey = "", signal } = options;
  const root = readRoot(options.url);
  const server: ServerAddress = {
    label: `the model server at ${root}`,
    startHint: "for llama.cpp: llama-server -m MODEL.gguf",
    apiKey,
  };
  const get = (path: string) =>
    askServerForJson(root + path, signal === undefined ? {} : { signal }, server);
  const model = await findModel(name, get, server);
  const identity: ModelIdentity = {
    name: readShownName(model.id),
    digest: readDigest(model.entry),
    server: await readProgram(model.entry, get),
  };
  return {
    identity,
    async complete(request, signal) {
      const started = performance.now();
      const answer = await askServerForJson(`${root}/v1/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          model: model.id,
          messages: request.messages.map(({ role, content }) => ({ role, content })),
          temperature: request.sampling.temperature,
          top_p: request.sampling.topP,
          max_tokens: request.sampling.maxTokens,
          seed: request.sampling.seed,
        }),
        signal: signal ?? null,
      }, server);
      return readAnswer(answer, request, {
        server,
        durationMs: Math.round(performance.now() - started),
      });
    },
  };
}

function readRoot(url: string): string {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw new InputError(
      `Cannot open a model server: address is ${JSON.stringify(url)}, need http://HOST:PORT`,
    );
  }
  if (address.username + address.password + address.search + address.hash !== "") {
    throw new InputError(
      `Cannot open the model server at ${address.host}: the address holds a name, password or query, ` +
        `need it in the environment variable with the key`,
    );
  }
  return (address.origin + address.pathname).replace(/\/+$/, "").replace(/\/v1$/, "");
}

type Get = (path: string) => Promise<unknown>;

/** A name's entry in the list of models; the name alone where the server keeps no list. */
async function findModel(
  name: string,
  get: Get,
  server: ServerAddress,
): Promise<{ readonly id: string; readonly entry: unknown }> {
  let list: unknown;
  try {
    list = await get("/v1/models");
  } catch (error) {
    if (!(error instanceof ModelCallError)) throw error;
    if (error.status === 404 || error.status === 405) return { id: name, entry: undefined };
    if (error.status === 401 || error.status === 403) {
      throw new InputError(
        `Cannot open ${server.label}: it rejects ${
          server.apiKey === "" ? "calls without a key" : "the key"
        } (status ${error.status}), need its key in the environment variable (OPENAI_API_KEY)`,
        { cause: error },
      );
    }
    throw error;
  }
  const data = readField(list, "data");
  const entries = (Array.isArray(data) ? data as readonly unknown[] : [])
    .map((entry) => ({ id: readField(entry, "id"), entry }))
    .filter((model): model is { id: string; entry: unknown } => typeof model.id === "string");
  const found = entries.find(({ id }) => id === name) ??
    entries.find(({ id }) => readShownName(id) === name || id.split(/[\\/]/).at(-1) === name);
  if (found !== undefined) return found;
  if (entries.length === 0) return { id: name, entry: undefined };
  const names = entries.map(({ id }) => readShownName(id));
  throw new InputError(
    `Cannot open model ${JSON.stringify(name)}: ${server.label} offers ${names.length} other(s), ` +
      `the nearest is ${JSON.stringify(nearestName(name, names))}`,
  );
}

/** Folders say where a machine keeps its files, so they stay out of identities. */
function readShownName(id: string): string {
  const isPath = /\.gguf$/i.test(id) || /^([\\/~.]|[a-z]:)/i.test(id);
  return isPath ? id.split(/[\\/]/).at(-1)!.replace(/\.gguf$/i, "") : id;
}

function readDigest(entry: unknown): string {
  const digest = readField(entry, "digest");
  if (typeof digest === "string") return digest;
  const bytes = readCount(entry, "meta", "size");
  const parameters = readCount(entry, "meta", "n_params");
  return bytes === null || parameters === null ? "" : `bytes:${bytes},parameters:${parameters}`;
}

/** Program and version; routes that a server lacks are how one tells the programs apart. */
async function readProgram(entry: unknown, get: Get): Promise<string> {
  const read = async (path: string, field: string): Promise<string | null> => {
    try {
      const value = readField(await get(path), field);
      return typeof value === "string" ? value : null;
    } catch (error) {
      if (error instanceof ModelCallError) return null;
      throw error;
    }
  };
  if (readField(entry, "owned_by") === "vllm") {
    const version = await read("/version", "version");
    return version === null ? "vllm" : `vllm ${version}`;
  }
  const build = await read("/props", "build_info");
  return build === null ? "openai-compatible" : `llama.cpp ${build}`;
}

function readAnswer(
  answer: unknown,
  request: ModelRequest,
  { server, durationMs }: { readonly server: ServerAddress; readonly durationMs: number },
): ModelResponse {
  const error = readField(answer, "error");
  if (error !== undefined && error !== null) {
    const said = readField(error, "message") ?? error;
    throw brokenAnswer(server, typeof said === "string" ? said : JSON.stringify(said));
  }
  const choice = readField(answer, "choices", 0);
  const reason = requireFinish(readField(choice, "finish_reason"), {
    name: "finish_reason",
    server,
  });
  const message = readField(choice, "message");
  if (typeof message !== "object" || message === null) {
    throw brokenAnswer(server, "it holds no message");
  }
  const text = requireText(readField(message, "content"), server);
  requirePossibleLength(text, { maxTokens: request.sampling.maxTokens, server });
  const promptTokens = readCount(answer, "usage", "prompt_tokens");
  const completionTokens = readCount(answer, "usage", "completion_tokens");
  if (promptTokens === null || completionTokens === null) {
    throw brokenAnswer(
      server,
      "token counts are missing, need usage.prompt_tokens and usage.completion_tokens",
    );
  }
  const cachedTokens = readCount(answer, "usage", "prompt_tokens_details", "cached_tokens") ??
    readCount(answer, "timings", "cache_n");
  const usage = { promptTokens, completionTokens, cachedTokens };
  requirePossibleUsage(usage, { text, request, server });
  const { messages, sampling: { contextTokens } } = request;
  const finish: FinishReason = isPromptTruncated({ messages, promptTokens, contextTokens })
    ? "truncated_prompt"
    : text.trim() === ""
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
