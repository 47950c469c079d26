import assert from "node:assert/strict";
import { InfrastructureError } from "../../lib/errors.ts";
import { createHashingEmbedder } from "../../lib/scorer/hashing_embedder.ts";
import { createOllamaEmbedder } from "../../lib/scorer/ollama_embedder.ts";
import { testEmbedderContract } from "./embedder_contract.ts";

/** A server that answers every request with `answer`, and an embedder that asks it. */
function openFake(answer: (body: { input: string[] }) => Response | Promise<Response>) {
  const requests: { readonly path: string; readonly body: Record<string, unknown> }[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const body = await request.json();
      requests.push({ path: new URL(request.url).pathname, body });
      return await answer(body);
    },
  );
  const embedder = createOllamaEmbedder({
    model: "fake:1",
    dimensions: 64,
    baseUrl: `http://127.0.0.1:${server.addr.port}/`,
    timeoutMs: 500,
  });
  return { embedder, requests, close: () => server.shutdown() };
}

async function answerByHash({ input }: { readonly input: string[] }): Promise<Response> {
  const vectors = await createHashingEmbedder().embed(input);
  return Response.json({ embeddings: vectors.map((vector) => [...vector].map((x) => 3 * x)) });
}

testEmbedderContract({ name: "createOllamaEmbedder", open: () => openFake(answerByHash) });

Deno.test("createOllamaEmbedder: sends one request that forbids cutting", async () => {
  const { embedder, requests, close } = openFake(answerByHash);
  await embedder.embed(["a", "b"]);
  await close();
  assert.deepEqual(requests, [
    { path: "/api/embed", body: { model: "fake:1", input: ["a", "b"], truncate: false } },
  ]);
});

Deno.test("createOllamaEmbedder: asks nothing before the first text", async () => {
  const { embedder, requests, close } = openFake(answerByHash);
  assert.deepEqual(await embedder.embed([]), []);
  await close();
  assert.equal(requests.length, 0);
});

Deno.test("createOllamaEmbedder: a bad answer is broken machinery, with what was seen", async () => {
  const unit = [1, ...Array(63).fill(0)];
  const answers: readonly (readonly [Response, RegExp])[] = [
    [new Response('{"error":"model not found"}', { status: 404 }), /status 404.*model not found/],
    [new Response("<html>"), /answered "<html>", need JSON/],
    [Response.json({ error: "out of memory" }), /reply is .*out of memory.*need 1 vectors of 64/],
    [Response.json(null), /reply is null/],
    [Response.json({ embeddings: [] }), /need 1 vectors/],
    [Response.json({ embeddings: [unit, unit] }), /need 1 vectors/],
    [Response.json({ embeddings: [[1, 2]] }), /need 1 vectors of 64/],
    [Response.json({ embeddings: [Array(64).fill(null)] }), /finite/],
    [Response.json({ embeddings: [Array(64).fill("1")] }), /finite/],
    [Response.json({ embeddings: [Array(64).fill(0)] }), /not all 0/],
  ];
  for (const [answer, message] of answers) {
    const { embedder, close } = openFake(() => answer);
    await assert.rejects(() => embedder.embed(["a"]), (error: unknown) => {
      assert.ok(error instanceof InfrastructureError);
      assert.match(error.message, message);
      return true;
    });
    await close();
  }
});

Deno.test("createOllamaEmbedder: a silent server is given up at the time limit", async () => {
  let release = () => {};
  const silence = new Promise<void>((resolve) => release = resolve);
  const { embedder, close } = openFake(async () => {
    await silence;
    return new Response();
  });
  await assert.rejects(() => embedder.embed(["a"]), /no answer from .* within 500 ms/);
  release();
  await close();
});

Deno.test("createOllamaEmbedder: no server is broken machinery that names the address", async () => {
  const { embedder, close } = openFake(answerByHash);
  await close();
  await assert.rejects(() => embedder.embed(["a"]), (error: unknown) => {
    assert.ok(error instanceof InfrastructureError && error.cause instanceof Error);
    assert.match(error.message, /127\.0\.0\.1:\d+\/api\/embed/);
    return true;
  });
});

Deno.test("createOllamaEmbedder: a time limit that no timer can hold is a RangeError", () => {
  for (const timeoutMs of [0, -1, NaN, 2 ** 31]) {
    assert.throws(
      () => createOllamaEmbedder({ model: "fake:1", dimensions: 64, timeoutMs }),
      RangeError,
    );
  }
});
