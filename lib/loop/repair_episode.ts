/**
 * The one repair loop. Every method runs through it; a method only chooses what a prompt sees.
 *
 * @module
 */
import { setImmediate } from "node:timers/promises";
import { openClassifier } from "../classifier/open_classifier.ts";
import type {
  Attempt,
  CallRecord,
  Episode,
  Observation,
  Retrieved,
  Step,
  Task,
} from "../domain.ts";
import { InfrastructureError, ReplayMissError } from "../errors.ts";
import type { LanguageModel, Message } from "../llm/language_model.ts";
import type { Memory } from "../memory/memory.ts";
import { extractSql } from "../sql/extract_sql.ts";
import { answerKind } from "./answer_kind.ts";
import type { LoopConfiguration } from "./configuration.ts";
import { digestMessages } from "./digest_messages.ts";
import type { Method } from "./method.ts";
import { promptSets } from "./prompts.ts";
import { inlineReflection } from "./inline_reflection.ts";
import { isReflection } from "./is_reflection.ts";
import { lastReflections } from "./last_reflections.ts";
import { renderFirst, renderReflection, renderRepair } from "./render_prompt.ts";
import { firstSampling, repairSampling } from "./sampling.ts";
import { seenObservation } from "./seen_observation.ts";
import { storableText } from "./storable_text.ts";

/** What the loop needs from outside. It is given no gold: `observe` is the oracle. */
export interface LoopSetting {
  /** The method. */
  readonly method: Method;
  /** Parameters of the loop. */
  readonly configuration: LoopConfiguration;
  /** Entries of finalized earlier episodes. */
  readonly memory: Memory;
  /** The model that answers. */
  readonly model: LanguageModel;
  /** The oracle's answer to one query; null where the task has no gold to judge by. */
  observe(task: Task, sql: string): Promise<Observation | null>;
  /** Attempt 0 from elsewhere, such as a published prediction; null lets the model make it. */
  readonly initialSql?: (task: Task) => string | null;
  /** Aborting it stops the work. */
  readonly signal?: AbortSignal;
}

/**
 * Repairs one question: attempt 0, then up to K repairs, each from the last failure and what the
 * method recalls, until the oracle says correct.
 *
 * @param task the question, without gold
 * @param position its stream position, counted from 0
 * @param setting method, configuration, memory, model and oracle
 * @returns the finished episode with the entries it leaves; broken machinery makes it `unscored`
 * @throws {ReplayMissError} when a recording lacks a call: a replay never goes on without it
 * @throws the signal's reason, before the next attempt at the latest
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { repairEpisode } from "./repair_episode.ts";
 * import { exampleSetting } from "./example_setting.ts";
 * import { exampleTask } from "../memory/examples.ts";
 * const episode = await repairEpisode(exampleTask, 0, exampleSetting());
 * assert.equal(episode.outcome, "solved");
 * assert.equal(episode.solvedAt, 1);
 * ```
 */
export async function repairEpisode(
  task: Task,
  position: number,
  setting: LoopSetting,
): Promise<Episode> {
  const { method, configuration, memory } = setting;
  const prompts = promptSets[configuration.prompts];
  const steps: Step[] = [];
  const reflections: string[] = [];
  try {
    for (let number = 0; number <= configuration.budget; number++) {
      // Where model and oracle answer at once, nothing else lets signals and timers through.
      await setImmediate();
      setting.signal?.throwIfAborted();
      const failed = steps.at(-1)?.attempt;
      const calls: CallRecord[] = [];
      let retrieved: readonly Retrieved[] = [];
      let reflection: string | null = null;
      let messages = renderFirst(task, prompts);
      if (failed !== undefined && method.seesFailure) {
        const failure = failed.failure!;
        if (method.reflects === "call") {
          const asked = renderReflection({ task, failed }, prompts);
          const call = await callModel({ purpose: "reflection", number, messages: asked });
          calls.push(call);
          reflection = call.text.trim();
          if (isReflection(reflection)) reflections.push(reflection);
        }
        const { reflects } = method, { polarity } = configuration.memory;
        retrieved = await method.recall({ task, position, failed, failure, memory, configuration });
        const own = lastReflections({ reflections, reflects, configuration });
        const view = { task, failed, retrieved, reflections: own, reflects, polarity };
        messages = renderRepair(view, prompts);
      }
      const given = number === 0 ? setting.initialSql?.(task) ?? null : null;
      if (given === null) {
        const purpose = number === 0 ? "first" : "repair";
        calls.push(await callModel({ purpose, number, messages }));
      }
      const attempt = await attemptFrom(given ?? calls.at(-1)!, number);
      if (attempt === null) return finish("unscored", noGold);
      if (method.reflects === "inline" && failed !== undefined) {
        reflection = inlineReflection(attempt.completion);
        if (reflection !== null) reflections.push(reflection);
      }
      steps.push({ attempt, retrieved, reflection, calls });
      if (attempt.failure === null) return finish("solved", "");
    }
    return finish("unsolved", "");
  } catch (error) {
    if (!(error instanceof InfrastructureError) || error instanceof ReplayMissError) throw error;
    return finish("unscored", error.message);
  }

  async function callModel(
    { purpose, number, messages }: {
      purpose: CallRecord["purpose"];
      number: number;
      messages: readonly Message[];
    },
  ): Promise<CallRecord> {
    const sampling = purpose === "first"
      ? firstSampling(configuration)
      : repairSampling(configuration, task, number, purpose);
    const context = `task ${task.id}, method ${method.name}, attempt ${number} (${purpose})`;
    const response = await setting.model.complete({ messages, sampling, context }, setting.signal);
    if (response.finish === "truncated_prompt") {
      throw new InfrastructureError(
        `Cannot use the answer to ${context}: the server cut the prompt`,
      );
    }
    const { usage, durationMs, finish, source, retries } = response;
    const text = storableText(response.text);
    const promptDigest = digestMessages(messages);
    return {
      purpose,
      promptDigest,
      text,
      usage,
      durationMs,
      finish,
      source,
      retries: retries.length,
    };
  }

  async function attemptFrom(source: string | CallRecord, number: number): Promise<Attempt | null> {
    const { text: completion, finish } = typeof source === "string"
      ? { text: storableText(source), finish: "stop" }
      : source;
    const { sql } = extractSql(completion);
    const answer = answerKind(completion, finish);
    const judged = await setting.observe(task, sql);
    if (judged === null) return null;
    const looksRight = seenObservation(judged, configuration.feedback).status === "correct";
    const told = answer === "truncated" && !looksRight ? cutOff : judged;
    const { message, preview, reason } = told;
    const observation = {
      ...told,
      message: storableText(message),
      preview: storableText(preview),
      reason: storableText(reason),
    };
    const seen = seenObservation(observation, configuration.feedback);
    const { schema, question, evidence } = task;
    const classifier = await openClassifier(configuration.classifier);
    const failure = seen.status === "correct"
      ? null
      : classifier.classify({ ...seen, sql, schema, question, evidence });
    return { number, sql, completion, answer, observation, failure };
  }

  function finish(outcome: Episode["outcome"], note: string): Episode {
    const attempts = steps.map((step) => step.attempt);
    const last = attempts.at(-1);
    const solvedAt = last?.observation.status === "correct" ? last.number : null;
    const lesson = { task, position, attempts, reflections };
    const entries = outcome === "unscored" ? [] : method.learn(lesson, configuration);
    const verdict = outcome === "unscored" ? outcome : solvedAt === null ? "unsolved" : "solved";
    return { task, position, steps, outcome: verdict, solvedAt, note, entries };
  }
}

/** The note of an episode that can never be scored. */
export const noGold = "no gold to judge by";

/** Told of a truncated answer that does not look right as it stands: it is no mistake of SQL. */
const cutOff: Observation = {
  status: "error",
  outcome: "no_statement",
  message: "The answer was cut off before the query ended",
  shape: null,
  preview: "",
  reason: "truncated output",
};
