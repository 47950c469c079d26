/**
 * The readonly nouns of the kit: what a task, an attempt, an outcome and an episode are.
 *
 * Nothing here computes; every layer may import it.
 *
 * @module
 */

/** A question of a benchmark as the repair loop may see it: without its gold query. */
export interface Task {
  /** Unique within the benchmark, the key every result is joined by. */
  readonly id: string;
  /** Position in the questions file, counted from 0. */
  readonly index: number;
  /** The database that the question is about. */
  readonly databaseId: string;
  /** In natural language. */
  readonly question: string;
  /** BIRD's external knowledge; empty where the benchmark gives none. */
  readonly evidence: string;
  /** As the benchmark names it; empty where it gives none. */
  readonly difficulty: string;
  /** Opaque: two tasks of one group have the same answer. May be compared, never read. */
  readonly twinGroup: string;
  /** Rendered schema that prompts show. */
  readonly schema: string;
  /** SHA-256 of the rendered schema, hexadecimal. */
  readonly schemaDigest: string;
}

/** A value of a result: INTEGER is always `bigint`, REAL always `number`. */
export type Cell = null | bigint | number | string | Uint8Array;

/** Rows that a query returned, cells by position. */
export interface RowsOutcome {
  /** Tag of the union. */
  readonly kind: "rows";
  /** Names, in order; they may repeat. */
  readonly columns: readonly string[];
  /** Cells by position. */
  readonly rows: readonly (readonly Cell[])[];
  /** True where a text cell held bytes that are not UTF-8 (they were dropped). */
  readonly invalidUtf8: boolean;
}

/** What running one query came to. A failure is data: it is the object of study. */
export type SqlOutcome =
  | RowsOutcome
  | { readonly kind: "error"; readonly code: number; readonly message: string }
  | { readonly kind: "timeout"; readonly limitMs: number }
  | {
    readonly kind: "too_large";
    readonly limit: "rows" | "bytes";
    readonly cap: number;
  }
  | { readonly kind: "several_statements" }
  | { readonly kind: "no_statement" }
  | { readonly kind: "write_attempt"; readonly message: string }
  | { readonly kind: "unbound_parameter" };

/** What the oracle tells the loop about one attempt. */
export type Status = "correct" | "mismatch" | "error" | "timeout";

/** The oracle's answer to one attempt: all that feedback, classifier and memory may know. */
export interface Observation {
  /** What the oracle says. */
  readonly status: Status;
  /** The kind of the outcome behind the status. */
  readonly outcome: SqlOutcome["kind"];
  /** DBMS text for `error`, a fixed sentence of the kit for other failures, empty for rows. */
  readonly message: string;
  /** Shape of the attempt's own result; null where it gave no rows. */
  readonly shape: { readonly rows: number; readonly columns: number } | null;
  /** First rows of the attempt's own result, rendered; empty where it gave none. */
  readonly preview: string;
  /** Why the judge said so, for reports. Never shown to a model: it may speak of the gold. */
  readonly reason: string;
}

/** The seven failure types of the paper. */
export const failureTypes = [
  "result_mismatch",
  "schema_linking",
  "aggregation",
  "filter_value",
  "execution",
  "syntax",
  "unknown",
] as const;

/** One of the seven failure types of the paper. */
export type FailureType = typeof failureTypes[number];

/** What the classifier says of a failed attempt: its type and the rule that said so. */
export interface Failure {
  /** One of the seven types. */
  readonly type: FailureType;
  /** Id of the rule; empty where none applies. */
  readonly rule: string;
}

/** Positive: confirmed by the oracle. Negative: observed to be unsuccessful, no proof. */
export type Polarity = "positive" | "negative";

/** What a memory entry holds: a repair transition, a confirmed question–SQL pair, a reflection. */
export type EntryKind = "repair" | "pair" | "reflection";

/** One finalized lesson. It carries no clock: order is the stream position. */
export interface MemoryEntry {
  /** Unique within a run: `<position>-<kind>-<number>`, position padded so that ids sort by time. */
  readonly id: string;
  /** What it holds. */
  readonly kind: EntryKind;
  /** Confirmed or observed to fail. */
  readonly polarity: Polarity;
  /** Type of the failure that it starts from or ends in; null where there was none. */
  readonly failureType: FailureType | null;
  /** Id of the rule; empty where none applies. */
  readonly rule: string;
  /** Status of the attempt that gives it its type; `correct` where there is none. */
  readonly status: Status;
  /** The task of the source episode. */
  readonly taskId: string;
  /** The database that the question is about. */
  readonly databaseId: string;
  /** SHA-256 of the rendered schema. */
  readonly schemaDigest: string;
  /** Twin group of the source task. */
  readonly twinGroup: string;
  /** In natural language. */
  readonly question: string;
  /** Empty for a pair that was right at the first attempt. */
  readonly sqlBefore: string;
  /** The query that it ends in; for a positive the confirmed one. */
  readonly sqlAfter: string;
  /** Token difference from before to after, for reading. */
  readonly transformation: string;
  /** A reflection's words; a pair's masked question; empty for a repair. */
  readonly text: string;
  /** Stream position of the source episode, counted from 0. */
  readonly position: number;
}

/** Token counts of one model call, as the server reported them. */
export interface Usage {
  /** Tokens of the prompt. */
  readonly promptTokens: number;
  /** Tokens of the answer. */
  readonly completionTokens: number;
  /** Part of the prompt tokens that the server had kept; null where it does not say. */
  readonly cachedTokens: number | null;
}

/**
 * What an answer was apart from its SQL. `truncated`: the token limit came before its query ended.
 * `empty`: thinking only, or nothing.
 */
export type AnswerKind = "whole" | "truncated" | "empty";

/** One attempt of an episode. Attempt 0 is the shared first one; 1 to K are repairs. */
export interface Attempt {
  /** 0 for the first, 1 to K for repairs. */
  readonly number: number;
  /** The query taken out of the completion; empty where there was none. */
  readonly sql: string;
  /** The model's words. */
  readonly completion: string;
  /** Whether those words are a whole answer. */
  readonly answer: AnswerKind;
  /** The oracle's whole answer, for the record. */
  readonly observation: Observation;
  /** Its failure as the method may see it; null where the method sees a success. */
  readonly failure: Failure | null;
}

/** How an entry scored, part by part, so that an ablation zeroes a weight. */
export interface ScoreBreakdown {
  /** max(0, cosine), in [0, 1], before its weight. */
  readonly dense: number;
  /** BM25 over the largest BM25 among the candidates, in [0, 1], before its weight. */
  readonly lexical: number;
  /** BM25 as it is, at least 0, unbounded. */
  readonly lexicalRaw: number;
  /** Weighted sum of the parts, and 1 more where a method prefers the entry whatever its score. */
  readonly total: number;
}

/** An entry that retrieval gave to a prompt. */
export interface Retrieved {
  /** What was found. */
  readonly entry: MemoryEntry;
  /** From 1, within its search; a placebo's is that of the entry it stands in for. */
  readonly rank: number;
  /** How it scored. */
  readonly score: ScoreBreakdown;
  /** Size of the legal pool that it was drawn from. */
  readonly poolSize: number;
}

/** One model call as the run keeps it; the words of the prompt are rebuilt by the audit. */
export interface CallRecord {
  /** What the call was for. */
  readonly purpose: "first" | "reflection" | "repair";
  /** SHA-256 of the canonical messages, hexadecimal. */
  readonly promptDigest: string;
  /** The model's words. */
  readonly text: string;
  /** Its tokens. */
  readonly usage: Usage;
  /** Wall-clock time of the live call, in milliseconds. */
  readonly durationMs: number;
  /** Why the model stopped. */
  readonly finish: string;
  /** Whether the call cost anything now. */
  readonly source: "live" | "replayed";
  /** Failed tries before the answer. */
  readonly retries: number;
}

/** All that led to one attempt: what was reflected, retrieved, called and observed. */
export interface Step {
  /** What was tried and observed. */
  readonly attempt: Attempt;
  /** Entries that the prompt shows, in its order. */
  readonly retrieved: readonly Retrieved[];
  /** The reflection made before this attempt, or at the start of its answer; null where there is none. */
  readonly reflection: string | null;
  /** Model calls of this step, in order. */
  readonly calls: readonly CallRecord[];
}

/** A finalized episode. `unscored`: a bad gold or broken machinery; never counted as wrong. */
export interface Episode {
  /** The question. */
  readonly task: Task;
  /** Stream position, counted from 0. */
  readonly position: number;
  /** One step an attempt, in order. */
  readonly steps: readonly Step[];
  /** How it ended. */
  readonly outcome: "solved" | "unsolved" | "unscored";
  /** Number of the first correct attempt; null where there was none. */
  readonly solvedAt: number | null;
  /** Why it is unscored; empty otherwise. */
  readonly note: string;
  /** What memory learnt from it. */
  readonly entries: readonly MemoryEntry[];
}
