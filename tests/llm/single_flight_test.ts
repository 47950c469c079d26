import assert from "node:assert/strict";
import { createSingleFlight } from "../../lib/llm/single_flight.ts";

/** Work that ends when told, or fails with the reason of its signal. */
function createWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const seen = { starts: 0, aborts: 0 };
  return {
    resolve,
    reject,
    seen,
    start(signal: AbortSignal) {
      seen.starts++;
      signal.addEventListener("abort", () => {
        seen.aborts++;
        reject(signal.reason);
      });
      return promise;
    },
  };
}

Deno.test("createSingleFlight: one work for equal keys, and again after it has ended", async () => {
  const flights = createSingleFlight<string>();
  const work = createWork();
  const runs = [1, 2, 3].map(() => flights.run({ key: "a", start: work.start }));
  work.resolve("done");
  const results = await Promise.all(runs);
  assert.deepEqual(results.map(({ joined }) => joined), [false, true, true]);
  assert.equal(work.seen.starts, 1);
  const again = await flights.run({ key: "a", start: () => Promise.resolve("again") });
  assert.deepEqual(again, { result: "again", joined: false });
});

Deno.test("createSingleFlight: who aborts leaves, also the one who started; the work goes on", async () => {
  const flights = createSingleFlight<string>();
  const work = createWork();
  const abort = new AbortController();
  const first = flights.run({ key: "a", start: work.start, signal: abort.signal });
  const second = flights.run({ key: "a", start: work.start, signal: new AbortController().signal });
  const reason = new Error("Stopped by the user");
  abort.abort(reason);
  await assert.rejects(first, reason);
  assert.equal(work.seen.aborts, 0);
  work.resolve("done");
  assert.equal((await second).result, "done");
});

Deno.test("createSingleFlight: work that everybody left is aborted and not joined again", async () => {
  const flights = createSingleFlight<string>();
  const work = createWork();
  const abort = new AbortController();
  const options = { key: "a", start: work.start, signal: abort.signal };
  const runs = [flights.run(options), flights.run(options)];
  abort.abort(new Error("Stopped"));
  await Promise.allSettled(runs);
  assert.equal(work.seen.aborts, 1);
  const fresh = await flights.run({ key: "a", start: () => Promise.resolve("fresh") });
  assert.equal(fresh.joined, false);
});

Deno.test("createSingleFlight: a failure is everybody's, and is not remembered", async () => {
  const flights = createSingleFlight<string>();
  const work = createWork();
  const runs = [1, 2].map(() => flights.run({ key: "a", start: work.start }));
  const error = new Error("Server gone");
  work.reject(error);
  for (const run of runs) await assert.rejects(run, error);
  const again = await flights.run({ key: "a", start: () => Promise.resolve("again") });
  assert.equal(again.result, "again");
});
