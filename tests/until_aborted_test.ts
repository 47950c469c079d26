import assert from "node:assert/strict";
import { untilAborted } from "../lib/until_aborted.ts";

const reason = new Error("Enough");
const endless = new Promise<never>(() => {});

Deno.test("untilAborted: gives what the work gives where nothing aborts", async () => {
  const { signal } = new AbortController();
  const gone = new RangeError("Gone");
  for (const one of [undefined, signal]) {
    assert.equal(await untilAborted(Promise.resolve(7), one), 7);
    await assert.rejects(() => untilAborted(Promise.reject(gone), one), gone);
  }
});

Deno.test("untilAborted: leaves when the signal aborts, or has aborted before", async () => {
  const stop = new AbortController();
  const waiting = assert.rejects(() => untilAborted(endless, stop.signal), reason);
  stop.abort(reason);
  await waiting;
  await assert.rejects(() => untilAborted(endless, stop.signal), reason);
  await assert.rejects(() => untilAborted(Promise.resolve(7), stop.signal), reason);
});

Deno.test("untilAborted: work that fails after it was left harms nobody", async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  await assert.rejects(() => untilAborted(promise, AbortSignal.abort(reason)), reason);
  reject(new Error("Too late"));
  await new Promise((resolve) => setTimeout(resolve, 0));
});

Deno.test("untilAborted: a signal that lives long keeps no listeners", async () => {
  const { signal } = new AbortController();
  let listeners = 0;
  const add = signal.addEventListener.bind(signal),
    remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add(...args));
  signal.removeEventListener = (...args: Parameters<typeof add>) => (listeners--, remove(...args));
  for (let i = 0; i < 9; i++) await untilAborted(Promise.resolve(i), signal);
  assert.equal(listeners, 0);
});
