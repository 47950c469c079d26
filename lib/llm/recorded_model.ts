/**
 * The recorder: every model call lands in a database and can be replayed from it.
 *
 * @module
 */
import { InfrastructureError, ReplayMissError } from "../errors.ts";
import type { DatabaseSync } from "../sqlite.ts";
import { transaction } from "../transaction.ts";
import { callKey, messageAddress, type RecordableCall } from "./call_key.ts";
import { canonicalJson } from "./canonical_json.ts";
import { explainMiss } from "./explain_miss.ts";
import type {
  FinishReason,
  LanguageModel,
  ModelIdentity,
  ModelResponse,
} from "./language_model.ts";
import { packText, unpackText } from "./pack_text.ts";
import { keepsPrompts } from "./recording_tables.ts";
import { createSingleFlight, type SingleFlight } from "./single_flight.ts";

/** What {@linkcode createRecordedModel} needs. */
export type RecordedModelOptions =
  & {
    /** An open recording (`openRecording`, or `createRecordingTables` on a database in memory). */
    readonly database: DatabaseSync;
    /** Tells apart several answers to one request, counted from 0; 0 by default. */
    readonly sampleIndex?: number;
  }
  & ({
    /** `record` answers from the recording where it can, else asks the model and keeps the answer. */
    readonly mode: "record";
    /** Who is asked. */
    readonly model: LanguageModel;
  } | {
    /** `replay` answers from the recording only. */
    readonly mode: "replay";
    /** Whose answers are replayed; a model passed here is never asked. */
    readonly model: LanguageModel | ModelIdentity;
  });

/** Calls under way by connection, so that two recorders of one recording share them. */
const flightsByDatabase = new WeakMap<DatabaseSync, SingleFlight<ModelResponse>>();

/**
 * Wraps a model so that its answers are kept and replayed. A call's key is the SHA-256 of model
 * identity, messages, sampling parameters and sample index (`callKeyText` shows it). Errors and
 * answers to a prompt that the server cut are never kept; an empty answer is kept as `empty`, so that
 * a run which met one can be replayed. Equal calls at the same time ask the model once. Answers are
 * frozen and made anew for every call; a replayed one has source `replayed`, the tokens and duration
 * of the call that was recorded, and no retries. A recording that was stored without prompts stays so.
 *
 * @param options recording, mode and model
 * @returns the model; in replay mode `complete` throws ReplayMissError for a call it does not hold,
 * naming the request's context and the first difference to the nearest recorded call
 * @throws {RangeError} when the sample index is not a whole number, at least 0
 * @throws {InfrastructureError} from `complete`, also when the recording cannot be read or written
 *
 * @example
 * ```ts
 * import { openRecording } from "./open_recording.ts";
 * import { createRecordedModel } from "./recorded_model.ts";
 * import { createScriptedModel } from "./scripted_model.ts";
 * using database = openRecording(":memory:");
 * const model = createScriptedModel({ answer: () => "SELECT 1" });
 * const messages = [{ role: "user", content: "How many singers?" }] as const;
 * const sampling = { temperature: 0, topP: 1, maxTokens: 64, seed: 1, contextTokens: 4096 };
 * await createRecordedModel({ database, model, mode: "record" }).complete({ messages, sampling });
 * const replay = createRecordedModel({ database, model: model.identity, mode: "replay" });
 * const { text, source } = await replay.complete({ messages, sampling });
 * if (text !== "SELECT 1" || source !== "replayed") throw new Error("Expected the kept answer");
 * ```
 */
export function createRecordedModel(options: RecordedModelOptions): LanguageModel {
  const { database, sampleIndex = 0 } = options;
  if (!Number.isSafeInteger(sampleIndex) || sampleIndex < 0) {
    throw new RangeError(
      `Cannot record calls: sample index is ${sampleIndex}, need a whole number, at least 0`,
    );
  }
  const identity = "complete" in options.model ? options.model.identity : options.model;
  const store = createCallStore(database);
  const flights = flightsByDatabase.get(database) ?? createSingleFlight<ModelResponse>();
  flightsByDatabase.set(database, flights);
  return {
    identity,
    async complete(request, signal) {
      signal?.throwIfAborted();
      const { messages, sampling } = request;
      const call: RecordableCall = { identity, messages, sampling, sampleIndex };
      const key = callKey(call);
      const held = store.find(key);
      if (held !== undefined) return held;
      if (options.mode === "replay") {
        throw new ReplayMissError(
          `Cannot replay ${request.context ?? "a call"}: ${store.explain(call)}`,
        );
      }
      const { model } = options;
      const { result, joined } = await flights.run({
        key,
        async start(signal) {
          const live = await model.complete(request, signal);
          const { text, finish } = live;
          const answer = { ...live, text: text.toWellFormed(), source: "live" as const };
          if (finish === "truncated_prompt") return answer;
          store.insert(key, call, answer);
          // Another process may have been first, and its answer is the one that will be replayed.
          return { ...answer, ...store.find(key), source: "live", retries: live.retries };
        },
        signal,
      });
      return joined ? freeze({ ...result, source: "replayed", retries: [] }) : freeze(result);
    },
  };
}

function freeze(response: ModelResponse): ModelResponse {
  return Object.freeze({
    ...response,
    usage: Object.freeze({ ...response.usage }),
    retries: Object.freeze(response.retries.map((failed) => Object.freeze({ ...failed }))),
  });
}

interface CallStore {
  find(key: string): ModelResponse | undefined;
  insert(key: string, call: RecordableCall, response: ModelResponse): void;
  explain(call: RecordableCall): string;
}

function createCallStore(database: DatabaseSync): CallStore {
  const attempt = <Result>(what: "read" | "write", work: () => Result): Result => {
    try {
      return work();
    } catch (cause) {
      const path = database.location(), { message } = cause as Error;
      throw new InfrastructureError(
        `Cannot ${what} the recording${path === null ? "" : ` ${path}`}: ${message}` +
          (what === "read" ? "" : "; what was recorded is kept: mend that, then go on"),
        { cause },
      );
    }
  };
  const select = attempt("read", () =>
    database.prepare(
      `SELECT text, prompt_tokens, completion_tokens, cached_tokens, duration_ms, finish
       FROM calls WHERE key = ?`,
    ));
  return {
    find: (key) =>
      attempt("read", () => {
        const row = select.get(Uint8Array.fromHex(key));
        return row === undefined ? undefined : freeze({
          text: unpackText(row["text"] as string | Uint8Array),
          usage: {
            promptTokens: row["prompt_tokens"] as number,
            completionTokens: row["completion_tokens"] as number,
            cachedTokens: row["cached_tokens"] as number | null,
          },
          durationMs: row["duration_ms"] as number,
          finish: row["finish"] as FinishReason,
          source: "replayed",
          retries: [],
        });
      }),
    insert: (key, call, response) =>
      attempt("write", () => insertCall(database, { key, call, response })),
    explain: (call) => attempt("read", () => explainMiss(database, call)),
  };
}

function insertCall(database: DatabaseSync, { key, call, response }: {
  readonly key: string;
  readonly call: RecordableCall;
  readonly response: ModelResponse;
}): void {
  const { identity: { name, digest, server }, messages, sampling, sampleIndex } = call;
  const { text, usage, durationMs, finish } = response;
  transaction(database, () => {
    database.prepare("INSERT OR IGNORE INTO identities (name, digest, server) VALUES (?, ?, ?)")
      .run(name, digest, server);
    const keepMessage = database.prepare("INSERT OR IGNORE INTO messages VALUES (?, ?, ?)");
    const addresses = messages.map(messageAddress);
    const keepsAll = keepsPrompts(database);
    messages.forEach(({ role, content }, i) => {
      if (!keepsAll && role !== "system") return;
      keepMessage.run(
        Uint8Array.fromHex(addresses[i]!),
        role,
        packText(content.toWellFormed()),
      );
    });
    database.prepare(
      `INSERT OR IGNORE INTO calls
       SELECT ?, id, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM identities
       WHERE name = ? AND digest = ? AND server = ?`,
    ).run(
      Uint8Array.fromHex(key),
      canonicalJson(sampling),
      sampleIndex,
      Uint8Array.fromHex(addresses.join("")),
      packText(text),
      usage.promptTokens,
      usage.completionTokens,
      usage.cachedTokens,
      Math.round(durationMs),
      finish,
      name,
      digest,
      server,
    );
  });
}
