import { InfrastructureError, InputError, ReplayMissError } from "../errors.ts";
import { sha256 } from "../sha256.ts";
import type { DatabaseSync } from "../sqlite.ts";
import type { Embedder } from "./embedder.ts";

/** Texts embedded between two savings, so that a broken call loses few vectors. */
const chunkSize = 64;

/** What {@link createRecordedEmbedder} needs. */
export interface RecordedEmbedderOptions {
  /** An open connection to a database with the table of {@link createEmbeddingTable}. */
  readonly database: DatabaseSync;
  /** Whose vectors to look up, as {@link Embedder.identity}. */
  readonly identity: string;
  /** Length of its vectors. */
  readonly dimensions: number;
  /** Embeds and records what the recording lacks; without it nothing is ever computed. */
  readonly live?: Embedder;
}

/**
 * Creates the table that holds recorded vectors, unless it is there.
 *
 * A row holds the SHA-256 of identity and text, the identity, and the vector as little-endian
 * 32-bit floats. The text itself is not stored.
 *
 * @param database an open, writable connection
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "../sqlite.ts";
 * import { createEmbeddingTable } from "./recorded_embedder.ts";
 * const database = new DatabaseSync(":memory:");
 * createEmbeddingTable(database);
 * const row = database.prepare("SELECT count(*) AS rows FROM embedding").get();
 * if (row?.rows !== 0) throw new Error("Expected an empty table");
 * database.close();
 * ```
 */
export function createEmbeddingTable(database: DatabaseSync): void {
  database.exec(`CREATE TABLE IF NOT EXISTS embedding (
    key TEXT PRIMARY KEY,
    identity TEXT NOT NULL,
    vector BLOB NOT NULL
  ) STRICT, WITHOUT ROWID`);
}

/**
 * Makes an embedder that answers from a recording, and records what a live embedder answers.
 *
 * A vector is found by its text and by the identity of the embedder that made it, so that vectors of
 * another model, number format or pooling are never mixed in. What is returned always comes from the
 * table: a replay gives bit for bit what the recording run saw.
 *
 * @param options connection, identity, dimensions and, to record, the live embedder
 * @returns an embedder of the identity given
 * @throws {InputError} when the live embedder has another identity or dimension; the embedder's
 * `embed` throws {@link ReplayMissError} where a vector is missing and nothing is live, and {@link
 * InputError} where the table is missing or holds a vector of another length
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "../sqlite.ts";
 * import { createHashingEmbedder } from "./hashing_embedder.ts";
 * import { createEmbeddingTable, createRecordedEmbedder } from "./recorded_embedder.ts";
 * const database = new DatabaseSync(":memory:");
 * createEmbeddingTable(database);
 * const live = createHashingEmbedder(), { identity, dimensions } = live;
 * await createRecordedEmbedder({ database, identity, dimensions, live }).embed(["oldest singer"]);
 * const replay = createRecordedEmbedder({ database, identity, dimensions });
 * const [vector] = await replay.embed(["oldest singer"]);
 * if (vector?.length !== 64) throw new Error("Expected the recorded vector");
 * database.close();
 * ```
 */
export function createRecordedEmbedder(options: RecordedEmbedderOptions): Embedder {
  const { database, identity, dimensions, live } = options;
  if (live && (live.identity !== identity || live.dimensions !== dimensions)) {
    throw new InputError(
      `Cannot record with the embedder ${live.identity} (${live.dimensions} dimensions): ` +
        `the recording is for ${identity} (${dimensions})`,
    );
  }
  return {
    identity,
    dimensions,
    async embed(texts) {
      const table = openTable(database);
      const missing = [...new Set(texts)].filter((text) => !table.find(toKey(identity, text)));
      for (let start = 0; start < missing.length; start += chunkSize) {
        const chunk = missing.slice(start, start + chunkSize);
        if (!live) throw describeMiss({ text: chunk[0]!, identity, held: table.identities() });
        const vectors = await live.embed(chunk);
        checkVectors(vectors, { count: chunk.length, dimensions, identity });
        table.save(chunk.map((text, i) => ({
          key: toKey(identity, text),
          identity,
          vector: toBytes(vectors[i]!),
        })));
      }
      return texts.map((text) => fromBytes(table.find(toKey(identity, text))!, dimensions));
    },
  };
}

interface EmbeddingRow {
  readonly key: string;
  readonly identity: string;
  readonly vector: Uint8Array;
}

function openTable(database: DatabaseSync) {
  try {
    const find = database.prepare("SELECT vector FROM embedding WHERE key = ?");
    return {
      find: (key: string) => find.get(key)?.vector as Uint8Array | undefined,
      identities: () =>
        database.prepare("SELECT DISTINCT identity FROM embedding ORDER BY identity").all()
          .map((row) => String(row.identity)),
      save(rows: readonly EmbeddingRow[]) {
        const insert = database.prepare("INSERT OR IGNORE INTO embedding VALUES (?, ?, ?)");
        database.exec("SAVEPOINT save_embeddings");
        try {
          for (const { key, identity, vector } of rows) insert.run(key, identity, vector);
        } catch (cause) {
          database.exec("ROLLBACK TO save_embeddings");
          throw new InfrastructureError(`Cannot save vectors of ${rows[0]?.identity}`, { cause });
        } finally {
          database.exec("RELEASE save_embeddings");
        }
      },
    };
  } catch (cause) {
    throw new InputError("Cannot look up vectors: the database has no table embedding", { cause });
  }
}

/** JSON keeps identity and text apart and lone surrogates distinct. */
function toKey(identity: string, text: string): string {
  return sha256(JSON.stringify([identity, text]));
}

function toBytes(vector: Float32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * vector.length));
  vector.forEach((value, i) => view.setFloat32(4 * i, value, true));
  return new Uint8Array(view.buffer);
}

function fromBytes(bytes: Uint8Array, dimensions: number): Float32Array {
  if (bytes.length !== 4 * dimensions) {
    throw new InputError(
      `Cannot read a recorded vector: it has ${bytes.length} bytes, need ${4 * dimensions}`,
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: dimensions }, (_, i) => view.getFloat32(4 * i, true));
}

function checkVectors(
  vectors: readonly Float32Array[],
  need: { readonly count: number; readonly dimensions: number; readonly identity: string },
): void {
  const { count, dimensions, identity } = need;
  const good = vectors.filter((vector) =>
    vector.length === dimensions && vector.every(Number.isFinite)
  );
  if (vectors.length !== count || good.length !== count) {
    throw new InfrastructureError(
      `Cannot record vectors of ${identity}: ${good.length} of ${vectors.length} are finite and of ` +
        `${dimensions} dimensions, need ${count}`,
    );
  }
}

function describeMiss(
  miss: { readonly text: string; readonly identity: string; readonly held: readonly string[] },
): ReplayMissError {
  const start = JSON.stringify(miss.text.slice(0, 60));
  const why = miss.held.includes(miss.identity)
    ? "the recording holds vectors of this embedder, and none of this text"
    : `the recording holds vectors of ${miss.held.join(", ") || "no embedder"}`;
  return new ReplayMissError(
    `Cannot replay the vector of ${start} for ${miss.identity}: ${why}`,
  );
}

/**
 * The embedders whose vectors a recording holds.
 *
 * @param database an open recording
 * @returns identity and length of vectors, in order of identity
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "../sqlite.ts";
 * import { createEmbeddingTable, readRecordedEmbedders } from "./recorded_embedder.ts";
 * const database = new DatabaseSync(":memory:");
 * createEmbeddingTable(database);
 * if (readRecordedEmbedders(database).length !== 0) throw new Error("Expected none");
 * ```
 */
export function readRecordedEmbedders(
  database: DatabaseSync,
): readonly { readonly identity: string; readonly dimensions: number }[] {
  return database.prepare(
    "SELECT identity, max(length(vector)) / 4 AS dimensions FROM embedding GROUP BY identity ORDER BY identity",
  ).all().map((row) => ({
    identity: String(row.identity),
    dimensions: Number(row.dimensions),
  }));
}

/** The vectors of one embedder in a recording. */
export interface RecordedVectors {
  /** As {@link Embedder.identity}. */
  readonly identity: string;
  /** Length of each. */
  readonly dimensions: number;
  /** How many there are, at least 1. */
  readonly count: number;
}

/**
 * Reads every vector of a recording, to know before a replay that each is whole.
 *
 * @param database an open recording
 * @returns one item an embedder, in order of identity
 * @throws {InputError} where a vector has another length than others of its embedder, or a number that
 * is not finite
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "../sqlite.ts";
 * import { checkRecordedVectors, createEmbeddingTable } from "./recorded_embedder.ts";
 * const database = new DatabaseSync(":memory:");
 * createEmbeddingTable(database);
 * if (checkRecordedVectors(database).length !== 0) throw new Error("Expected none");
 * ```
 */
export function checkRecordedVectors(database: DatabaseSync): readonly RecordedVectors[] {
  const select = database.prepare("SELECT vector FROM embedding WHERE identity = ?");
  return readRecordedEmbedders(database).map(({ identity, dimensions }) => {
    let count = 0;
    for (const { vector } of select.iterate(identity)) {
      count++;
      if (fromBytes(vector as Uint8Array, dimensions).every(Number.isFinite)) continue;
      throw new InputError(
        `Cannot read a recorded vector of ${identity}: a number in it is not finite`,
      );
    }
    return { identity, dimensions, count };
  });
}
