/**
 * Reading a run back as episodes.
 *
 * @module
 */
import type {
  Attempt,
  CallRecord,
  Episode,
  FailureType,
  MemoryEntry,
  Observation,
  Retrieved,
  Status,
  Step,
  Task,
} from "../domain.ts";
import { InputError } from "../errors.ts";
import { answerKind } from "../loop/answer_kind.ts";
import { createSqliteStore } from "../memory/store.ts";
import type { DatabaseSync } from "../sqlite.ts";
import type { RunManifest } from "./manifest.ts";
import { findStrays } from "./find_strays.ts";
import { readManifest, readManifestDigest, readVectors, refuseRun } from "./read_tables.ts";
import { openRunFile } from "./run_file.ts";

/** An episode with its place in the order of finalization and its stored digest. */
export interface StoredEpisode extends Episode {
  /** Place in the order of finalization, counted from 0. */
  readonly sequence: number;
  /** Chained digest of its rows. */
  readonly digest: string;
}

/** All that a run file holds. */
export interface StoredRun {
  /** The run file. */
  readonly path: string;
  /** What determines the run. */
  readonly manifest: RunManifest;
  /** {@link digestManifest} of the manifest that the run was started with. */
  readonly manifestDigest: string;
  /** Tasks in stream order, finalized or not. */
  readonly stream: readonly Task[];
  /** Finalized episodes in the order of their finalization. */
  readonly episodes: readonly StoredEpisode[];
  /**
   * Digests of episodes that broken machinery left unscored and that were run again since, by their
   * place in the order of finalization: the chain of digests goes through them.
   */
  readonly superseded: ReadonlyMap<number, string>;
  /** Entries that memory started with. */
  readonly initialMemory: readonly MemoryEntry[];
  /** Vectors that retrieval used, by text. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** Rows that belong to no episode, attempt or task, one line each; empty in a sound run. */
  readonly strays: readonly string[];
}

/**
 * Reads a run file.
 *
 * @param path a run file, complete or not
 * @returns its manifest, stream and episodes
 * @throws {InputError} where it is no run file of this version, or its rows contradict each other
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readRun } from "./run_reader.ts";
 * assert.throws(() => readRun("missing.run.sqlite"), /missing.run.sqlite/);
 * ```
 */
export function readRun(path: string): StoredRun {
  const database = openRunFile(path, { readOnly: true });
  try {
    // One snapshot, since another process may be finalizing episodes.
    database.exec("BEGIN");
    const stream = readStream(database);
    const memory = createSqliteStore(database).entries();
    return {
      path,
      manifest: readManifest(database),
      manifestDigest: readManifestDigest(database),
      stream,
      episodes: readEpisodes(database, stream, memory),
      superseded: new Map(
        database.prepare("SELECT sequence, digest FROM superseded").all().map((row) => [
          row.sequence as number,
          row.digest as string,
        ]),
      ),
      initialMemory: memory.filter((entry) => entry.position < 0),
      vectors: readVectors(database),
      strays: findStrays(database),
    };
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    return refuseRun(database, (cause as Error).message, cause);
  } finally {
    database.close();
  }
}

function readStream(database: DatabaseSync): Task[] {
  const schemas = new Map(
    database.prepare("SELECT digest, text FROM schemas").all().map((row) => [
      row.digest as string,
      row.text as string,
    ]),
  );
  return database.prepare("SELECT * FROM tasks ORDER BY position").all().map((row, position) => {
    const id = row.id as string, schemaDigest = row.schema_digest as string;
    if (row.position !== position) {
      refuseRun(
        database,
        `task ${id} stands at position ${row.position}, need ${position}; a task is missing`,
      );
    }
    return {
      id,
      index: row.file_index as number,
      databaseId: row.database_id as string,
      question: row.question as string,
      evidence: row.evidence as string,
      difficulty: row.difficulty as string,
      twinGroup: row.twin_group as string,
      schema: schemas.get(schemaDigest) ??
        refuseRun(database, `the schema of task ${id} is missing`),
      schemaDigest,
    };
  });
}

function readEpisodes(
  database: DatabaseSync,
  stream: readonly Task[],
  memory: readonly MemoryEntry[],
): StoredEpisode[] {
  const attempts = grouped(database, "attempts", "position, number");
  const retrievals = grouped(database, "retrievals", "position, number, place");
  const calls = grouped(database, "calls", "position, number, place");
  const byId = new Map(memory.map((entry) => [entry.id, entry]));
  const byPosition = Map.groupBy(memory, (entry) => entry.position);
  return database.prepare("SELECT * FROM episodes ORDER BY sequence").all().map((row) => {
    const position = row.position as number;
    const ofAttempt = (rows: Map<number, Row[]>, number: unknown) =>
      (rows.get(position) ?? []).filter((part) => part.number === number);
    const steps = (attempts.get(position) ?? []).map((row): Step => {
      const made = ofAttempt(calls, row.number).map(callFrom);
      return {
        attempt: attemptFrom(row, made.at(-1)),
        retrieved: ofAttempt(retrievals, row.number).map((found) => {
          const id = found.entry_id as string;
          const entry = byId.get(id) ??
            refuseRun(database, `a prompt shows entry ${id}, and memory has no such entry`);
          return retrievedFrom(found, entry);
        }),
        reflection: row.reflection as string | null,
        calls: made,
      };
    });
    return {
      task: stream[position] ??
        refuseRun(database, `the episode of position ${position} has no task`),
      position,
      sequence: row.sequence as number,
      digest: row.digest as string,
      steps,
      outcome: row.outcome as Episode["outcome"],
      solvedAt: row.solved_at as number | null,
      note: row.note as string,
      entries: byPosition.get(position) ?? [],
    };
  });
}

type Row = Record<string, unknown>;

function grouped(database: DatabaseSync, table: string, order: string): Map<number, Row[]> {
  const rows = database.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).all();
  return Map.groupBy<number, Row>(rows, (row) => row.position as number);
}

/** An attempt whose query was given has no call. */
function attemptFrom(row: Row, call: CallRecord | undefined): Attempt {
  const completion = row.completion as string;
  return {
    number: row.number as number,
    sql: row.sql as string,
    completion,
    answer: answerKind(completion, call?.finish ?? "stop"),
    observation: observationFrom(row),
    failure: row.failure_type === null
      ? null
      : { type: row.failure_type as FailureType, rule: row.rule as string },
  };
}

function observationFrom(row: Row): Observation {
  return {
    status: row.status as Status,
    outcome: row.outcome as Observation["outcome"],
    message: row.message as string,
    shape: row.shape_rows === null
      ? null
      : { rows: row.shape_rows as number, columns: row.shape_columns as number },
    preview: row.preview as string,
    reason: row.reason as string,
  };
}

function callFrom(row: Row): CallRecord {
  return {
    purpose: row.purpose as CallRecord["purpose"],
    promptDigest: row.prompt_digest as string,
    text: row.text as string,
    usage: {
      promptTokens: row.prompt_tokens as number,
      completionTokens: row.completion_tokens as number,
      cachedTokens: row.cached_tokens as number | null,
    },
    durationMs: row.duration_ms as number,
    finish: row.finish as string,
    source: row.source as CallRecord["source"],
    retries: row.retries as number,
  };
}

function retrievedFrom(row: Row, entry: MemoryEntry): Retrieved {
  return {
    entry,
    rank: row.rank as number,
    score: {
      dense: row.dense as number,
      lexical: row.lexical as number,
      lexicalRaw: row.lexical_raw as number,
      total: row.total as number,
    },
    poolSize: row.pool_size as number,
  };
}
