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
  const { cells, model, parallel, signal, onPrefetch } = options;
  const configuration = cells[0]?.manifest.configuration;
  if (configuration === undefined || cells[0]!.initialSql !== undefined) return;
  const tasks = new Map(cells.flatMap((cell) => cell.stream).map((task) => [task.id, task]));
  const queue = [...tasks.values()].toSorted((a, b) =>
    a.databaseId < b.databaseId ? -1 : a.databaseId > b.databaseId ? 1 : a.index - b.index
  );
  const total = queue.length;
  let done = 0;
  const work = async () => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
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
