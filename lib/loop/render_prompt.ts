/**
 * From task, attempts and retrieved entries to the messages of a call. Pure: the audit calls it too.
 *
 * The fixed part comes first (instructions, schema, evidence, question), what changes comes last,
 * since servers keep the common prefix of successive prompts.
 *
 * @module
 */
import type { Attempt, MemoryEntry, Observation, Retrieved, Task } from "../domain.ts";
import type { Message } from "../llm/language_model.ts";
import type { PromptSet } from "./prompts.ts";
import { fillTemplate } from "./template.ts";

/** What a repair prompt shows beside the task. */
export interface RepairView {
  /** The question. */
  readonly task: Task;
  /** The last failed attempt. */
  readonly failed: Attempt;
  /** Entries that the prompt shows, in its order. */
  readonly retrieved: readonly Retrieved[];
  /** The method's own reflections of this episode, oldest first. */
  readonly reflections: readonly string[];
}

/**
 * The messages of attempt 0: instructions, schema, evidence, question.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { renderFirst } from "./render_prompt.ts";
 * import { promptSets } from "./prompts.ts";
 * import { exampleTask } from "../memory/examples.ts";
 * const messages = renderFirst(exampleTask, promptSets["fresh-2"]);
 * assert.deepEqual(messages.map((message) => message.role), ["system", "user"]);
 * ```
 */
export function renderFirst(task: Task, prompts: PromptSet): readonly Message[] {
  const evidence = task.evidence === ""
    ? ""
    : fillTemplate(prompts.evidence, { evidence: task.evidence }) + "\n";
  return [
    { role: "system", content: fillTemplate(prompts.system, {}) },
    {
      role: "user",
      content: fillTemplate(prompts.question, {
        schema: task.schema,
        evidence,
        question: task.question,
      }),
    },
  ];
}

/** The messages of attempt 0 with more text at the end of the question's message. */
function extendFirst(task: Task, prompts: PromptSet, tail: string): readonly Message[] {
  const [system, user] = renderFirst(task, prompts);
  return [system!, { role: "user", content: `${user!.content}\n\n${tail}` }];
}

function renderFailed({ sql }: Attempt): string {
  return `\`\`\`sql\n${sql === "" ? "-- no query" : sql}\n\`\`\``;
}

/** What the oracle's answer reads like in a prompt. Only the attempt's own result is shown. */
function renderFeedback(observation: Observation, prompts: PromptSet): string {
  switch (observation.status) {
    case "error": {
      const { outcome, message } = observation;
      return fillTemplate(prompts.feedback.error, {
        message: outcome === "error" ? `SQLite says: ${message}` : message,
      });
    }
    case "timeout":
      return fillTemplate(prompts.feedback.timeout, {});
    case "mismatch": {
      const { rows, columns } = observation.shape ?? { rows: 0, columns: 0 };
      return fillTemplate(prompts.feedback.mismatch, {
        shape: `${count(rows, "row")} of ${count(columns, "column")}`,
        preview: observation.preview === "" ? "." : `, beginning with:\n${observation.preview}`,
      });
    }
    case "correct":
      throw new RangeError("Cannot render feedback for a correct attempt");
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Shortens a text to a number of characters, on one line, never to half of one. */
function shorten(text: string, limit: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= limit
    ? line
    : `${line.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** One precedent, at most some 80 tokens. */
function renderEntry(entry: MemoryEntry, prompts: PromptSet): string {
  const question = shorten(entry.question, 90);
  const type = (entry.failureType ?? "").replace("_", " ");
  switch (entry.kind) {
    case "repair":
      return entry.polarity === "positive"
        ? fillTemplate(prompts.memory.positive, {
          type,
          question,
          before: shorten(entry.sqlBefore, 100),
          after: shorten(entry.sqlAfter, 160),
        })
        : fillTemplate(prompts.memory.negative, {
          type,
          question,
          after: shorten(entry.sqlAfter, 160),
        });
    case "pair":
      return fillTemplate(prompts.memory.pair, { question, after: shorten(entry.sqlAfter, 240) });
    case "reflection":
      return fillTemplate(prompts.memory.reflection, { question, text: shorten(entry.text, 240) });
  }
}

/**
 * The messages of a repair: those of attempt 0, continued by the failed query, the feedback on it,
 * precedents, own reflections and the instruction, which repeats the question.
 *
 * The question stands last because precedents quote questions too: a small model answers the one that
 * it read last.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { renderRepair } from "./render_prompt.ts";
 * import { promptSets } from "./prompts.ts";
 * import { exampleAttempt } from "./examples.ts";
 * import { exampleTask } from "../memory/examples.ts";
 * const view = { task: exampleTask, failed: exampleAttempt, retrieved: [], reflections: [] };
 * const messages = renderRepair(view, promptSets["fresh-2"]);
 * assert.equal(messages.at(-1)!.content.includes("no such column: nme"), true);
 * ```
 */
export function renderRepair(view: RepairView, prompts: PromptSet): readonly Message[] {
  const { task, failed } = view;
  const memory = [
    ...view.retrieved.map(({ entry }) => renderEntry(entry, prompts)),
    ...view.reflections.map((text) => fillTemplate(prompts.ownReflection, { text })),
  ];
  const tail = fillTemplate(prompts.repair, {
    failed: renderFailed(failed),
    feedback: renderFeedback(failed.observation, prompts),
    memory: memory.length === 0 ? "" : `\n${memory.join("\n\n")}\n`,
    question: task.question,
  });
  return extendFirst(task, prompts, tail);
}

/**
 * The messages that ask for a reflection on a failed attempt.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { renderReflection } from "./render_prompt.ts";
 * import { promptSets } from "./prompts.ts";
 * import { exampleAttempt } from "./examples.ts";
 * import { exampleTask } from "../memory/examples.ts";
 * const messages = renderReflection({ task: exampleTask, failed: exampleAttempt }, promptSets["fresh-2"]);
 * assert.equal(messages.at(-1)!.content.includes("without SQL"), true);
 * ```
 */
export function renderReflection(
  { task, failed }: Pick<RepairView, "task" | "failed">,
  prompts: PromptSet,
): readonly Message[] {
  const tail = fillTemplate(prompts.reflection, {
    failed: renderFailed(failed),
    feedback: renderFeedback(failed.observation, prompts),
  });
  return extendFirst(task, prompts, tail);
}
