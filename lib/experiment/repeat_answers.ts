/**
 * What a run would have asked under other parameters, had the model answered the same.
 *
 * @module
 */
import { join } from "node:path";
import { ReplayMissError } from "../errors.ts";
import type { FinishReason, LanguageModel } from "../llm/language_model.ts";
import type { LoopConfiguration } from "../loop/configuration.ts";
import { digestMessages } from "../loop/digest_messages.ts";
import { firstSampling, repairSampling } from "../loop/sampling.ts";
import { readRun, type StoredRun } from "../runs/run_reader.ts";
import type { Embedder } from "../scorer/embedder.ts";
import { runCell } from "./run_cell.ts";

/**
 * Runs a finished run once more under another method or other parameters, with the answers and the
 * oracle's verdicts that it has, whatever the prompts now say. The share of repair prompts that differ
 * from those of the run is the bite that an arm will have at the least at its start: only its own
 * answers, once they differ, can part it further. Asks no model.
 *
 * @param options the run; the method and configuration in its stead; an embedder for what retrieval
 * looks at
 * @returns a run with the same answers; its prompts, retrievals and types are new
 * @throws {ReplayMissError} where the run has no such answer, such as a reflection or a repair beyond
 * its K, or the embedder no such vector
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exampleRun } from "../runs/examples.ts";
 * import { createHashingEmbedder } from "../scorer/hashing_embedder.ts";
 * import { repeatAnswers } from "./repeat_answers.ts";
 * const run = await exampleRun(), { configuration } = run.manifest;
 * const embedder = createHashingEmbedder();
 * const again = await repeatAnswers({ run, method: "stateless", configuration, embedder });
 * assert.equal(again.episodes[0]!.solvedAt, run.episodes[0]!.solvedAt);
 * assert.deepEqual(again.episodes[0]!.entries, []);
 * ```
 */
export async function repeatAnswers(
  { run, method, configuration, embedder }: {
    readonly run: StoredRun;
    readonly method: string;
    readonly configuration: LoopConfiguration;
    readonly embedder: Embedder;
  },
): Promise<StoredRun> {
  const attempts = run.episodes.flatMap(({ task, steps }) =>
    steps.map(({ attempt }) => ({ task, attempt }))
  );
  const observations = new Map(
    attempts.map(({ task, attempt: { sql, observation } }) => [keyOf(task.id, sql), observation]),
  );
  const given = new Map(
    run.episodes.flatMap(({ task, steps: [first] }) =>
      first?.calls.length === 0 ? [[task.id, first.attempt.completion]] : []
    ),
  );
  const out = await Deno.makeTempDir({ prefix: "merit-answers-" });
  try {
    const path = join(out, "again.run.sqlite");
    await runCell({
      path,
      manifest: { ...run.manifest, method, configuration },
      stream: run.stream,
      initialMemory: run.initialMemory,
      resume: false,
      request: null,
      model: answersOf(run, configuration),
      embedder,
      observe: (task, sql) => Promise.resolve(observations.get(keyOf(task.id, sql)) ?? null),
      initialSql: (task) => given.get(task.id) ?? null,
    });
    return { ...readRun(path), path: run.path };
  } finally {
    await Deno.remove(out, { recursive: true });
  }
}

const keyOf = (...parts: readonly (string | number)[]) => JSON.stringify(parts);

/** Answers attempt 0 by its prompt, a repair by its seed: question, attempt and purpose, no words. */
function answersOf(run: StoredRun, configuration: LoopConfiguration): LanguageModel {
  const calls = new Map(
    run.episodes.flatMap(({ task, steps }) =>
      steps.flatMap(({ attempt: { number }, calls }) =>
        calls.map((call) => {
          if (call.purpose === "first") return [keyOf("first", call.promptDigest), call] as const;
          const { seed } = repairSampling(configuration, task, number, call.purpose);
          return [keyOf("seed", seed), call] as const;
        })
      )
    ),
  );
  const { seed: seedOfFirst, temperature } = firstSampling(configuration);
  return {
    identity: run.manifest.model,
    complete({ messages, sampling, context }) {
      const isFirst = sampling.seed === seedOfFirst && sampling.temperature === temperature;
      // Resampling asks the prompt of attempt 0 again, under the seed of a repair.
      const key = isFirst ? keyOf("first", digestMessages(messages)) : keyOf("seed", sampling.seed);
      const call = calls.get(key);
      if (call === undefined) {
        return Promise.reject(
          new ReplayMissError(`Cannot repeat the answer to ${context}: "${run.path}" has none`),
        );
      }
      const { text, usage, durationMs, finish } = call;
      const answer = { text, usage, durationMs, finish: finish as FinishReason };
      return Promise.resolve({ ...answer, source: "replayed", retries: [] });
    },
  };
}
