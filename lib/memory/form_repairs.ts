/**
 * What a finalized episode teaches: dual-polarity repair entries.
 *
 * @module
 */
import type { Attempt, EntryKind, MemoryEntry, Polarity, Task } from "../domain.ts";
import { describeTransformation } from "./transformation.ts";

/** Which transition of a solved episode becomes a positive entry. */
export type Transition = "last" | "first" | "all";

/** A finished episode as memory sees it. */
export interface Lesson {
  /** The question. */
  readonly task: Task;
  /** Stream position, counted from 0. */
  readonly position: number;
  /** Attempts in order; `failure` is null for a correct one. */
  readonly attempts: readonly Attempt[];
  /** Reflections made during the episode, oldest first. */
  readonly reflections: readonly string[];
}

/**
 * Makes one entry of a lesson. Its id sorts by stream position, then kind, then number.
 *
 * @param options what the entry says; the rest comes from the lesson's task
 * @returns a frozen entry
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { makeEntry } from "./form_repairs.ts";
 * import { exampleTask } from "./examples.ts";
 * const lesson = { task: exampleTask, position: 12, attempts: [], reflections: [] };
 * const entry = makeEntry({
 *   lesson, kind: "pair", polarity: "positive", number: 0, before: null, after: null, text: "",
 * });
 * assert.equal(entry.id, "000012-pair-0");
 * ```
 */
export function makeEntry(options: {
  readonly lesson: Lesson;
  readonly kind: EntryKind;
  readonly polarity: Polarity;
  readonly number: number;
  /** The failing attempt the entry starts from; null where there was none. */
  readonly before: Attempt | null;
  readonly after: Attempt | null;
  readonly text: string;
}): MemoryEntry {
  const { lesson, kind, polarity, number, before, after, text } = options;
  // A positive is typed by the failure it repaired, a negative by the failure it ended in.
  const typedBy = polarity === "positive" ? before : after;
  const sqlBefore = before?.sql ?? "", sqlAfter = after?.sql ?? "";
  return Object.freeze({
    id: `${String(lesson.position).padStart(6, "0")}-${kind}-${number}`,
    kind,
    polarity,
    failureType: typedBy?.failure?.type ?? null,
    rule: typedBy?.failure?.rule ?? "",
    status: typedBy?.observation.status ?? "correct",
    taskId: lesson.task.id,
    databaseId: lesson.task.databaseId,
    schemaDigest: lesson.task.schemaDigest,
    twinGroup: lesson.task.twinGroup,
    question: lesson.task.question,
    sqlBefore,
    sqlAfter,
    transformation: before && after ? describeTransformation(sqlBefore, sqlAfter) : "",
    text,
    position: lesson.position,
  });
}

/**
 * Repair entries of a lesson. Solved after failures: positives, from a failing query to the correct
 * one. Unsolved: one negative, from the last query but one to the last. Solved at attempt 0: none.
 *
 * @param lesson a finished episode
 * @param transition which failing queries a positive starts from
 * @returns entries in the order of their ids
 * @see MERIT, memory formation; the choice of transition is ours
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { formRepairs } from "./form_repairs.ts";
 * import { exampleTask } from "./examples.ts";
 * import { exampleAttempt } from "../loop/examples.ts";
 * const correct = { ...exampleAttempt, number: 1, sql: "SELECT name FROM singer", failure: null };
 * const lesson = { task: exampleTask, position: 0, reflections: [] };
 * const [positive] = formRepairs({ ...lesson, attempts: [exampleAttempt, correct] }, "last");
 * assert.equal(positive!.failureType, "schema_linking");
 * assert.equal(formRepairs({ ...lesson, attempts: [correct] }, "last").length, 0);
 * ```
 */
export function formRepairs(lesson: Lesson, transition: Transition): readonly MemoryEntry[] {
  const last = lesson.attempts.at(-1);
  if (last === undefined || lesson.attempts.length < 2) return [];
  if (last.failure !== null) {
    const before = lesson.attempts.at(-2)!;
    return [
      makeEntry({
        lesson,
        kind: "repair",
        polarity: "negative",
        number: 0,
        before,
        after: last,
        text: "",
      }),
    ];
  }
  const failing = lesson.attempts.slice(0, -1);
  const chosen = transition === "last"
    ? failing.slice(-1)
    : transition === "first"
    ? failing.slice(0, 1)
    : failing;
  return chosen.map((before, number) =>
    makeEntry({
      lesson,
      kind: "repair",
      polarity: "positive",
      number,
      before,
      after: last,
      text: "",
    })
  );
}
