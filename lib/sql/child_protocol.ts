/**
 * What the pool and a child process say to each other.
 *
 * @module
 */
import type { SqlOutcome } from "../domain.ts";
import type { SqlLimits } from "./limits.ts";

/** First message to a child: the database it serves. */
export interface OpenRequest {
  /** Tells requests apart. */
  readonly kind: "open";
  /** Real path of an existing file. */
  readonly path: string;
  /** Most heap of SQLite in the child, in bytes. */
  readonly heapBytes: number;
}

/** A statement to run. */
export interface RunRequest {
  /** Tells requests apart. */
  readonly kind: "run";
  /** Any text. */
  readonly sql: string;
  /** `heapBytes` counts at opening only. */
  readonly limits: SqlLimits;
}

/** What the pool says. */
export type ChildRequest = OpenRequest | RunRequest;

/**
 * What a child says: to `open` either `ready` or `unreadable`; to `run` first `ran`, when the
 * statement's own time is over, with that time, then `outcome`, or `broken` where the file cannot be
 * read any more.
 */
export type ChildReply =
  | { readonly kind: "ready" }
  | { readonly kind: "unreadable"; readonly message: string }
  | { readonly kind: "broken"; readonly message: string }
  | { readonly kind: "ran"; readonly durationMs: number }
  | { readonly kind: "outcome"; readonly outcome: SqlOutcome };
