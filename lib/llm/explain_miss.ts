/**
 * Why a recording does not hold a call.
 *
 * @module
 */
import type { DatabaseSync } from "../sqlite.ts";
import { messageAddress, type RecordableCall } from "./call_key.ts";
import { canonicalJson } from "./canonical_json.ts";
import type { Message } from "./language_model.ts";
import { unpackText } from "./pack_text.ts";

/** Bytes of one message's address in a call's row. */
const addressBytes = 16;

/**
 * Says how a call that was not recorded differs from the nearest one that was: the first differing
 * message of the call with the longest common beginning, or, where all messages are the same, the
 * fields of identity and sampling. Reads every call's row, so it is for the way to an error only.
 *
 * @param database an open recording
 * @param call the call that was missed
 * @returns one clause, such as `message 2 of 3 (user) differs from the nearest recorded call …`
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "../sqlite.ts";
 * import { explainMiss } from "./explain_miss.ts";
 * import { createRecordingTables } from "./recording_tables.ts";
 * using database = new DatabaseSync(":memory:");
 * createRecordingTables(database);
 * const reason = explainMiss(database, {
 *   identity: { name: "qwen", digest: "", server: "scripted" },
 *   messages: [],
 *   sampling: { temperature: 0, topP: 1, maxTokens: 64, seed: 1, contextTokens: 4096 },
 *   sampleIndex: 0,
 * });
 * if (reason !== "the recording holds no call") throw new Error("Expected an empty recording");
 * ```
 */
export function explainMiss(database: DatabaseSync, call: RecordableCall): string {
  const asked = call.messages.map(messageAddress);
  let shared = -1;
  let nearest: { readonly key: Uint8Array; readonly addresses: readonly string[] }[] = [];
  for (const row of database.prepare("SELECT key, messages FROM calls ORDER BY key").iterate()) {
    const addresses = splitAddresses(row["messages"] as Uint8Array);
    const differs = asked.findIndex((address, i) => address !== addresses[i]);
    const length = differs < 0 ? asked.length : differs;
    if (length > shared) nearest = [];
    if (length >= shared) nearest.push({ key: row["key"] as Uint8Array, addresses });
    shared = Math.max(shared, length);
  }
  if (nearest.length === 0) return "the recording holds no call";
  const same = nearest.filter(({ addresses }) => addresses.length === asked.length);
  if (shared === asked.length && same.length > 0) {
    return explainFields(database, call, same.map(({ key }) => key));
  }
  const others = new Set(nearest.map(({ addresses }) => addresses[shared]));
  return explainMessage(database, call, { position: shared, addresses: others });
}

function splitAddresses(bytes: Uint8Array): readonly string[] {
  const hex = bytes.toHex();
  return Array.from(
    { length: bytes.length / addressBytes },
    (_, i) => hex.slice(2 * addressBytes * i, 2 * addressBytes * (i + 1)),
  );
}

/** The closest of the recorded messages at a position against the one asked. */
function explainMessage(
  database: DatabaseSync,
  { messages }: RecordableCall,
  { position, addresses }: {
    readonly position: number;
    readonly addresses: ReadonlySet<string | undefined>;
  },
): string {
  const number = `message ${position + 1}`;
  const message = messages[position];
  if (message === undefined) {
    return `the nearest recorded call goes on with a ${number} after the ${position} asked`;
  }
  const select = database.prepare("SELECT role, content FROM messages WHERE hash = ?");
  let closest: { readonly recorded: Message; readonly at: number } | undefined;
  for (const address of addresses) {
    const row = address === undefined ? undefined : select.get(Uint8Array.fromHex(address));
    if (row === undefined) continue;
    const content = unpackText(row["content"] as string | Uint8Array);
    const recorded = { role: row["role"] as Message["role"], content };
    const at = countSharedCharacters(content, message.content);
    if (closest === undefined || at > closest.at) closest = { recorded, at };
  }
  if (closest === undefined) {
    const asked = `${number} of ${messages.length} (${message.role})`;
    return addresses.has(undefined)
      ? `the nearest recorded call ends before ${asked}`
      : `${asked} differs from the recorded ones, whose texts the recording does not keep`;
  }
  const { recorded, at } = closest;
  const role = recorded.role === message.role
    ? message.role
    : `${message.role}, recorded as ${recorded.role}`;
  return `${number} of ${messages.length} (${role}) differs from the nearest recorded call at ` +
    `character ${at}: recorded ${excerpt(recorded.content, at)}, asked ${
      excerpt(message.content, at)
    }`;
}

function countSharedCharacters(a: string, b: string): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count++;
  return count;
}

function excerpt(text: string, at: number): string {
  const start = Math.max(0, at - 20), end = at + 40;
  const shown = JSON.stringify(text.slice(start, end).toWellFormed());
  return (start > 0 ? "…" : "") + shown + (end < text.length ? "…" : "");
}

/** The recorded call with the fewest differing fields, and these. */
function explainFields(
  database: DatabaseSync,
  call: RecordableCall,
  keys: readonly Uint8Array[],
): string {
  const select = database.prepare(
    `SELECT name, digest, server, sampling, sample_index
     FROM calls JOIN identities ON identities.id = calls.identity WHERE key = ?`,
  );
  const asked = listFields(call.identity, call.sampling, call.sampleIndex);
  const differences = keys.map((key) => {
    const { name, digest, server, sampling, sample_index } = select.get(key)!;
    const recorded = listFields(
      { name, digest, server },
      JSON.parse(String(sampling)),
      sample_index,
    );
    const fields = [...new Set([...recorded.keys(), ...asked.keys()])];
    return fields.filter((field) => recorded.get(field) !== asked.get(field)).map((field) =>
      `${field} (recorded ${recorded.get(field) ?? "nothing"}, asked ${
        asked.get(field) ?? "nothing"
      })`
    );
  });
  const fewest = differences.sort((a, b) => a.length - b.length)[0]!;
  return `the messages are those of a recorded call, which differs in ${fewest.join(", ")}`;
}

function listFields(
  identity: object,
  sampling: object,
  sampleIndex: unknown,
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries({ ...identity, ...sampling, sampleIndex })
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, canonicalJson(value)]),
  );
}
