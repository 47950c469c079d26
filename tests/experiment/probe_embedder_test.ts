import assert from "node:assert/strict";
import { InfrastructureError, InputError } from "../../lib/errors.ts";
import { probeEmbedder } from "../../lib/experiment/probe_embedder.ts";
import type { Embedder } from "../../lib/scorer/embedder.ts";
import { createHashingEmbedder } from "../../lib/scorer/hashing_embedder.ts";

const giving = (embed: Embedder["embed"]): Embedder => ({ ...createHashingEmbedder(), embed });

Deno.test("probeEmbedder: embeds one text and no more", async () => {
  const asked: (readonly string[])[] = [];
  const { embed } = createHashingEmbedder();
  await probeEmbedder(giving((texts) => {
    asked.push(texts);
    return embed(texts);
  }));
  assert.deepEqual(asked.map((texts) => texts.length), [1]);
});

Deno.test("probeEmbedder: a broken one is broken machinery, with its reason and the remedy", async () => {
  const cause = new Error("connection refused");
  const broken = giving(() => Promise.reject(new InfrastructureError("No server", { cause })));
  await assert.rejects(() => probeEmbedder(broken), (error: Error) => {
    assert.ok(error instanceof InfrastructureError);
    assert.match(
      error.message,
      /^Cannot embed with \S+: No server; see merit doctor --embedder SPEC, name another --embedder, /,
    );
    assert.equal(error.cause, cause);
    return true;
  });
});

const unfit: Readonly<Record<string, readonly Float32Array[]>> = {
  "gave no vector": [],
  "gave [1, …]": [Float32Array.of(1)],
  "gave [NaN, NaN, NaN, …]": [new Float32Array(64).fill(NaN)],
};
for (const [seen, vectors] of Object.entries(unfit)) {
  Deno.test(`probeEmbedder: refuses one that ${seen}`, async () => {
    await assert.rejects(
      () => probeEmbedder(giving(() => Promise.resolve(vectors))),
      (error: Error) => {
        assert.ok(error instanceof InfrastructureError);
        assert.ok(error.message.includes(`it ${seen}, need one of 64 numbers`), error.message);
        return true;
      },
    );
  });
}

Deno.test("probeEmbedder: what a user can mend, and mistakes, go through as they are", async () => {
  for (const error of [new InputError("No such folder"), new TypeError("x is no function")]) {
    await assert.rejects(() => probeEmbedder(giving(() => Promise.reject(error))), error);
  }
});
