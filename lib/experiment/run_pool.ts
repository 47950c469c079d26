/**
 * Work on many items, a fixed number of them at once.
 *
 * @module
 */

/** What a pool works on and how. */
export interface PoolOptions<Item> {
  /** In the order in which they are started. */
  readonly items: readonly Item[];
  /** Items at once, at least 1. */
  readonly workers: number;
  /** Works on one item; ends early when the signal aborts. */
  readonly run: (item: Item, signal: AbortSignal) => Promise<void>;
  /** Aborting it stops the work. */
  readonly signal?: AbortSignal;
}

/**
 * Works on all items. What one throws stops the others; nothing is left running when it ends.
 *
 * @param options items, how many at once, and the work
 * @throws the signal's reason where it was aborted, else whatever an item threw first
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runPool } from "./run_pool.ts";
 * const seen: number[] = [];
 * await runPool({ items: [3, 1, 2], workers: 2, run: async (item) => void seen.push(await item) });
 * assert.deepEqual(seen, [3, 1, 2]);
 * ```
 */
export async function runPool<Item>(options: PoolOptions<Item>): Promise<void> {
  const { items, run } = options;
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])]);
  let next = 0;
  const work = async () => {
    while (next < items.length && !signal.aborted) await run(items[next++]!, signal);
  };
  const workers = Array.from(
    { length: Math.min(options.workers, items.length) },
    () => work().catch((error) => failed.abort(error)),
  );
  await Promise.all(workers);
  options.signal?.throwIfAborted();
  failed.signal.throwIfAborted();
}
