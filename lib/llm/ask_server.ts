/**
 * One HTTP exchange with a model server, every failure a {@linkcode ModelCallError}.
 *
 * @module
 */
import { ModelCallError } from "./model_call_error.ts";

/** A model server as error texts speak of it. */
export interface ServerAddress {
  /** Program and address, such as `Ollama at http://127.0.0.1:11434`. */
  readonly label: string;
  /** What to do when nobody listens there. */
  readonly startHint: string;
  /** Sent as a bearer token and struck out of every error text; empty for none. */
  readonly apiKey: string;
}

const overflow =
  /context[ _](size|length|window)|too many tokens|prompt is too long|too large to process/i;

/** A field deep inside parsed JSON; undefined where the path leads nowhere. */
export function readField(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null
        ? (inner as Readonly<Record<string | number, unknown>>)[name]
        : undefined,
    value,
  );
}

/** A token count inside parsed JSON; null where there is none. */
export function readCount(value: unknown, ...path: readonly (string | number)[]): number | null {
  const count = readField(value, ...path);
  return Number.isSafeInteger(count) && count as number >= 0 ? count as number : null;
}

/** The part of an error body that speaks to a reader, without the key. */
function readErrorText(body: string, { apiKey }: ServerAddress): string {
  let text = body;
  try {
    const parsed: unknown = JSON.parse(body);
    const error = readField(parsed, "error") ?? readField(parsed, "detail") ?? parsed;
    const said = readField(error, "message") ?? error;
    if (typeof said === "string") text = said;
  } catch {
    // Proxies answer in HTML or plain text, which then speaks for itself.
  }
  return redact(text, apiKey).replace(/\s+/g, " ").trim().slice(0, 300) || "no reason given";
}

/** `fetch` hides what happened in the cause of what it throws. */
function describeCauses(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined
    ? error.message
    : `${error.message}: ${describeCauses(error.cause)}`;
}

/** A text without the key. */
export function redact(text: string, apiKey: string): string {
  return apiKey === "" ? text : text.replaceAll(apiKey, "[key]");
}

/**
 * Sends one request and returns the response if its status is 2xx; the body is still unread.
 *
 * @param url where to ask
 * @param init method, headers, body and signal; the bearer token is added here
 * @param server who is asked
 * @throws {ModelCallError} when there is no connection or the status is not 2xx
 * @throws the signal's reason when it was aborted
 */
export async function askServer(
  url: string,
  init: RequestInit,
  server: ServerAddress,
): Promise<Response> {
  const headers = new Headers(init.headers);
  if (server.apiKey !== "") headers.set("authorization", `Bearer ${server.apiKey}`);
  let response: Response;
  try {
    response = await fetch(url, { ...init, headers });
    if (response.ok) return response;
  } catch (cause) {
    init.signal?.throwIfAborted();
    if (cause instanceof Deno.errors.NotCapable) throw cause;
    const said = redact(describeCauses(cause), server.apiKey);
    if (/\(Connect\)|refused|dns/i.test(said)) {
      throw new ModelCallError(
        `Cannot reach ${server.label}: is it running? (${server.startHint})`,
        { failure: "unreachable", cause },
      );
    }
    throw new ModelCallError(`Cannot ask ${server.label}: ${said}`, { failure: "broken", cause });
  }
  const body = await readBody(response, init.signal, server);
  const { status } = response;
  const said = readErrorText(body, server);
  if (overflow.test(body)) {
    throw new ModelCallError(
      `Cannot ask ${server.label}: the prompt is too long for its context window: ${said}`,
      { failure: "refused", status },
    );
  }
  throw new ModelCallError(`Cannot ask ${server.label}: status ${status}: ${said}`, {
    failure: status === 429 || status >= 500 ? "busy" : "refused",
    status,
    retryAfter: response.headers.get("retry-after"),
  });
}

async function readBody(
  response: Response,
  signal: AbortSignal | null | undefined,
  server: ServerAddress,
): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ModelCallError(`Cannot read the answer of ${server.label}: it broke off`, {
      failure: "broken",
      status: response.status,
      cause,
    });
  }
}

/**
 * Like {@linkcode askServer}, and reads the answer as JSON.
 *
 * @throws {ModelCallError} also when the body breaks off or is not JSON
 */
export async function askServerForJson(
  url: string,
  init: RequestInit,
  server: ServerAddress,
): Promise<unknown> {
  const response = await askServer(url, init, server);
  const body = await readBody(response, init.signal, server);
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new ModelCallError(
      `Cannot read the answer of ${server.label}: need JSON, got ${
        JSON.stringify(redact(body, server.apiKey).slice(0, 80))
      }`,
      { failure: "broken", status: response.status, cause },
    );
  }
}
