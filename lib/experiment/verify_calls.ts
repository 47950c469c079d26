/**
 * Asking recorded calls again.
 *
 * @module
 */
import type { CallRecord, Observation, Task } from "../domain.ts";
import { InputError } from "../errors.ts";
import type { LanguageModel } from "../llm/language_model.ts";
import type { RecordedCall } from "../llm/recorded_calls.ts";
import { extractSql } from "../sql/extract_sql.ts";
import { scanSql } from "../sql/scan_sql.ts";
import type { CallPlace } from "./find_call.ts";

/** A recorded call beside a fresh answer to it. */
export interface CallComparison {
  /** Key of the call. */
  readonly key: string;
  /** What it was for; null where its question is not known. */
  readonly purpose: CallRecord["purpose"] | null;
  /** Whether it was asked greedily: a draw need not repeat itself. */
  readonly greedy: boolean;
  /** Whether the words are the same. */
  readonly words: boolean;
  /** Whether the queries are, but for case and blanks outside quotes; null for a reflection. */
  readonly sql: boolean | null;
  /**
   * Whether both are right or both wrong, in whatever way; null where the question is not known or has
   * no gold, so that both are unscored.
   */
  readonly outcome: boolean | null;
}

/** What {@linkcode verifyCalls} needs. */
export interface VerifyOptions {
  /** The calls to ask again. */
  readonly calls: readonly RecordedCall[];
  /** A live model, without a recorder. */
  readonly model: LanguageModel;
  /** The question of a call; null where it is not known. */
  find(call: RecordedCall): CallPlace | null;
  /** The oracle; null where a task has no gold to judge by. */
  observe(task: Task, sql: string): Promise<Observation | null>;
  /** Calls at once. */
  readonly parallel: number;
  /** Called after each answer. */
  readonly onAnswer?: (progress: { readonly done: number; readonly total: number }) => void;
  /** Aborting it stops the work. */
  readonly signal?: AbortSignal;
}

/**
 * Asks recorded calls again and compares the answers. Nothing is recorded.
 *
 * @returns one comparison a call, in the order of the calls
 * @throws {InfrastructureError} where the model stays out of reach
 * @throws {InputError} where the recording keeps no prompt of some call, before any is asked
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createScriptedModel } from "../llm/scripted_model.ts";
 * import { verifyCalls } from "./verify_calls.ts";
 * const model = createScriptedModel({ answer: () => "select 1" });
 * const sampling = { temperature: 0, topP: 1, maxTokens: 64, seed: 0, contextTokens: 4096 };
 * const call = {
 *   key: "00", identity: model.identity, messages: [], prompt: "", sampling, sampleIndex: 0, text: "SELECT 1;",
 *   finish: "stop",
 * } as const;
 * const observe = () => Promise.resolve(null);
 * const [found] = await verifyCalls({ calls: [call], model, find: () => null, observe, parallel: 1 });
 * assert.deepEqual([found!.words, found!.sql, found!.outcome], [false, true, null]);
 * ```
 */
export async function verifyCalls(options: VerifyOptions): Promise<readonly CallComparison[]> {
  const { calls, model, signal } = options;
  const bare = calls.filter(({ messages }) => messages === null);
  if (bare.length > 0) {
    throw new InputError(
      `Cannot ask ${calls.length} calls again: their recording keeps no prompt of ${bare.length}, such ` +
        `as ${bare[0]!.key.slice(0, 12)}; need the one that it was compacted from`,
    );
  }
  const found = new Map<number, CallComparison>();
  const queue = [...calls.entries()];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [at, call] = next;
      const { messages, sampling, key } = call;
      signal?.throwIfAborted();
      const context = `call ${key.slice(0, 12)}`;
      const { text } = await model.complete({ messages: messages!, sampling, context }, signal);
      found.set(at, await compare(call, text, options));
      options.onAnswer?.({ done: found.size, total: calls.length });
    }
  };
  await Promise.all(Array.from({ length: options.parallel }, work));
  return calls.map((_, at) => found.get(at)!);
}

async function compare(
  call: RecordedCall,
  text: string,
  { find, observe }: VerifyOptions,
): Promise<CallComparison> {
  const place = find(call);
  const greedy = call.sampling.temperature === 0;
  const purpose = place?.purpose ?? null;
  const shared = { key: call.key, purpose, greedy, words: call.text === text };
  if (purpose === "reflection") return { ...shared, sql: null, outcome: null };
  const [before, now] = [call.text, text].map((answer) => extractSql(answer).sql) as [
    string,
    string,
  ];
  const sql = normalize(before) === normalize(now);
  if (place === null) return { ...shared, sql, outcome: null };
  const [one, other] = [await observe(place.task, before), await observe(place.task, now)];
  const outcome = one === null || other === null ? null : isRight(one) === isRight(other);
  return { ...shared, sql, outcome };
}

const isRight = ({ status }: Observation): boolean => status === "correct";

/** A query without what does not change it: blanks, comments, case outside quotes, a last semicolon. */
function normalize(sql: string): string {
  return [...scanSql(sql)].filter(({ kind }) => kind !== "space" && kind !== "comment")
    .map(({ kind, text }) => kind === "string" || kind === "quoted" ? text : text.toLowerCase())
    .join(" ").replace(/[; ]+$/, "");
}
