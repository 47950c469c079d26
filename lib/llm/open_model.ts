/**
 * From a text that names a model to the model.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { createBalancedModel, requireSameIdentity } from "./balanced_model.ts";
import type { LanguageModel, ModelIdentity } from "./language_model.ts";
import { ModelCallError } from "./model_call_error.ts";
import { nearestName } from "../nearest_name.ts";
import { openOllamaModel } from "./ollama_model.ts";
import { openOpenAIModel } from "./openai_model.ts";
import { scriptedModels } from "./scripted_models.ts";
import { type RetryPolicy, withRetries } from "./with_retries.ts";

/** What {@linkcode openModel} may be told besides the model's text. */
export interface OpenModelOptions {
  /** Patience with the servers; scripted models need none. */
  readonly retries?: RetryPolicy;
  /** Environment variable that holds the key of `openai:` servers; `OPENAI_API_KEY` by default. */
  readonly keyVariable?: string;
  /** Reads an environment variable; `Deno.env.get` by default. */
  readonly readVariable?: (name: string) => string | undefined;
  /** How long an unreachable one of several servers is passed over, in milliseconds. */
  readonly pauseMs?: number;
}

const kinds = ["ollama", "openai", "scripted"] as const;
const forms = "ollama:NAME[@URL], openai:NAME@URL[,URL] or scripted:NAME";

/**
 * Opens the model that a text names: `ollama:NAME[@URL]`, `openai:NAME@URL[,URL2]` (any
 * OpenAI-compatible server; calls are spread over several URLs) or `scripted:NAME`. Models on
 * servers are wrapped with retries. Of several servers, those out of reach now are tried again
 * later, as long as one is there.
 *
 * @param spec the model's text, such as `ollama:qwen2.5-coder:1.5b`
 * @param options patience and where the key comes from
 * @returns the model, its identity read from the server
 * @throws {InputError} for a text of no known form, a model that the server lacks, a rejected key
 * @throws {ModelCallError} when the server, or every one of several, cannot be reached
 *
 * @example
 * ```ts
 * import { openModel } from "./open_model.ts";
 * const model = await openModel("scripted:select-one");
 * if (model.identity.name !== "select-one") throw new Error("Expected the scripted model");
 * ```
 */
export async function openModel(
  spec: string,
  options: OpenModelOptions = {},
): Promise<LanguageModel> {
  const { kind, name, urls } = parseSpec(spec);
  switch (kind) {
    case "scripted":
      return openScripted(name);
    case "ollama":
      return withRetries(
        await openOllamaModel({ name, ...(urls[0] !== undefined && { url: urls[0] }) }),
        options.retries,
      );
    case "openai": {
      const { keyVariable = "OPENAI_API_KEY", readVariable = Deno.env.get } = options;
      const apiKey = readVariable(keyVariable)?.trim() ?? "";
      const models = await openServers(
        urls.map((url) => () => openOpenAIModel({ name, url, apiKey })),
      );
      const { pauseMs } = options;
      return withRetries(
        createBalancedModel({ models, ...(pauseMs !== undefined && { pauseMs }) }),
        options.retries,
      );
    }
  }
}

interface ModelSpec {
  readonly kind: typeof kinds[number];
  readonly name: string;
  readonly urls: readonly string[];
}

function parseSpec(spec: string): ModelSpec {
  const refuse = (reason: string) =>
    new InputError(`Cannot open model ${JSON.stringify(spec)}: ${reason}, need ${forms}`);
  const colon = spec.indexOf(":");
  const written = colon < 0 ? spec : spec.slice(0, colon);
  const kind = kinds.find((known) => known === written);
  if (kind === undefined) {
    const nearest = nearestName(written, kinds);
    throw refuse(`its kind is ${JSON.stringify(written)} (nearest: ${JSON.stringify(nearest)})`);
  }
  const [, name, address] = /^(.*?)(?:@(https?:\/\/.*))?$/s.exec(spec.slice(colon + 1))!;
  if (colon < 0 || name === "") throw refuse("it has no name");
  const urls = address === undefined ? [] : address.split(",").map((url) => url.trim());
  if (kind === "ollama" && name!.includes("@")) throw refuse("its address is not http://HOST:PORT");
  if (kind === "openai" && urls.length === 0) throw refuse("it has no http:// address");
  if (kind === "ollama" && urls.length > 1) throw refuse(`it has ${urls.length} addresses`);
  if (kind === "scripted" && urls.length > 0) throw refuse("it has an address");
  return { kind, name: name!, urls };
}

function openScripted(name: string): LanguageModel {
  const names = Object.keys(scriptedModels) as (keyof typeof scriptedModels)[];
  const known = names.find((candidate) => candidate === name);
  if (known !== undefined) return scriptedModels[known]();
  throw new InputError(
    `Cannot open scripted model ${JSON.stringify(name)}: need one of ${names.join(", ")} ` +
      `(nearest: ${nearestName(name, names)})`,
  );
}

/** Every server as a model; what stopped the first one where none opened or a user must mend it. */
async function openServers(
  openings: readonly (() => Promise<LanguageModel>)[],
): Promise<readonly LanguageModel[]> {
  const settled = await Promise.allSettled(openings.map((open) => open()));
  const errors = settled.flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : []
  );
  const first = settled.find((result) => result.status === "fulfilled")?.value;
  const isAway = (error: unknown) =>
    error instanceof ModelCallError && error.failure === "unreachable";
  const fatal = errors.find((error) => !isAway(error));
  if (fatal !== undefined) throw fatal;
  if (first === undefined) throw errors[0];
  return settled.map((result, at) =>
    result.status === "fulfilled" ? result.value : openLater(openings[at]!, first.identity)
  );
}

/** A server that is out of reach now; it opens at the first call that finds it. */
function openLater(open: () => Promise<LanguageModel>, identity: ModelIdentity): LanguageModel {
  let opened: LanguageModel | undefined;
  return {
    identity,
    async complete(request, signal) {
      opened ??= await openSame(open, identity);
      return await opened.complete(request, signal);
    },
  };
}

async function openSame(
  open: () => Promise<LanguageModel>,
  identity: ModelIdentity,
): Promise<LanguageModel> {
  const model = await open();
  requireSameIdentity(identity, model.identity);
  return model;
}
