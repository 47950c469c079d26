import assert from "node:assert/strict";
import { InfrastructureError, InputError, ReplayMissError } from "../../lib/errors.ts";
import type { Embedder } from "../../lib/scorer/embedder.ts";
import { createHashingEmbedder } from "../../lib/scorer/hashing_embedder.ts";
import {
  checkRecordedVectors,
  createEmbeddingTable,
  createRecordedEmbedder,
} from "../../lib/scorer/recorded_embedder.ts";
import { DatabaseSync } from "../../lib/sqlite.ts";
import { testEmbedderContract } from "./embedder_contract.ts";

const hashing = createHashingEmbedder();
const { identity, dimensions } = hashing;

function openDatabase(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  createEmbeddingTable(database);
  return database;
}

/** The hashing embedder, counting what it is asked for. */
function countCalls(): { readonly live: Embedder; readonly calls: (readonly string[])[] } {
  const calls: (readonly string[])[] = [];
  const live: Embedder = {
    ...hashing,
    embed(texts) {
      calls.push(texts);
      return hashing.embed(texts);
    },
  };
  return { live, calls };
}

testEmbedderContract({
  name: "createRecordedEmbedder, recording",
  open() {
    const database = openDatabase();
    const embedder = createRecordedEmbedder({ database, identity, dimensions, live: hashing });
    return { embedder, close: () => Promise.resolve(database.close()) };
  },
});

testEmbedderContract({
  name: "createRecordedEmbedder, replaying",
  open() {
    const database = openDatabase();
    const recording = createRecordedEmbedder({ database, identity, dimensions, live: hashing });
    const replay = createRecordedEmbedder({ database, identity, dimensions });
    const embedder: Embedder = {
      identity,
      dimensions,
      async embed(texts) {
        await recording.embed(texts);
        return await replay.embed(texts);
      },
    };
    return { embedder, close: () => Promise.resolve(database.close()) };
  },
});

Deno.test("createRecordedEmbedder: asks the live embedder once for a text", async () => {
  const database = openDatabase(), { live, calls } = countCalls();
  const embedder = createRecordedEmbedder({ database, identity, dimensions, live });
  const vectors = await embedder.embed(["a", "b", "a"]);
  await embedder.embed(["b", "c"]);
  assert.deepEqual(calls, [["a", "b"], ["c"]]);
  assert.deepEqual(vectors, await hashing.embed(["a", "b", "a"]));
  database.close();
});

Deno.test("createRecordedEmbedder: a replay from a file, opened for reading, is bit for bit equal", async () => {
  const folder = await Deno.makeTempDir();
  const texts = ["oldest singer", "", "\ud800", "\ufffd", "stadium_id"];
  const database = new DatabaseSync(`${folder}/run.sqlite`);
  createEmbeddingTable(database);
  createEmbeddingTable(database);
  await createRecordedEmbedder({ database, identity, dimensions, live: hashing }).embed(texts);
  database.close();
  const opened = new DatabaseSync(`${folder}/run.sqlite`, { readOnly: true });
  const replay = createRecordedEmbedder({ database: opened, identity, dimensions });
  assert.deepEqual(await replay.embed(texts), await hashing.embed(texts));
  assert.equal(opened.prepare("SELECT count(*) AS rows FROM embedding").get()?.rows, 5);
  opened.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("createRecordedEmbedder: stores little-endian 32-bit floats", async () => {
  const database = openDatabase();
  const live: Embedder = {
    identity: "fixed",
    dimensions: 2,
    embed: (texts) => Promise.resolve(texts.map(() => Float32Array.of(1, -0.5))),
  };
  await createRecordedEmbedder({ database, identity: "fixed", dimensions: 2, live }).embed(["a"]);
  const row = database.prepare("SELECT key, hex(vector) AS vector FROM embedding").get();
  assert.equal(row?.vector, "0000803F000000BF");
  const bytes = new TextEncoder().encode('["fixed","a"]');
  const key = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  assert.equal(row?.key, key);
  database.close();
});

Deno.test("createRecordedEmbedder: a miss names the text, the identity and what is held", async () => {
  const database = openDatabase();
  await createRecordedEmbedder({ database, identity, dimensions, live: hashing }).embed(["a"]);
  const other = createRecordedEmbedder({ database, identity: "other:int8", dimensions });
  await assert.rejects(() => other.embed(["a"]), (error: unknown) => {
    assert.ok(error instanceof ReplayMissError);
    assert.match(error.message, /vector of "a" for other:int8.*vectors of hashing:64:v1/);
    return true;
  });
  const replay = createRecordedEmbedder({ database, identity, dimensions });
  const long = `oldest ${"singer ".repeat(100)}`;
  await assert.rejects(() => replay.embed(["a", long]), /vector of "oldest singer singer [^"]*"/);
  database.close();
});

Deno.test("createRecordedEmbedder: a live embedder of another identity is refused", () => {
  const database = openDatabase();
  const create = (change: object) =>
    createRecordedEmbedder({ database, identity, dimensions, live: hashing, ...change });
  assert.throws(() => create({ identity: "other" }), InputError);
  assert.throws(() => create({ dimensions: 65 }), /64 dimensions.*\(65\)/);
  database.close();
});

Deno.test("createRecordedEmbedder: a break loses no vector that was saved before it", async () => {
  const database = openDatabase();
  let calls = 0;
  const live: Embedder = {
    ...hashing,
    embed(texts) {
      if (++calls > 1) throw new InfrastructureError("Cannot reach the server");
      return hashing.embed(texts);
    },
  };
  const texts = Array.from({ length: 100 }, (_, i) => `text ${i}`);
  const embedder = createRecordedEmbedder({ database, identity, dimensions, live });
  await assert.rejects(() => embedder.embed(texts), InfrastructureError);
  const saved = database.prepare("SELECT count(*) AS rows FROM embedding").get()?.rows;
  assert.equal(saved, 64);
  database.close();
});

Deno.test("createRecordedEmbedder: malformed live vectors are refused, not saved", async () => {
  const database = openDatabase();
  const bad = [[], [new Float32Array(3)], [new Float32Array(64).fill(NaN)]];
  for (const vectors of bad) {
    const live: Embedder = { ...hashing, embed: () => Promise.resolve(vectors) };
    const embedder = createRecordedEmbedder({ database, identity, dimensions, live });
    await assert.rejects(() => embedder.embed(["a"]), InfrastructureError);
  }
  assert.equal(database.prepare("SELECT count(*) AS rows FROM embedding").get()?.rows, 0);
  database.close();
});

Deno.test("createRecordedEmbedder: saves inside the caller's transaction", async () => {
  const database = openDatabase();
  const embedder = createRecordedEmbedder({ database, identity, dimensions, live: hashing });
  database.exec("BEGIN");
  await embedder.embed(["a"]);
  database.exec("ROLLBACK");
  assert.equal(database.prepare("SELECT count(*) AS rows FROM embedding").get()?.rows, 0);
  database.close();
});

Deno.test("createRecordedEmbedder: a table that cannot take or give vectors is said to", async () => {
  const empty = new DatabaseSync(":memory:");
  const lost = createRecordedEmbedder({ database: empty, identity, dimensions });
  await assert.rejects(() => lost.embed(["a"]), /^InputError: .*no table embedding/);
  empty.close();

  const database = openDatabase();
  const embedder = createRecordedEmbedder({ database, identity, dimensions, live: hashing });
  await embedder.embed(["a"]);
  database.exec("UPDATE embedding SET vector = x'00'");
  await assert.rejects(() => embedder.embed(["a"]), /^InputError: .*1 bytes, need 256/);
  database.exec("PRAGMA query_only = ON");
  await assert.rejects(() => embedder.embed(["b"]), /^InfrastructureError: Cannot save/);
  assert.equal(database.isTransaction, false);
  database.close();
});

Deno.test("checkRecordedVectors: counts each embedder's, and refuses one that is cut or not finite", async () => {
  using database = openDatabase();
  const embedder = createRecordedEmbedder({ database, identity, dimensions, live: hashing });
  await embedder.embed(["a", "b", "c"]);
  assert.deepEqual(checkRecordedVectors(database), [{ identity, dimensions, count: 3 }]);
  const [row] = database.prepare("SELECT key FROM embedding").all();
  const spoil = (vector: Uint8Array) =>
    database.prepare("UPDATE embedding SET vector = ? WHERE key = ?").run(vector, row!.key!);
  spoil(new Uint8Array(12));
  assert.throws(() => checkRecordedVectors(database), /it has 12 bytes, need 256/);
  spoil(new Uint8Array(256).fill(255));
  assert.throws(() => checkRecordedVectors(database), /a number in it is not finite/);
});
