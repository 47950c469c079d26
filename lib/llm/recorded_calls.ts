/**
 * The calls of a recording, one by one.
 *
 * @module
 */
import type { DatabaseSync } from "../sqlite.ts";
import type { RecordableCall } from "./call_key.ts";
import type { FinishReason, Message, ModelIdentity } from "./language_model.ts";
import { unpackText } from "./pack_text.ts";

/** A recorded call and its answer. */
export interface RecordedCall extends Omit<RecordableCall, "messages"> {
  /** What was asked; null where the recording keeps no prompts. */
  readonly messages: readonly Message[] | null;
  /** The addresses of the messages, one after the other: equal for equal prompts. */
  readonly prompt: string;
  /** Its key, 64 hexadecimal digits. */
  readonly key: string;
  /** The answer's words. */
  readonly text: string;
  /** Why the model stopped. */
  readonly finish: FinishReason;
}

/**
 * The keys of a model's calls.
 *
 * @param database an open recording
 * @param identity the model
 * @returns keys in ascending order, which says nothing of the order of recording
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { openRecording } from "./open_recording.ts";
 * import { listCallKeys } from "./recorded_calls.ts";
 * using database = openRecording(":memory:");
 * assert.deepEqual(listCallKeys(database, { name: "qwen", digest: "", server: "" }), []);
 * ```
 */
export function listCallKeys(
  database: DatabaseSync,
  { name, digest, server }: ModelIdentity,
): readonly string[] {
  return database.prepare(
    `SELECT key FROM calls JOIN identities ON identities.id = calls.identity
     WHERE name = ? AND digest = ? AND server = ? ORDER BY key`,
  ).all(name, digest, server).map(({ key }) => (key as Uint8Array).toHex());
}

/**
 * Reads a call.
 *
 * @param database an open recording
 * @param key as {@linkcode listCallKeys} gives it
 * @returns what was asked and answered
 * @throws {RangeError} where the recording has no such call
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { openRecording } from "./open_recording.ts";
 * import { readRecordedCall } from "./recorded_calls.ts";
 * using database = openRecording(":memory:");
 * assert.throws(() => readRecordedCall(database, "00"), RangeError);
 * ```
 */
export function readRecordedCall(database: DatabaseSync, key: string): RecordedCall {
  const row = database.prepare(
    `SELECT name, digest, server, sampling, sample_index, messages, text, finish
     FROM calls JOIN identities ON identities.id = calls.identity WHERE key = ?`,
  ).get(Uint8Array.fromHex(key));
  if (row === undefined) throw new RangeError(`Cannot read call ${key}: the recording has none`);
  const hashes = row["messages"] as Uint8Array;
  const select = database.prepare("SELECT role, content FROM messages WHERE hash = ?");
  const messages = Array.from({ length: hashes.length / hashBytes }, (_, at): Message | null => {
    const message = select.get(hashes.slice(at * hashBytes, (at + 1) * hashBytes));
    return message === undefined ? null : {
      role: message["role"] as Message["role"],
      content: unpackText(message["content"] as string | Uint8Array),
    };
  });
  return {
    key,
    identity: {
      name: String(row["name"]),
      digest: String(row["digest"]),
      server: String(row["server"]),
    },
    messages: messages.every((message) => message !== null) ? messages : null,
    prompt: hashes.toHex(),
    sampling: JSON.parse(String(row["sampling"])),
    sampleIndex: Number(row["sample_index"]),
    text: unpackText(row["text"] as string | Uint8Array),
    finish: row["finish"] as FinishReason,
  };
}

const hashBytes = 16;
