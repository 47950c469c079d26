/**
 * Work that its caller need not wait for to the end.
 *
 * @module
 */

/**
 * The result of some work, or the signal's reason as soon as it aborts. The work itself goes on
 * unwatched: what it does later, a failure included, is nobody's concern.
 *
 * @param work under way
 * @param signal undefined waits to the end
 * @throws what the work throws, or the signal's reason
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { untilAborted } from "./until_aborted.ts";
 * const endless = new Promise<never>(() => {});
 * const reason = new Error("Enough");
 * await assert.rejects(() => untilAborted(endless, AbortSignal.abort(reason)), reason);
 * ```
 */
export function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });
  return Promise.race([promise, work]).finally(() => signal.removeEventListener("abort", leave));
}
