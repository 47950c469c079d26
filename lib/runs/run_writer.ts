/**
 * Writing a run: one transaction for each finalized episode, so that a kill loses at most the
 * running one.
 *
 * @module
 */
import type { Episode, MemoryEntry, Task } from "../domain.ts";
import { noGold } from "../loop/repair_episode.ts";
import { createSqliteStore, type MemoryStore } from "../memory/store.ts";
import { InfrastructureError, InputError } from "../errors.ts";
import type { DatabaseSync } from "../sqlite.ts";
import { transaction } from "../transaction.ts";
import { digestEpisode } from "./digest_episode.ts";
import { digestManifest } from "./digest_manifest.ts";
import { requireSameManifest, type RunManifest } from "./manifest.ts";
import { readManifest, readVectors } from "./read_tables.ts";
import { createRunFile, openRunFile, runFileExists } from "./run_file.ts";
import { lockRun } from "./run_lock.ts";

/** A run open for writing, by this writer alone until it is disposed of. */
export interface RunWriter extends Disposable {
  /** The run file. */
  readonly path: string;
  /** The run's memory: entries of finalized episodes. */
  readonly store: MemoryStore;
  /** Stream positions still to be run, in order; unscored ones of an earlier session included. */
  pending(): readonly number[];
  /** Vectors that the run keeps, by text. */
  vectors(): ReadonlyMap<string, Float32Array>;
  /**
   * Writes an episode, its memory entries and new vectors, together or not at all.
   *
   * @throws {InputError} for an episode that is scored already
   * @throws {InfrastructureError} where the disk takes no more; what was written before is kept
   */
  finalize(
    episode: Episode,
    vectors: readonly (readonly [text: string, vector: Float32Array])[],
  ): void;
}

/** What a run is opened with. */
export interface RunOpening {
  /** The run file. */
  readonly path: string;
  /** What determines the run. */
  readonly manifest: RunManifest;
  /** Tasks in stream order. */
  readonly stream: readonly Task[];
  /** Entries that memory starts with, at negative positions. */
  readonly initialMemory: readonly MemoryEntry[];
  /** True goes on with an existing file of an equal manifest, and starts anew where there is none. */
  readonly resume: boolean;
  /** What the user asked for, kept so that a resume needs the file alone; not part of any digest. */
  readonly request: unknown;
}

/**
 * Opens a run for writing: a new file, or with `resume` an existing one of an equal manifest. Until
 * the writer is disposed of, no other writer gets the file, of this process or another.
 *
 * @throws {InputError} where the file exists (without `resume`) or its manifest differs (with it),
 * and where another writer has it
 * @throws {RangeError} for an initial entry whose position is not negative
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { openRunWriter } from "./run_writer.ts";
 * import { exampleManifest } from "./examples.ts";
 * import { exampleTask } from "../memory/examples.ts";
 * using writer = openRunWriter({
 *   path: ":memory:", manifest: exampleManifest, stream: [exampleTask], initialMemory: [], resume: false, request: null,
 * });
 * assert.deepEqual(writer.pending(), [0]);
 * ```
 */
export function openRunWriter(opening: RunOpening): RunWriter {
  const { path, manifest } = opening;
  for (const { id, position } of opening.initialMemory) {
    if (position < 0) continue;
    throw new RangeError(`Cannot start with entry ${id}: position is ${position}, need a negative`);
  }
  if (path === ":memory:") {
    const database = createRunFile(path);
    writeStart(database, opening);
    return writerOver(database, opening);
  }
  using stack = new DisposableStack();
  stack.use(lockRun(path));
  if (!opening.resume || !runFileExists(path)) createWhole(opening);
  const database = stack.adopt(openRunFile(path, { readOnly: false }), (file) => file.close());
  requireSameManifest(path, readManifest(database), JSON.parse(JSON.stringify(manifest)));
  const writer = writerOver(database, opening);
  const resources = stack.move();
  return { ...writer, [Symbol.dispose]: () => resources.dispose() };
}

/** Makes the file under another name first, so that a kill never leaves half a start behind. */
function createWhole(opening: RunOpening): void {
  const { path } = opening;
  if (runFileExists(path)) {
    throw new InputError(
      `Cannot create run file "${path}": it is there already; resume it instead`,
    );
  }
  const draft = `${path}.${crypto.randomUUID()}.new`;
  try {
    withDisk(path, () => {
      using database = createRunFile(draft);
      writeStart(database, opening);
    });
    Deno.renameSync(draft, path);
  } catch (error) {
    if (runFileExists(draft)) Deno.removeSync(draft);
    throw error;
  }
}

/** What SQLite says of a disk that takes no more. */
const refusedWrite =
  /^(?:database or disk is full|disk I\/O error|attempt to write a readonly|unable)/;

/** Does a write; where the disk refuses it, says so. */
function withDisk(path: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    const { code, message } = cause as { readonly code?: unknown; readonly message: string };
    if (code !== "ERR_SQLITE_ERROR" || !refusedWrite.test(message)) throw cause;
    throw new InfrastructureError(
      `Cannot write run file "${path}": ${message}; make room or give back the right to write, then ` +
        "resume: what was written before is kept",
      { cause },
    );
  }
}

function writeStart(database: DatabaseSync, opening: RunOpening): void {
  transaction(database, () => {
    const value = database.prepare("INSERT INTO run VALUES (?, ?)");
    value.run("manifest", JSON.stringify(opening.manifest));
    value.run("manifest_digest", digestManifest(opening.manifest));
    value.run("request", JSON.stringify(opening.request));
    const schema = database.prepare("INSERT OR IGNORE INTO schemas VALUES (?, ?)");
    const task = database.prepare("INSERT INTO tasks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    opening.stream.forEach((item, position) => {
      schema.run(item.schemaDigest, item.schema);
      task.run(
        ...[position, item.id, item.index, item.databaseId, item.question, item.evidence],
        ...[item.difficulty, item.twinGroup, item.schemaDigest],
      );
    });
    createSqliteStore(database).add(opening.initialMemory);
  });
}

function writerOver(database: DatabaseSync, { path, manifest }: RunOpening): RunWriter {
  const store = createSqliteStore(database);
  const insert = insertions(database, digestManifest(manifest));
  return {
    path,
    store,
    pending: () =>
      database.prepare(
        `SELECT position FROM tasks LEFT JOIN episodes USING (position)
         WHERE outcome IS NULL OR (outcome = 'unscored' AND note <> '${noGold}') ORDER BY position`,
      ).all().map((row) => row.position as number),
    vectors: () => readVectors(database),
    finalize(episode, vectors) {
      withDisk(path, () =>
        transaction(database, () => {
          insert.episode(episode);
          for (const [text, vector] of vectors) insert.vector(text, vector);
          store.add(episode.entries);
        }));
    },
    [Symbol.dispose]: () => database.close(),
  };
}

function insertions(database: DatabaseSync, manifestDigest: string) {
  const scored = database.prepare(
    "SELECT 1 FROM episodes WHERE position = ? AND outcome <> 'unscored'",
  );
  const supersede = database.prepare(
    "INSERT INTO superseded SELECT sequence, digest FROM episodes WHERE position = ?",
  );
  const remove = ["calls", "retrievals", "attempts", "episodes"].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE position = ?`)
  );
  const last = database.prepare(
    "SELECT sequence, digest FROM episodes ORDER BY sequence DESC LIMIT 1",
  );
  const episodes = database.prepare("INSERT INTO episodes VALUES (?, ?, ?, ?, ?, ?)");
  const attempts = database.prepare(
    "INSERT INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const retrievals = database.prepare(
    "INSERT INTO retrievals VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const calls = database.prepare(
    "INSERT INTO calls VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const vectors = database.prepare("INSERT OR IGNORE INTO vectors VALUES (?, ?)");
  return {
    episode(episode: Episode) {
      const { position } = episode;
      if (scored.get(position) !== undefined) {
        throw new InputError(
          `Cannot write episode ${position}: it is finished; does another process run this file?`,
        );
      }
      const before = last.get();
      const sequence = before === undefined ? 0 : (before.sequence as number) + 1;
      const digest = digestEpisode((before?.digest ?? manifestDigest) as string, episode);
      for (const statement of [supersede, ...remove]) statement.run(position);
      episodes.run(position, sequence, episode.outcome, episode.solvedAt, episode.note, digest);
      for (const step of episode.steps) {
        const { number, sql, completion, observation, failure } = step.attempt;
        const { status, outcome, message, shape, preview, reason } = observation;
        attempts.run(
          ...[position, number, sql, completion, status, outcome, message],
          ...[shape?.rows ?? null, shape?.columns ?? null, preview, reason],
          ...[failure?.type ?? null, failure?.rule ?? null, step.reflection],
        );
        step.retrieved.forEach(({ entry, rank, score, poolSize }, place) => {
          const { dense, lexical, lexicalRaw, total } = score;
          retrievals.run(
            position,
            number,
            place,
            entry.id,
            rank,
            dense,
            lexical,
            lexicalRaw,
            total,
            poolSize,
          );
        });
        step.calls.forEach((call, place) => {
          const { promptTokens, completionTokens, cachedTokens } = call.usage;
          calls.run(
            ...[position, number, place, call.purpose, call.promptDigest, call.text],
            ...[promptTokens, completionTokens, cachedTokens],
            ...[call.durationMs, call.finish, call.source, call.retries],
          );
        });
      }
    },
    vector(text: string, vector: Float32Array) {
      vectors.run(text, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
    },
  };
}
