/**
 * Asking attempt 0 of a stream before its episodes.
 *
 * @module
 */
import { InfrastructureError } from "../errors.ts";
import type { LanguageModel } from "../llm/language_model.ts";
import { promptSets } from "../loop/prompts.ts";
import { renderFirst } from "../loop/render_prompt.ts";
import { firstSampling } from "../loop/sampling.ts";
import type { CellProgress, CellSetting } from "./run_cell.ts";

/** What a prefetch needs. */
export interface PrefetchOptions {
  /** The cells. */
  readonly cells: readonly CellSetting[];
  /** A recorded model: the answers are found again when the episodes ask for them. */
  readonly model: LanguageModel;
  /** Calls at once. */
  readonly parallel: number;
  /** Aborting it stops the work. */
  readonly signal?: AbortSignal;
  /** Aborting it lets running calls end and begins no other. */
  readonly closing?: AbortSignal;
  /** Called after each answer. */
  readonly onPrefetch?: (progress: CellProgress) => void;
}

/**
 * Asks attempt 0 of every task that some cell will run, grouped by database, and drops the answers:
 * the recorder keeps them. It changes no result, only the order in which a live server is asked.
 * Broken machinery ends it early: the episodes meet it again, and know what to do.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { prefetchFirst } from "./prefetch_first.ts";
 * import { exampleCell } from "./examples.ts";
 * const cell = exampleCell();
 * let asked = 0;
 * await prefetchFirst({ cells: [cell], model: cell.model, parallel: 1, onPrefetch: () => asked++ });
 * assert.equal(asked, 1);
 * ```
 */
export async function prefetchFirst(options: PrefetchOptions): Promise<void> {
  const { model, parallel, signal, onPrefetch } = options;
  const queue = firstCalls(options.cells);
  const total = queue.length;
  let done = 0;
  const work = async () => {
    for (let call = queue.shift(); call !== undefined; call = queue.shift()) {
      if (options.closing?.aborted) return;
      const { task, configuration } = call;
      const messages = renderFirst(task, promptSets[configuration.prompts]);
      const context = `task ${task.id}, attempt 0 (prefetch)`;
      try {
        signal?.throwIfAborted();
        await model.complete({ messages, sampling: firstSampling(configuration), context }, signal);
      } catch (error) {
        queue.length = 0;
        if (error instanceof InfrastructureError) return;
        throw error;
      }
      onPrefetch?.({ done: ++done, total });
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
}

/** Each first call once, however many cells share it, grouped by database. */
function firstCalls(cells: readonly CellSetting[]) {
  const calls = cells.filter((cell) => cell.initialSql === undefined).flatMap((cell) => {
    const { configuration } = cell.manifest;
    const asked = JSON.stringify([configuration.prompts, firstSampling(configuration)]);
    return cell.stream
      .filter((task) => cell.isScorable?.(task) ?? true)
      .map((task) => [`${task.id} ${asked}`, { task, configuration }] as const);
  });
  return [...new Map(calls).values()].toSorted(({ task: a }, { task: b }) =>
    a.databaseId < b.databaseId ? -1 : a.databaseId > b.databaseId ? 1 : a.index - b.index
  );
}
