/**
 * Dynamic few-shot examples in the manner of DAIL-SQL and ACT-SQL, from the stream itself.
 *
 * @module
 */
import type { MemoryEntry } from "../../domain.ts";
import { makeEntry } from "../../memory/form_repairs.ts";
import { multisetJaccard, sqlSkeleton } from "../../memory/sql_tokens.ts";
import { maskQuestion } from "../../memory/texts.ts";
import { defineMethod, type Method } from "../method.ts";

/** Skeleton similarity from which DAIL-SQL prefers an example. */
const skeletonThreshold = 0.85;

const plainQuestion = (entry: MemoryEntry) => entry.question;
const maskedQuestion = (entry: MemoryEntry) => entry.text;

/**
 * Sees its last failure and question–SQL pairs confirmed in finalized earlier episodes, first-attempt
 * successes included, untyped. Selector `act`: nearest questions. Selector `dail`: nearest masked
 * questions, those first whose query's skeleton is like that of the failed one.
 *
 * @see DAIL-SQL and ACT-SQL for the selections
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { dynamicRag } from "./dynamic_rag.ts";
 * assert.equal(dynamicRag.name, "dynamic-rag");
 * ```
 */
export const dynamicRag: Method = defineMethod({
  name: "dynamic-rag",
  summary: "+ question–SQL pairs confirmed earlier, untyped",
  seesFailure: true,
  reflects: false,
  recall({ task, position, failed, memory, configuration }) {
    const policy = { ...configuration.memory, weights: { dense: 1, lexical: 0 } };
    const dail = configuration.selector === "dail";
    const skeleton = sqlSkeleton(failed.sql);
    return memory.search({
      pool: { task, position, kind: "pair", polarity: null, policy },
      failureType: null,
      policy,
      limit: policy.limit.positive,
      query: dail ? maskQuestion(task.question, task.schema) : task.question,
      entryText: dail ? maskedQuestion : plainQuestion,
      runSeed: configuration.runSeed,
      attempt: failed.number + 1,
      ...(dail
        ? {
          preferred: (entry) =>
            multisetJaccard(skeleton, sqlSkeleton(entry.sqlAfter)) >= skeletonThreshold,
        }
        : {}),
    });
  },
  learn(lesson) {
    const last = lesson.attempts.at(-1);
    if (last === undefined || last.failure !== null) return [];
    const before = lesson.attempts.at(-2) ?? null;
    const text = maskQuestion(lesson.task.question, lesson.task.schema);
    return [
      makeEntry({
        lesson,
        kind: "pair",
        polarity: "positive",
        number: 0,
        before,
        after: last,
        text,
      }),
    ];
  },
});
