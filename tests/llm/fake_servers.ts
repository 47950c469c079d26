/** Model servers that answer by a script, on a free port of 127.0.0.1. */

/** One request that a fake server got. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: Headers;
  // deno-lint-ignore no-explicit-any -- whatever was sent, for assertions only
  readonly body: any;
}

export interface FakeServer extends AsyncDisposable {
  readonly url: string;
  /** Requests for answers, in order of arrival; the opening's requests are left out. */
  readonly calls: readonly SeenRequest[];
}

/** What a script gets: the messages' contents and the call's number, counted from 0. */
export interface ScriptCall {
  readonly contents: readonly string[];
  readonly number: number;
}

export type Script = (call: ScriptCall) => Response | Promise<Response>;

function start(
  routes: Readonly<Record<string, () => Response>>,
  chatPath: string,
  { script, port = 0 }: { readonly script: Script; readonly port?: number },
): FakeServer {
  const calls: SeenRequest[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port, onListen() {}, onError: () => new Response(null) },
    async (request) => {
      const path = new URL(request.url).pathname;
      const route = routes[path];
      if (route !== undefined) return route();
      if (path !== chatPath) return new Response("no such route", { status: 404 });
      const body = await request.json();
      const number = calls.push({ path, headers: request.headers, body }) - 1;
      const contents = body.messages.map((message: { content: string }) => message.content);
      return await script({ contents, number });
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    calls,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** llama.cpp's server with one model, unless other routes are given; on a free port unless one is. */
export function startOpenAI(
  script: Script,
  routes: Readonly<Record<string, () => Response>> = {},
  port = 0,
): FakeServer {
  return start(
    {
      "/v1/models": () =>
        Response.json({
          data: [{
            id: "/data/models/qwen-1.5b-q8.gguf",
            owned_by: "llamacpp",
            meta: { size: 1646569984, n_params: 1543714304 },
          }],
        }),
      "/props": () => Response.json({ build_info: "b4242-abcdef", model_path: "/data/models" }),
      ...routes,
    },
    "/v1/chat/completions",
    { script, port },
  );
}

export function startOllama(script: Script): FakeServer {
  return start(
    {
      "/api/tags": () =>
        Response.json({
          models: [
            { name: "qwen2.5-coder:1.5b", model: "qwen2.5-coder:1.5b", digest: "d7372fd82851" },
            { name: "phi:latest", model: "phi:latest", digest: "e2fd6321a5fe" },
          ],
        }),
      "/api/version": () => Response.json({ version: "0.12.6" }),
    },
    "/api/chat",
    { script },
  );
}

export function openAIAnswer(content: string | null, fields: Record<string, unknown> = {}) {
  return Response.json({
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 },
    ...fields,
  });
}

/** Lines of JSON, as Ollama streams them. */
export function ollamaLines(...lines: readonly unknown[]): Response {
  return new Response(lines.map((line) => JSON.stringify(line) + "\n").join(""), {
    headers: { "content-type": "application/x-ndjson" },
  });
}

/** The text in two parts, then the last line. */
export function ollamaAnswer(content: string, fields: Record<string, unknown> = {}): Response {
  const half = Math.floor(content.length / 2);
  return ollamaLines(
    { message: { role: "assistant", content: content.slice(0, half) }, done: false },
    { message: { role: "assistant", content: content.slice(half) }, done: false },
    {
      message: { role: "assistant", content: "" },
      done: true,
      done_reason: "stop",
      prompt_eval_count: 10,
      eval_count: 20,
      ...fields,
    },
  );
}

export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * A server that keeps no list of models and says of every question only the bytes given, then
 * nothing more: it waits for the client to leave, or cuts the line itself.
 */
export function startRaw(bytes: string, options: { readonly cut: boolean }): {
  readonly url: string;
  /** Connections on which a question came, and how many of them the client has closed. */
  readonly seen: { asked: number; left: number };
} & AsyncDisposable {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const seen = { asked: 0, left: 0 };
  const serve = async (connection: Deno.Conn) => {
    const buffer = new Uint8Array(65536);
    const length = await connection.read(buffer) ?? 0;
    const isQuestion = new TextDecoder().decode(buffer.subarray(0, length)).startsWith("POST");
    const reply = isQuestion ? bytes : "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n";
    await connection.write(new TextEncoder().encode(reply));
    if (isQuestion) seen.asked++;
    if (isQuestion && !options.cut) {
      while (await connection.read(buffer).catch(() => null) !== null);
      seen.left++;
    }
    connection.close();
  };
  const serving = (async () => {
    const connections: Promise<void>[] = [];
    for await (const connection of listener) connections.push(serve(connection));
    await Promise.all(connections);
  })();
  return {
    url: `http://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`,
    seen,
    async [Symbol.asyncDispose]() {
      listener.close();
      await serving;
    },
  };
}

/** An address at which nobody listens. */
export async function findClosedUrl(): Promise<string> {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => new Response(),
  );
  const url = `http://127.0.0.1:${server.addr.port}`;
  await server.shutdown();
  return url;
}
