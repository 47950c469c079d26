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
import type { PolarityPolicy } from "../memory/policy.ts";
import type { Method } from "./method.ts";
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
  /** How the method reflects: `inline` asks for a sentence before the query. */
  readonly reflects: Method["reflects"];
  /** `pooled` does not say which precedents are confirmed. */
  readonly polarity: PolarityPolicy;
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

/** Longest texts of an attempt that a prompt shows whole, in UTF-16 code units. */
const longest = { sql: 2000, message: 500, preview: 4000, reflection: 2000 };

/** Drops the middle of a text that is far too long: a message often ends in what went wrong. */
function dropMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const tail = Math.floor(limit / 4);
  const start = text.slice(0, limit - tail).replace(/[\ud800-\udbff]$/, "");
  const end = text.slice(-tail).replace(/^[\udc00-\udfff]/, "");
  return `${start} … ${end}`;
}

function renderFailed({ sql }: Attempt): string {
  return `\`\`\`sql\n${sql === "" ? "-- no query" : dropMiddle(sql, longest.sql)}\n\`\`\``;
}

/** What the oracle's answer reads like in a prompt. Only the attempt's own result is shown. */
function renderFeedback(observation: Observation, prompts: PromptSet): string {
  switch (observation.status) {
    case "error": {
      const { outcome } = observation;
      const message = dropMiddle(observation.message, longest.message);
      return fillTemplate(prompts.feedback.error, {
        message: outcome === "error" ? `SQLite says: ${message}` : message,
      });
    }
    case "timeout":
      return fillTemplate(prompts.feedback.timeout, {});
    case "mismatch": {
      const { rows, columns } = observation.shape ?? { rows: 0, columns: 0 };
      const preview = dropMiddle(observation.preview, longest.preview);
      return fillTemplate(prompts.feedback.mismatch, {
        shape: `${count(rows, "row")} of ${count(columns, "column")}`,
        preview: preview === "" ? "." : `, beginning with:\n${preview}`,
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

/**
 * One precedent as repair prompts show it, at most some 80 tokens.
 *
 * @param entry the entry
 * @param options the prompts, and whether they say which polarity it is of
 * @returns some lines without a newline at the end
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { renderEntry } from "./render_prompt.ts";
 * import { promptSets } from "./prompts.ts";
 * import { exampleEntry } from "../memory/examples.ts";
 * const prompts = promptSets["fresh-2"];
 * assert.match(renderEntry(exampleEntry, { prompts, polarity: "split" }), /^Confirmed repair/);
 * ```
 */
export function renderEntry(
  entry: MemoryEntry,
  { prompts, polarity }: { readonly prompts: PromptSet; readonly polarity: PolarityPolicy },
): string {
  const question = shorten(entry.question, 90);
  const type = (entry.failureType ?? "").replace("_", " ");
  switch (entry.kind) {
    case "repair": {
      const before = shorten(entry.sqlBefore, 100), after = shorten(entry.sqlAfter, 160);
      const { positive, negative, unlabelled } = prompts.memory;
      if (polarity === "pooled") return fillTemplate(unlabelled, { type, question, before, after });
      return entry.polarity === "positive"
        ? fillTemplate(positive, { type, question, before, after })
        : fillTemplate(negative, { type, question, after });
    }
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
 * const messages = renderRepair({
 *   task: exampleTask, failed: exampleAttempt, retrieved: [], reflections: [], reflects: false,
 *   polarity: "split",
 * }, promptSets["fresh-2"]);
 * assert.equal(messages.at(-1)!.content.includes("no such column: nme"), true);
 * ```
 */
export function renderRepair(view: RepairView, prompts: PromptSet): readonly Message[] {
  const { task, failed, polarity } = view;
  const memory = [
    ...view.retrieved.map(({ entry }) => renderEntry(entry, { prompts, polarity })),
    ...view.reflections.map((text) =>
      fillTemplate(prompts.ownReflection, { text: dropMiddle(text, longest.reflection) })
    ),
  ];
  const template = view.reflects === "inline" ? prompts.repairReflecting : prompts.repair;
  const tail = fillTemplate(template, {
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
