/**
 * What makes two model calls the same call.
 *
 * @module
 */
import { sha256 } from "../sha256.ts";
import { canonicalJson } from "./canonical_json.ts";
import type { Message, ModelIdentity, Sampling } from "./language_model.ts";

/** Everything that a recorded call's key is made of. */
export interface RecordableCall {
  /** Which model answers. */
  readonly identity: ModelIdentity;
  /** The prompt. */
  readonly messages: readonly Message[];
  /** How to draw the answer. */
  readonly sampling: Sampling;
  /** Tells apart several answers to one request, counted from 0. */
  readonly sampleIndex: number;
}

/**
 * The text that a call's key is the hash of, for readers who want to see what is in a key: model
 * identity, messages, sampling parameters, sample index, and nothing else.
 *
 * @param call the call; a sampling parameter that is undefined differs from one that is 0
 * @returns canonical JSON
 *
 * @example
 * ```ts
 * import { callKeyText } from "./call_key.ts";
 * const text = callKeyText({
 *   identity: { name: "qwen", digest: "sha256:1", server: "ollama 0.12.0" },
 *   messages: [{ role: "user", content: "How many singers?" }],
 *   sampling: { temperature: 0, topP: 1, maxTokens: 64, seed: 1, contextTokens: 4096 },
 *   sampleIndex: 0,
 * });
 * if (!text.includes('"temperature":0')) throw new Error("Expected the temperature in the key");
 * ```
 */
export function callKeyText({ identity, messages, sampling, sampleIndex }: RecordableCall): string {
  const { name, digest, server } = identity;
  return canonicalJson({
    identity: { name, digest, server },
    messages: messages.map(({ role, content }) => ({ role, content })),
    sampling,
    sampleIndex,
  });
}

/**
 * The key of a recorded call: SHA-256 of {@linkcode callKeyText}, 64 hexadecimal digits.
 *
 * @param call the call
 * @returns equal keys for equal calls, however the objects are written
 *
 * @example
 * ```ts
 * import { callKey, type RecordableCall } from "./call_key.ts";
 * const call: RecordableCall = {
 *   identity: { name: "qwen", digest: "", server: "scripted" },
 *   messages: [],
 *   sampling: { temperature: 0, topP: 1, maxTokens: 64, seed: 1, contextTokens: 4096 },
 *   sampleIndex: 0,
 * };
 * if (callKey(call) === callKey({ ...call, sampleIndex: 1 })) throw new Error("Expected two keys");
 * ```
 */
export function callKey(call: RecordableCall): string {
  return sha256(callKeyText(call));
}

/**
 * The address of a message in a recording: the first 16 bytes of the SHA-256 of its canonical JSON.
 *
 * @param message role and content
 * @returns 32 hexadecimal digits
 *
 * @example
 * ```ts
 * import { messageAddress } from "./call_key.ts";
 * const address = messageAddress({ role: "user", content: "How many singers?" });
 * if (address.length !== 32) throw new Error("Expected 16 bytes");
 * ```
 */
export function messageAddress({ role, content }: Message): string {
  return sha256(canonicalJson({ role, content })).slice(0, 32);
}
