/**
 * What a language model is to the kit.
 *
 * @module
 */
import type { Usage } from "../domain.ts";

/** One message of a chat. */
export interface Message {
  /** Who speaks. */
  readonly role: "system" | "user" | "assistant";
  /** What is said. */
  readonly content: string;
}

/** Sampling parameters; all of them are part of a recorded call's key. */
export interface Sampling {
  /** 0 is greedy. */
  readonly temperature: number;
  /** In (0, 1]. */
  readonly topP: number;
  /** Most completion tokens. */
  readonly maxTokens: number;
  /** In [0, 2³¹). Servers do not promise the same words for the same seed. */
  readonly seed: number;
  /** Context window asked for, in tokens. */
  readonly contextTokens: number;
}

/** Which model answers: every field is part of a recorded call's key. */
export interface ModelIdentity {
  /** As the server names it. */
  readonly name: string;
  /** Digest of the weights where it is known, else empty. */
  readonly digest: string;
  /** Server program and version where known, else its kind. */
  readonly server: string;
}

/** What a call asks. */
export interface ModelRequest {
  /** The prompt, oldest message first. */
  readonly messages: readonly Message[];
  /** How to draw the answer. */
  readonly sampling: Sampling;
  /** Task, method and attempt in words, for error texts only: never sent, never part of a key. */
  readonly context?: string;
}

/** Why the model stopped. `truncated_prompt`: the server cut the prompt; `empty`: thinking only or nothing. */
export type FinishReason = "stop" | "length" | "truncated_prompt" | "empty";

/** One try of a call that failed for a reason of the server's. */
export interface FailedTry {
  /** HTTP status, or 0 where there was none. */
  readonly status: number;
  /** What the server or the connection said. */
  readonly message: string;
  /** Milliseconds waited before the next try. */
  readonly waitedMs: number;
}

/** What a call gave. */
export interface ModelResponse {
  /** The answer's text, without any thinking that the server sent apart. */
  readonly text: string;
  /** Tokens of the call that produced the text. */
  readonly usage: Usage;
  /** Wall-clock time of the call that produced the text, in milliseconds. */
  readonly durationMs: number;
  /** Why the model stopped. */
  readonly finish: FinishReason;
  /** Where the text came from: a replayed call costs nothing now. */
  readonly source: "live" | "replayed";
  /** Failed tries before this answer; empty when the first try answered. */
  readonly retries: readonly FailedTry[];
}

/** A language model: messages and parameters in, text and its cost out. */
export interface LanguageModel {
  /** Which model answers. */
  readonly identity: ModelIdentity;
  /**
   * Answers one request.
   *
   * @throws {InfrastructureError} when the server stays out of reach, refuses or breaks off
   */
  complete(request: ModelRequest, signal?: AbortSignal): Promise<ModelResponse>;
}
