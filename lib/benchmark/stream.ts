/**
 * The order in which questions are met. It is never the file's: there twins stand side by side.
 *
 * @module
 */
import type { Task } from "../domain.ts";
import { streamKey } from "../stream_key.ts";

/**
 * Orders tasks by a hash of the order's seed and the task's id, so that a subset of the tasks keeps
 * the relative order that it has in the whole.
 *
 * @param options `tasks` with ids of their own, in any order; `order`: the seed, an integer;
 * `limit`: how many of the first to keep, a positive integer, all by default
 * @returns the stream; equal for equal seeds whatever the order of `tasks`
 * @throws {RangeError} for an order or a limit that is no such integer
 *
 * @example
 * ```ts
 * import { loadBundled } from "./bundled.ts";
 * import { orderStream } from "./stream.ts";
 * const { tasks } = await loadBundled({ databases: ["bike_share"] });
 * const first = orderStream({ tasks, order: 1, limit: 5 });
 * const same = orderStream({ tasks: tasks.toReversed(), order: 1 }).slice(0, 5);
 * if (first.some((task, at) => task !== same[at])) throw new Error("Expected one order");
 * ```
 */
export function orderStream(
  { tasks, order, limit = Infinity }: {
    readonly tasks: readonly Task[];
    readonly order: number;
    readonly limit?: number;
  },
): readonly Task[] {
  if (!Number.isSafeInteger(order)) {
    throw new RangeError(`Cannot order a stream: order is ${order}, need an integer`);
  }
  if (limit !== Infinity && !(Number.isSafeInteger(limit) && limit > 0)) {
    throw new RangeError(`Cannot cut a stream: limit is ${limit}, need a positive integer`);
  }
  const keyed = tasks.map((task) => ({ task, key: streamKey(order, task.id) }));
  return keyed.sort((a, b) => a.key < b.key ? -1 : 1).slice(0, limit).map(({ task }) => task);
}
